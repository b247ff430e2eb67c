package dev.syncopate.sim.engine;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Code that stops at each thing it asks for until it is answered. It runs on a virtual thread;
 * exactly one of the coroutine and its resumer runs at a time, so the order of their actions is
 * independent of the computer's scheduler.
 */
public final class Coroutine {
  private static final int LOOK_MILLISECONDS = 50;

  /** Ends code that must not continue; nothing a program would catch. */
  @SuppressWarnings("serial")
  public static final class Cancelled extends Error {
    private static final long serialVersionUID = 1;

    Cancelled() {
      super("the launch is over", null, false, false);
    }
  }

  private final Semaphore mayRun = new Semaphore(0);
  private final Semaphore hasStopped = new Semaphore(0);
  private final Thread thread;
  private boolean cancelled;
  private boolean finished;
  private @Nullable Throwable failure;

  /**
   * @param name of the thread
   * @param body what it runs; it stops by {@link #stop}
   */
  public Coroutine(String name, Runnable body) {
    thread = Thread.ofVirtual().name(name).unstarted(() -> run(body));
    thread.start();
  }

  private void run(Runnable body) {
    mayRun.acquireUninterruptibly();
    try {
      if (!cancelled) {
        body.run();
      }
    } catch (Cancelled end) {
      // as it was told
    } catch (Throwable thrown) { // whatever the code throws is the launch's failure
      failure = thrown;
    } finally {
      finished = true;
      hasStopped.release();
    }
  }

  // ---- on its own thread ----

  /** Returns control to the resumer until the coroutine is resumed again. */
  public void stop() {
    if (!thread.equals(Thread.currentThread())) {
      throw new IllegalStateException(
          "host code has asked for memory on a thread other than its own, "
              + Thread.currentThread().getName());
    }
    if (cancelled) {
      throw new Cancelled();
    }
    hasStopped.release();
    mayRun.acquireUninterruptibly();
    if (cancelled) {
      throw new Cancelled();
    }
  }

  // ---- on the other's ----

  /**
   * Lets it run until it stops or ends.
   *
   * @param givenUp asked now and then whether to wait no longer
   * @return false when it neither stopped nor ended before that
   */
  public boolean resume(BooleanSupplier givenUp) {
    mayRun.release();
    boolean interrupted = false;
    try {
      while (true) {
        try {
          if (hasStopped.tryAcquire(LOOK_MILLISECONDS, TimeUnit.MILLISECONDS)) {
            return true;
          } else if (givenUp.getAsBoolean()) {
            return false;
          }
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Whether it has ended. */
  public boolean finished() {
    return finished;
  }

  /** What it threw; null for nothing. */
  public @Nullable Throwable failure() {
    return failure;
  }

  /** Where it has stopped. */
  public StackTraceElement[] stack() {
    return thread.getStackTrace();
  }

  /** Ends it where it has stopped: its blocks {@code finally} run, and nothing they ask for. */
  public void cancel() {
    if (!finished) {
      cancelled = true;
      resume(() -> true);
    }
  }
}
