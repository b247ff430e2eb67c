package dev.syncopate.app.cli;

import dev.syncopate.model.explore.Explorer;
import dev.syncopate.model.explore.machine.Setup;
import java.io.PrintWriter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** On a terminal shows how far an exploration is, on one line; ends it when its time is over. */
final class ExploreProgress implements Explorer.Progress {
  private static final long INTERVAL = 200_000_000;
  private static final String ERASE = "\r\u001b[K";

  private final PrintWriter err;
  private final boolean shows;
  private final long start = System.nanoTime();
  private final long limit;
  private long due = start + INTERVAL;
  private boolean shown;

  /**
   * @param timeout seconds after which to stop, or null for never
   */
  ExploreProgress(PrintWriter err, boolean shows, @Nullable Integer timeout) {
    this.err = err;
    this.shows = shows;
    limit = timeout == null ? Long.MAX_VALUE : timeout * 1_000_000_000L;
  }

  @Override
  public boolean at(Setup setup, long states, int depth) {
    long now = System.nanoTime();
    if (shows && now >= due) {
      due = now + INTERVAL;
      shown = true;
      err.printf(Locale.ROOT, "%s%s: %,d states, depth %d", ERASE, setup, states, depth);
      err.flush();
    }
    return now - start < limit;
  }

  /** Takes the line away. */
  void erase() {
    if (shown) {
      shown = false;
      err.print(ERASE);
      err.flush();
    }
  }
}
