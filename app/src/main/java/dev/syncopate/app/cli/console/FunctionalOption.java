package dev.syncopate.app.cli.console;

import dev.syncopate.workload.runtime.DeviceBuilder;
import dev.syncopate.workload.runtime.Mechanisms;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Option that runs kernels without time. */
public final class FunctionalOption {
  private static final String FUNCTIONAL = "--functional";

  /** Options that choose or report what the functional tier does not have. */
  private static final List<String> TIMED =
      List.of(
          "--protocol",
          "--model",
          "--max-cycles",
          "--threads",
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
      names = FUNCTIONAL,
      description =
          "Compute results without time: no cycles, caches or protocol, and one schedule of its"
              + " own. For programs too long to simulate in cycles; see docs/use/functional.md.")
  private boolean functional;

  /** Whether it is asked for. */
  public boolean asked() {
    return functional;
  }

  /** The device without time, if that is asked for. */
  public DeviceBuilder prepare(DeviceBuilder device) {
    return device.functional(functional);
  }

  /**
   * Refuses options that have no meaning without time.
   *
   * @param timedOptions further ones that are asked for, as the user calls them
   */
  public void check(CommandSpec command, List<String> timedOptions) {
    if (!functional) {
      return;
    }
    Stream<String> fronts = Mechanisms.fronts().stream().map(front -> "--" + front.name());
    Stream.concat(
            Stream.concat(TIMED.stream(), fronts)
                .filter(option -> command.commandLine().getParseResult().hasMatchedOption(option)),
            timedOptions.stream())
        .findFirst()
        .ifPresent(option -> {
          throw refusal(option);
        });
  }

  private static UserErrorException refusal(String option) {
    return new UserErrorException(
        "%s runs kernels without cycles, caches and protocol, and under one schedule: found it with"
                .formatted(FUNCTIONAL)
            + " %s; expected one of them".formatted(option));
  }
}
