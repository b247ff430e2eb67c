package dev.syncopate.app.cli.check;

import dev.syncopate.app.cli.console.Interruption;
import dev.syncopate.app.report.ProgressDisplay;
import dev.syncopate.model.axiom.halt.Cancellation;
import dev.syncopate.model.explore.Explorer;
import dev.syncopate.model.litmus.LitmusTest;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Shows how far explorations are, several at once or one after the other; ends them when their time
 * is over. Told by those that explore, shown by one other thread.
 */
final class ExploreProgress {
  private final @Nullable ProgressDisplay line;

  /** For judging what was seen when the time was over. */
  private static final long GRACE = 5_000_000_000L;

  /** Of it, for all that the model allows. */
  private static final long FOR_ALL = 2_000_000_000L;

  private final Interruption interruption;
  private final long start = System.nanoTime();
  private final long limit;

  /** What was heard last. */
  private volatile String last = "";

  /**
   * @param line where to show it, or null for nowhere
   * @param timeout seconds after which to stop, or null for never
   * @param interruption when to stop, too
   */
  ExploreProgress(
      @Nullable ProgressDisplay line, @Nullable Integer timeout, Interruption interruption) {
    this.line = line;
    this.interruption = interruption;
    limit = timeout == null ? Long.MAX_VALUE : timeout * 1_000_000_000L;
  }

  /**
   * Is told of one test's exploration.
   *
   * @param stop asked whether to stop, even if time is left
   */
  Explorer.Progress of(LitmusTest test, BooleanSupplier stop) {
    String name = test.name();
    return (setup, states, depth) -> {
      last = String.format(Locale.ROOT, "%s, %s: %,d states, depth %d", name, setup, states, depth);
      return !isOver() && !stop.getAsBoolean();
    };
  }

  /** Whether nothing more should be explored. */
  boolean isOver() {
    return interruption.requested() || System.nanoTime() - start >= limit;
  }

  /**
   * Why looking for all that a model allows should end; and is told how far that is.
   *
   * @param stop asked whether to stop, even if time is left
   */
  Cancellation.Reason all(LitmusTest test, String model, BooleanSupplier stop) {
    return judging(test, model, FOR_ALL, stop);
  }

  /** The same for whether it allows what was seen, some seconds later. */
  Cancellation.Reason seen(LitmusTest test, String model, BooleanSupplier stop) {
    return judging(test, model, GRACE, stop);
  }

  private Cancellation.Reason judging(
      LitmusTest test, String model, long grace, BooleanSupplier stop) {
    return new Cancellation.Reason() {
      @Override
      public @Nullable String why() {
        return System.nanoTime() - start - grace >= limit
            ? "--timeout is over"
            : stop.getAsBoolean() ? "abandoned" : interruption.whyAfter(grace);
      }

      @Override
      public void after(long steps) {
        last =
            String.format(
                Locale.ROOT,
                "%s, judging under %s: %,d executions, whole or in part",
                test.name(),
                model,
                steps);
      }
    };
  }

  /** Shows it, if it is time to. */
  void show() {
    if (line != null && !last.isEmpty()) {
      line.show(() -> last);
    }
  }

  /** Takes the line away. */
  void erase() {
    if (line != null) {
      line.clear();
    }
  }
}
