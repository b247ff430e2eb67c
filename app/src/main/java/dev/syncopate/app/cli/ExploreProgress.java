package dev.syncopate.app.cli;

import dev.syncopate.app.report.ProgressLine;
import dev.syncopate.model.explore.Explorer;
import dev.syncopate.model.explore.machine.Setup;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Shows how far an exploration is; ends it when its time is over. */
final class ExploreProgress implements Explorer.Progress {
  private final @Nullable ProgressLine line;
  private final long start = System.nanoTime();
  private final long limit;

  /**
   * @param line where to show it, or null for nowhere
   * @param timeout seconds after which to stop, or null for never
   */
  ExploreProgress(@Nullable ProgressLine line, @Nullable Integer timeout) {
    this.line = line;
    limit = timeout == null ? Long.MAX_VALUE : timeout * 1_000_000_000L;
  }

  @Override
  public boolean at(Setup setup, long states, int depth) {
    if (line != null) {
      line.show(() -> String.format(Locale.ROOT, "%s: %,d states, depth %d", setup, states, depth));
    }
    return System.nanoTime() - start < limit;
  }

  /** Takes the line away. */
  void erase() {
    if (line != null) {
      line.clear();
    }
  }
}
