package dev.syncopate.app.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Turns Ctrl-C into a polite stop: the run is asked to end, prints what it knows, and only then
 * does the process exit, with {@link ExitCode#INTERRUPTED}.
 */
final class Interruption implements AutoCloseable {
  /** Longer than printing a report takes; a second Ctrl-C does not wait. */
  private static final long PATIENCE_SECONDS = 20;

  private final CountDownLatch finished = new CountDownLatch(1);
  private final Thread hook = Thread.ofPlatform().name("interruption").unstarted(this::stop);
  private volatile boolean requested;

  /** Begins to listen; {@link #close} must follow, or the process's end would wait for it. */
  void arm() {
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** Whether the run should end. */
  boolean requested() {
    return requested;
  }

  private void stop() {
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
