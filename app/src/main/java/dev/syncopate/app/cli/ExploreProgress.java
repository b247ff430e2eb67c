package dev.syncopate.app.cli;

import dev.syncopate.app.report.ProgressLine;
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
  private final @Nullable ProgressLine line;

  /** For judging what was seen when the time was over. */
  private static final long GRACE = 5_000_000_000L;

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
      @Nullable ProgressLine line, @Nullable Integer timeout, Interruption interruption) {
    this.line = line;
    this.interruption = interruption;
    limit = timeout == null ? Long.MAX_VALUE : timeout * 1_000_000_000L;
  }

  /**
   * Is told of one test's exploration.
   *
   * @param stop asked whether to stop, whatever time is left
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

  /** Why what is not yet explored should end. */
  @Nullable String whyOver() {
    return isOver() ? "out of time" : null;
  }

  /** Why judging what was explored should end, too: some seconds later. */
  @Nullable String whyAtLast() {
    return System.nanoTime() - start - limit >= GRACE
        ? "--timeout is over"
        : interruption.whyAtLast();
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
