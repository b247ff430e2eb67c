package dev.syncopate.app.explore;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Tasks that are done several at once, with results in their order. */
final class Jobs {
  private static final long POLL_MILLISECONDS = 100;

  private Jobs() {}

  /**
   * Does all tasks and gives what is not null of what they give.
   *
   * @param jobs how many at once
   * @param shows called now and then while the results are awaited
   */
  static <T> List<T> run(List<Callable<@Nullable T>> tasks, int jobs, Runnable shows) {
    List<T> results = new ArrayList<>();
    try (ExecutorService workers = Executors.newFixedThreadPool(jobs)) {
      List<Future<@Nullable T>> futures = new ArrayList<>();
      for (Callable<@Nullable T> task : tasks) {
        futures.add(workers.submit(task));
      }
      for (Future<@Nullable T> future : futures) {
        T result = await(future, shows);
        if (result != null) {
          results.add(result);
        }
      }
    }
    return results;
  }

  private static <T> @Nullable T await(Future<@Nullable T> future, Runnable shows) {
    while (true) {
      try {
        return future.get(POLL_MILLISECONDS, TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        shows.run();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return null;
      } catch (ExecutionException e) {
        throw e.getCause() instanceof RuntimeException cause
            ? cause
            : new IllegalStateException(e.getCause());
      }
    }
  }
}
