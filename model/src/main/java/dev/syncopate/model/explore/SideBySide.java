package dev.syncopate.model.explore;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinTask;
import java.util.function.Function;

/** Does the same for a few things: side by side where the caller's pool has threads to spare. */
final class SideBySide {
  /** Result of one job, or its exception: by the caller alone, so that its order is kept. */
  private record Done<B>(List<B> result, List<RuntimeException> failure) {}

  private SideBySide() {}

  /**
   * The results in the order of the things.
   *
   * @throws RuntimeException what was thrown for the first thing for which something was
   */
  static <A, B> List<B> map(List<A> things, Function<A, B> work) {
    if (!ForkJoinTask.inForkJoinPool()) {
      return things.stream().map(work).toList();
    }
    List<ForkJoinTask<Done<B>>> tasks = new ArrayList<>();
    for (A thing : things) {
      tasks.add(ForkJoinTask.adapt(() -> done(thing, work)));
    }
    tasks.subList(1, tasks.size()).reversed().forEach(ForkJoinTask::fork);
    List<Done<B>> completed = new ArrayList<>();
    completed.add(tasks.getFirst().invoke());
    tasks.subList(1, tasks.size()).forEach(task -> completed.add(task.join()));
    List<B> results = new ArrayList<>();
    for (Done<B> entry : completed) {
      for (RuntimeException failure : entry.failure()) {
        throw failure;
      }
      results.addAll(entry.result());
    }
    return results;
  }

  private static <A, B> Done<B> done(A thing, Function<A, B> work) {
    try {
      return new Done<>(List.of(work.apply(thing)), List.of());
    } catch (RuntimeException e) {
      return new Done<>(List.of(), List.of(e));
    }
  }
}
