package dev.syncopate.model.generate;

import java.util.ArrayList;
import java.util.List;

/**
 * Placement of a generated test's threads.
 *
 * @param gpus each thread's GPU
 * @param ctas each thread's block within its GPU
 */
record ThreadPlacement(List<Integer> gpus, List<Integer> ctas) {
  /** Every placement of some threads, except those that differ only in which thread is which. */
  static List<ThreadPlacement> all(int threads, int gpus) {
    List<ThreadPlacement> placements = new ArrayList<>();
    for (List<Integer> perGpu : partitions(threads, threads)) {
      if (perGpu.size() <= gpus) {
        fill(perGpu, 0, new ArrayList<>(), new ArrayList<>(), placements);
      }
    }
    return placements;
  }

  private static void fill(
      List<Integer> perGpu,
      int gpu,
      List<Integer> gpus,
      List<Integer> ctas,
      List<ThreadPlacement> placements) {
    if (gpu == perGpu.size()) {
      ThreadPlacement placement = new ThreadPlacement(List.copyOf(gpus), List.copyOf(ctas));
      if (placements.stream().noneMatch(placement::isLike)) {
        placements.add(placement);
      }
      return;
    }
    int count = perGpu.get(gpu);
    for (List<Integer> perCta : partitions(count, count)) {
      List<Integer> moreGpus = new ArrayList<>(gpus);
      List<Integer> moreCtas = new ArrayList<>(ctas);
      for (int cta = 0; cta < perCta.size(); cta++) {
        for (int i = 0; i < perCta.get(cta); i++) {
          moreGpus.add(gpu);
          moreCtas.add(cta);
        }
      }
      fill(perGpu, gpu + 1, moreGpus, moreCtas, placements);
    }
  }

  /** The ways to write a number as a sum, larger summands first and none above a limit. */
  private static List<List<Integer>> partitions(int number, int limit) {
    if (number == 0) {
      return List.of(List.of());
    }
    List<List<Integer>> partitions = new ArrayList<>();
    for (int first = Math.min(number, limit); first > 0; first--) {
      for (List<Integer> rest : partitions(number - first, first)) {
        List<Integer> partition = new ArrayList<>(List.of(first));
        partition.addAll(rest);
        partitions.add(partition);
      }
    }
    return partitions;
  }

  private boolean isLike(ThreadPlacement right) {
    return Permutations.of(gpus.size()).stream().anyMatch(order -> keeps(order, right));
  }

  /** The permutations of threads that keep the groups of threads that stand together. */
  List<int[]> symmetries() {
    return Permutations.of(gpus.size()).stream().filter(order -> keeps(order, this)).toList();
  }

  private boolean keeps(int[] order, ThreadPlacement right) {
    for (int a = 0; a < order.length; a++) {
      for (int b = 0; b < order.length; b++) {
        if (together(a, b) != right.together(order[a], order[b])
            || oneGpu(a, b) != right.oneGpu(order[a], order[b])) {
          return false;
        }
      }
    }
    return true;
  }

  private boolean oneGpu(int a, int b) {
    return gpus.get(a).equals(gpus.get(b));
  }

  private boolean together(int a, int b) {
    return oneGpu(a, b) && ctas.get(a).equals(ctas.get(b));
  }
}
