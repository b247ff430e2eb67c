package dev.syncopate.app.cli;

import dev.syncopate.app.litmus.TestFile;
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
  private final long start = System.nanoTime();
  private final long limit;

  /** What was heard last. */
  private volatile String last = "";

  /**
   * @param line where to show it, or null for nowhere
   * @param timeout seconds after which to stop, or null for never
   */
  ExploreProgress(@Nullable ProgressLine line, @Nullable Integer timeout) {
    this.line = line;
    limit = timeout == null ? Long.MAX_VALUE : timeout * 1_000_000_000L;
  }

  /**
   * Is told of one test's exploration.
   *
   * @param stop asked whether to stop, whatever time is left
   */
  Explorer.Progress of(TestFile file, BooleanSupplier stop) {
    LitmusTest test = file.test();
    String name = test == null ? "" : test.name() + ", ";
    return (setup, states, depth) -> {
      last = String.format(Locale.ROOT, "%s%s: %,d states, depth %d", name, setup, states, depth);
      return System.nanoTime() - start < limit && !stop.getAsBoolean();
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
