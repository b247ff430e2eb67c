package dev.syncopate.app.cli.console;

import dev.syncopate.check.Check;
import dev.syncopate.check.Checker;
import dev.syncopate.sim.config.Nearest;
import dev.syncopate.workload.runtime.Device;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options about what a run is checked for. */
public final class CheckOptions {
  private static final String ALL = "all";

  @Option(
      names = "--check",
      paramLabel = "NAME",
      split = ",",
      description =
          "Check the run: races, or all. Exit 1 if something is found. May be repeated or given a"
              + " list.")
  List<String> names = List.of();

  /** What {@code .cta} scope takes in. */
  private enum CtaScope {
    CTA,
    UNIT
  }

  @Option(
      names = "--cta-scope",
      paramLabel = "cta|unit",
      defaultValue = "cta",
      description =
          "What --check races takes .cta scope for: a CTA, as PTX says, or all CTAs of a compute"
              + " unit, which share its L1. Default: ${DEFAULT-VALUE}")
  private CtaScope ctaScope = CtaScope.CTA;

  /** Has a device watched as was asked for; null where nothing was. */
  public @Nullable Checker watch(Device device) {
    if (names.isEmpty()) {
      return null;
    }
    Checker checker =
        new Checker(chosen(), device.machine().memory().unitsPerGpu(), ctaScope == CtaScope.UNIT);
    device.observe(checker.observer());
    return checker;
  }

  private Set<Check> chosen() {
    Set<Check> chosen = EnumSet.noneOf(Check.class);
    for (String name : names) {
      if (name.equals(ALL)) {
        return EnumSet.allOf(Check.class);
      }
      chosen.add(
          Stream.of(Check.values())
              .filter(check -> check.label().equals(name))
              .findFirst()
              .orElseThrow(() -> unknown(name)));
    }
    return chosen;
  }

  private static UserErrorException unknown(String name) {
    List<String> known =
        Stream.concat(Stream.of(Check.values()).map(Check::label), Stream.of(ALL)).toList();
    return new UserErrorException(
        "--check: there is no check named %s; there are %s%s"
            .formatted(name, String.join(", ", known), Nearest.hint(name, known)));
  }
}
