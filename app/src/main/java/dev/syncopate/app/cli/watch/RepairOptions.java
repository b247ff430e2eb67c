package dev.syncopate.app.cli.watch;

import dev.syncopate.app.cli.console.UserErrorException;
import dev.syncopate.app.extract.RepairSubject;
import dev.syncopate.app.repair.RepairReport;
import dev.syncopate.app.repair.Repairer;
import dev.syncopate.check.Checker;
import dev.syncopate.check.report.Check;
import dev.syncopate.check.report.Finding;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options by which {@code repair} tells another command what to repair. */
public final class RepairOptions {
  /** Selector of all races. */
  private static final String ALL = "all";

  /** The number of a finding, or all. */
  @Option(names = "--repair-race", hidden = true)
  private @Nullable String selector;

  /** Runs of edited programs. */
  @Option(names = "--repair-tries", hidden = true, defaultValue = "12")
  private int tries;

  /** Whether a race is to be repaired. */
  public boolean wanted() {
    return selector != null;
  }

  int tries() {
    return tries;
  }

  /**
   * The races that are to be repaired.
   *
   * @param cycles of the run as it is
   * @throws UserErrorException if there is no race of that number
   */
  Repairer.Request request(Checker checker, long cycles) {
    List<RepairSubject> races = RepairSubject.of(checker);
    List<Finding> findings =
        checker.findings().stream()
            .filter(finding -> finding.counts() && finding.check() == Check.RACES)
            .toList();
    if (selector == null || selector.equals(ALL)) {
      return new Repairer.Request(races, findings, true, cycles);
    }
    int number = Integer.parseInt(selector);
    if (number > races.size()) {
      throw new UserErrorException(
          "there is no race %d: the run has %s"
              .formatted(number, races.isEmpty() ? "none" : "" + races.size()));
    }
    return new Repairer.Request(List.of(races.get(number - 1)), findings, false, cycles);
  }

  /**
   * Checks what {@code repair} is asked for.
   *
   * @throws UserErrorException if it is neither a number nor {@code all}
   */
  public static void checkWhich(String selector) {
    if (!LitmusOptions.isNumber(selector) && !selector.equals(ALL)) {
      throw new UserErrorException(
          "expected the number of a race or 'all', found '" + selector + "'");
    }
  }

  /**
   * The exit code: with a repair for each race it is the command's own.
   *
   * @param otherwise the command's own
   * @param checked with what checks have found
   * @param report null where nothing was to be repaired
   */
  public static int exitCode(int otherwise, int checked, @Nullable RepairReport report) {
    return report != null && report.complete() ? otherwise : checked;
  }
}
