package dev.syncopate.app.cli.console;

import dev.syncopate.workload.runtime.DeviceBuilder;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Option that times some launches of each kernel and estimates the others. */
public final class SampleOption {
  private static final String SAMPLE = "--sample";
  private static final String OFF = "off";
  private static final String AUTO = "auto";

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

  /** Whether launches are sampled. */
  public boolean asked() {
    return !rate.equals(OFF);
  }

  /** The device, sampled if that is asked for. */
  public DeviceBuilder prepare(DeviceBuilder device) {
    return asked() ? device.sample(every()) : device;
  }

  private int every() {
    if (rate.equals(AUTO)) {
      return 0;
    }
    int every;
    try {
      every = Integer.parseInt(rate);
    } catch (NumberFormatException e) {
      every = 0;
    }
    if (every < 1) {
      throw new UserErrorException(
          "%s: found %s; expected off, auto, or a number of launches from 1 of which one is timed"
              .formatted(SAMPLE, rate));
    }
    return every;
  }

  /**
   * Refuses a wrong rate, and options that need every launch in cycles.
   *
   * @param furtherOptions further ones that are asked for, as the user calls them
   */
  public void check(CommandSpec command, List<String> furtherOptions) {
    if (!asked()) {
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
