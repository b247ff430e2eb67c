package dev.syncopate.app.cli.check;

import dev.syncopate.app.cli.console.UserErrorException;
import dev.syncopate.model.progress.Fairness;
import dev.syncopate.model.progress.ProgressUnits.Granularity;
import dev.syncopate.model.progress.TerminationQuestion;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that ask whether every run of a test ends. */
final class TerminationOptions {
  @Option(
      names = "--ends",
      description =
          "Ask whether every run ends, in place of the tests' conditions; a run that does not is"
              + " shown.")
  private boolean ends;

  @Option(
      names = "--fairness",
      paramLabel = "NAME",
      description =
          "Scheduler for --ends, which this option implies. weak: every thread that can step, steps;"
              + " strong: besides, what stays possible happens; hsa: the unfinished block with the"
              + " lowest number; obe: blocks that have started; hsa-obe: both; lobe: blocks that have"
              + " started and those with lower numbers; none: no thread. Default: weak")
  private @Nullable String fairness;

  @Option(
      names = "--progress-of",
      paramLabel = "block|thread",
      description =
          "What the scheduler starts and guarantees as a whole: a block, or each thread, as in tests"
              + " that write blocks as threads. Default: block")
  private @Nullable String granularity;

  /** The question; null where none is asked. */
  @Nullable TerminationQuestion question() {
    if (!ends && fairness == null) {
      if (granularity != null) {
        throw new UserErrorException("--progress-of says something of --ends or --fairness only");
      }
      return null;
    }
    try {
      return new TerminationQuestion(
          fairness == null ? Fairness.WEAK : Fairness.named(fairness), units());
    } catch (IllegalArgumentException e) {
      throw new UserErrorException("--fairness: " + e.getMessage());
    }
  }

  private Granularity units() {
    if (granularity == null) {
      return Granularity.BLOCK;
    }
    return Arrays.stream(Granularity.values())
        .filter(unit -> unit.text().equals(granularity))
        .findFirst()
        .orElseThrow(() ->
            new UserErrorException(
                "--progress-of: found '%s', expected %s"
                    .formatted(
                        granularity,
                        Arrays.stream(Granularity.values())
                            .map(Granularity::text)
                            .collect(Collectors.joining(", ")))));
  }
}
