package dev.syncopate.app.cli.console;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Turns Ctrl-C into a polite stop: the run is asked to end, prints what it knows, and only then
 * does the process exit, with {@link ExitCode#INTERRUPTED}.
 */
public final class Interruption implements AutoCloseable {
  /** Longer than printing a report takes; a second Ctrl-C does not wait. */
  private static final long PATIENCE_SECONDS = 20;

  /** For judging what was found before; what takes longer is left out of the report. */
  private static final long GRACE_NANOSECONDS = 5_000_000_000L;

  private final CountDownLatch finished = new CountDownLatch(1);
  private final Thread hook = Thread.ofPlatform().name("interruption").unstarted(this::stop);
  private volatile boolean requested;
  private volatile long requestTime;

  /** Begins to listen; {@link #close} must follow, or the process's end would wait for it. */
  public void arm() {
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** Whether the run should end. */
  public boolean requested() {
    return requested;
  }

  /** Why work should end that is in progress: null before Ctrl-C. */
  public @Nullable String why() {
    return requested ? "interrupted" : null;
  }

  /** The same for what the report of results so far still needs, some seconds later. */
  public @Nullable String whyAtLast() {
    return whyAfter(GRACE_NANOSECONDS);
  }

  /** The same so many nanoseconds later. */
  public @Nullable String whyAfter(long nanoseconds) {
    return requested && System.nanoTime() - requestTime > nanoseconds ? "interrupted" : null;
  }

  private void stop() {
    requestTime = System.nanoTime();
    requested = true;
    try {
      boolean _ = finished.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Everything has been printed. */
  @Override
  public void close() {
    finished.countDown();
    if (!requested) {
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException e) {
        // Ctrl-C came this very moment: the process ends as it should.
      }
    }
  }
}
