package dev.syncopate.app.explore;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Does the same for many things, several at once. What comes out is in their order and does not
 * depend on the number of threads.
 */
public final class Pool {
  private static final long POLL_MILLISECONDS = 100;

  private final int threads;
  private volatile boolean abandoned;

  /** What came out, or what was thrown. */
  private record Done<B>(@Nullable B result, @Nullable RuntimeException failure) {}

  public Pool(int threads) {
    this.threads = threads;
  }

  /** Whether what comes out is wanted no more: to be asked by long work. */
  public boolean abandoned() {
    return abandoned;
  }

  /**
   * Does it.
   *
   * @param waiting called now and then while there is nothing to take
   * @param taken gets what comes out, in the caller's thread
   * @throws RuntimeException what the work throws for the first thing for which it throws
   */
  public <A, B> void run(List<A> things, Function<A, B> work, Runnable waiting, Consumer<B> taken) {
    try (ForkJoinPool pool = new ForkJoinPool(threads)) {
      try {
        // Whoever waits for a task of the pool itself would do it: one thread too many.
        List<CompletableFuture<Done<B>>> futures = new ArrayList<>();
        for (A thing : things) {
          futures.add(CompletableFuture.supplyAsync(() -> done(thing, work), pool));
        }
        for (CompletableFuture<Done<B>> future : futures) {
          Done<B> done = await(future, waiting);
          if (done.failure() != null) {
            throw done.failure();
          }
          taken.accept(done.result());
        }
      } finally {
        abandoned = true;
        pool.shutdownNow();
      }
    }
  }

  /** Exceptions are handed on by hand: a pool makes others of them. */
  private static <A, B> Done<B> done(A thing, Function<A, B> work) {
    try {
      return new Done<>(work.apply(thing), null);
    } catch (RuntimeException e) {
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
