package dev.syncopate.study.parallel;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Does the same for many things, several at once, the first ones first. What comes out is in their
 * order and does not depend on the number of threads. Ctrl-C is the work's own affair: it looks
 * whether it should go on, and gives back what it has.
 */
public final class OrderedPool {
  private static final long POLL_MILLISECONDS = 100;

  private final int threads;
  private final AtomicInteger firstFailure = new AtomicInteger(Integer.MAX_VALUE);
  private volatile boolean abandoned;

  /** A result or an exception. */
  private record Done<B>(@Nullable B result, @Nullable RuntimeException failure) {}

  /**
   * @param threads how many at once, at least 1
   */
  public OrderedPool(int threads) {
    this.threads = threads;
  }

  /** Whether what comes out is wanted no more: to be asked by long work. */
  public boolean abandoned() {
    return abandoned;
  }

  /**
   * Does it. What has begun has ended when this returns or throws, and no thread of it is left.
   *
   * @param waiting called about ten times a second while there is nothing to take
   * @param consumer gets what comes out, in the caller's thread
   * @throws RuntimeException what the work throws for the first thing for which it throws: what
   *     comes before it has been taken, and what comes behind is not begun any more
   */
  public <A, B> void run(
      List<A> things, Function<A, B> work, Runnable waiting, Consumer<B> consumer) {
    try (ForkJoinPool pool = new ForkJoinPool(threads)) {
      try {
        // A caller that waits for a task of the pool would run the task itself: one thread too
        // many.
        List<CompletableFuture<Done<B>>> futures = new ArrayList<>();
        for (int i = 0; i < things.size(); i++) {
          int place = i;
          futures.add(
              CompletableFuture.supplyAsync(() -> done(place, things.get(place), work), pool));
        }
        for (CompletableFuture<Done<B>> future : futures) {
          Done<B> completed = await(future, waiting);
          if (completed.failure() != null) {
            throw completed.failure();
          }
          consumer.accept(completed.result());
        }
      } finally {
        abandoned = true;
        firstFailure.set(
            -1); // nothing is begun any more; an interrupt would break files being written
      }
    }
  }

  /** Exceptions are handed on by hand: a pool makes others of them. */
  private <A, B> Done<B> done(int place, A thing, Function<A, B> work) {
    if (place > firstFailure.get()) {
      return new Done<>(null, null); // unused
    }
    try {
      return new Done<>(work.apply(thing), null);
    } catch (RuntimeException e) {
      firstFailure.accumulateAndGet(place, Math::min);
      return new Done<>(null, e);
    }
  }

  private static <B> Done<B> await(CompletableFuture<Done<B>> future, Runnable waiting) {
    while (true) {
      try {
        return future.get(POLL_MILLISECONDS, TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        waiting.run();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted", e);
      } catch (ExecutionException e) {
        if (e.getCause() instanceof Error error) {
          throw error;
        }
        throw new IllegalStateException(e.getCause());
      }
    }
  }
}
