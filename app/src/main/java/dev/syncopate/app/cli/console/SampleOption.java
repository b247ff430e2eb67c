package dev.syncopate.app.cli.console;

import dev.syncopate.workload.runtime.DeviceBuilder;
import dev.syncopate.workload.runtime.cta.CtaSample;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Option that times some launches of each kernel and estimates the others. */
public final class SampleOption {
  private static final String SAMPLE = "--sample";
  private static final String OFF = "off";
  private static final String AUTO = "auto";
  private static final String CTAS = "--sample-ctas";
  private static final int FEWEST_WAVES = 4;

  /** Options that need every launch in cycles, or none. */
  private static final List<String> WHOLE =
      List.of(
          "--functional",
          "--check",
          "--strict",
          "--profile",
          "--perturb",
          "--perturb-seed",
          "--schedules",
          "--links",
          "--heat-map",
          "--interval",
          "--trace",
          "--litmus",
          "--litmus-at");

  @Option(
      names = SAMPLE,
      paramLabel = "off|N|auto",
      defaultValue = OFF,
      description =
          "Time some launches of each kernel in cycles, run the others without time, and estimate"
              + " their cycles with an error: one in N of each kernel, grid and number of"
              + " instructions, or, with auto, as many as the error asks for. Default: off; see"
              + " docs/use/sampling.md.")
  private String rate = OFF;

  @Option(
      names = CTAS,
      paramLabel = "off|W|auto",
      description =
          "With --sample: of a timed launch whose CTAs fill the machine at least 2 W times, run W"
              + " waves of CTAs in cycles, and estimate the whole; off runs all CTAs. Default: auto,"
              + " 8 waves with core.placement=dynamic, else off; see docs/use/sampling.md.")
  private @Nullable String ctas;

  /** Whether launches are sampled. */
  public boolean asked() {
    return !rate.equals(OFF);
  }

  /** The device, sampled if that is asked for. */
  public DeviceBuilder prepare(DeviceBuilder device) {
    if (!asked()) {
      return device;
    }
    CtaSample waves = waves();
    return waves == null ? device.sample(every()) : device.sample(every(), waves);
  }

  /** CTAs of a timed launch; null for the machine's choice. */
  private @Nullable CtaSample waves() {
    String word = ctas;
    if (word == null || word.equals(AUTO)) {
      return null;
    }
    if (word.equals(OFF)) {
      return CtaSample.ALL;
    }
    int waves = positive(word);
    if (waves < FEWEST_WAVES) {
      throw new UserErrorException(
          "%s: found %s; expected off, auto, or a number of waves of CTAs from %d"
              .formatted(CTAS, word, FEWEST_WAVES));
    }
    return CtaSample.waves(waves);
  }

  private int every() {
    if (rate.equals(AUTO)) {
      return 0;
    }
    int every = positive(rate);
    if (every < 1) {
      throw new UserErrorException(
          "%s: found %s; expected off, auto, or a number of launches from 1 of which one is timed"
              .formatted(SAMPLE, rate));
    }
    return every;
  }

  /** A number; 0 for anything else. */
  private static int positive(String word) {
    try {
      return Math.max(0, Integer.parseInt(word));
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  /**
   * Refuses a wrong rate, and options that need every launch in cycles.
   *
   * @param furtherOptions further ones that are asked for, as the user calls them
   */
  public void check(CommandSpec command, List<String> furtherOptions) {
    CtaSample _ = waves();
    if (!asked()) {
      if (ctas != null) {
        throw new UserErrorException(
            "%s chooses CTAs of the launches that %s times: found it alone; expected both"
                .formatted(CTAS, SAMPLE));
      }
      return;
    }
    every();
    Stream.concat(
            WHOLE.stream()
                .filter(option -> command.commandLine().getParseResult().hasMatchedOption(option)),
            furtherOptions.stream())
        .findFirst()
        .ifPresent(option -> {
          throw new UserErrorException(
              "%s runs most launches without time and unobserved: found it with %s; expected one of"
                      .formatted(SAMPLE, option)
                  + " them (--functional --check checks all launches without time)");
        });
  }
}
