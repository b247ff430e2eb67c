package dev.syncopate.model.explore.machine;

import dev.syncopate.memory.topology.Node;
import dev.syncopate.model.explore.machine.setup.SetupPlacement;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.litmus.LitmusThread;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The tile of each thread of a test. Each GPU has as many tiles as the one that needs most.
 *
 * @param gpus how many GPUs there are, at least 1
 * @param tiles the threads of each tile, those of a GPU together
 * @param cpu the CPU's threads; none where there is no CPU
 */
record ThreadPlaces(int gpus, List<List<Placed>> tiles, List<Placed> cpu) {
  /** A thread and the number of its CTA, counted over the test; the CPU counts as one. */
  record Placed(LitmusThread thread, int cta) {}

  /** The number of a thread's CTA, counted over the test. */
  static int cta(LitmusTest test, LitmusThread thread) {
    Map<Long, Integer> ctas = new TreeMap<>();
    for (LitmusThread resident : test.threads()) {
      ctas.computeIfAbsent((long) resident.gpu() << 32 | resident.cta(), unseen -> ctas.size());
    }
    return ctas.getOrDefault((long) thread.gpu() << 32 | thread.cta(), 0);
  }

  /** The number of the first CTA of a thread's cluster. */
  static int cluster(LitmusTest test, LitmusThread thread) {
    for (LitmusThread resident : test.threads()) {
      boolean inCluster =
          resident.cluster() != LitmusThread.ALONE
              && resident.cluster() == thread.cluster()
              && resident.gpu() == thread.gpu();
      if (inCluster) {
        return cta(test, resident);
      }
    }
    return cta(test, thread);
  }

  /** Places a test's threads. */
  static ThreadPlaces of(LitmusTest test, SetupPlacement placement) {
    SortedSet<Integer> numbers = new TreeSet<>();
    test.threads().stream()
        .filter(thread -> !thread.isOnCpu())
        .forEach(thread -> numbers.add(thread.gpu()));
    if (numbers.isEmpty()) {
      numbers.add(0);
    }
    List<Integer> gpus = List.copyOf(numbers);
    List<Map<Integer, List<Placed>>> byGpu = new ArrayList<>();
    gpus.forEach(gpu -> byGpu.add(new TreeMap<>()));
    List<Placed> cpu = new ArrayList<>();
    for (LitmusThread thread : test.threads()) {
      int cta = cta(test, thread);
      int unit =
          switch (placement) {
            case APART -> cta;
            case CLUSTERS -> cluster(test, thread);
            case SAME -> 0;
          };
      List<Placed> placedThreads =
          thread.isOnCpu()
              ? cpu
              : byGpu
                  .get(gpus.indexOf(thread.gpu()))
                  .computeIfAbsent(unit, unseen -> new ArrayList<>());
      placedThreads.add(new Placed(thread, cta));
    }
    int tileCount = Math.max(1, byGpu.stream().mapToInt(Map::size).max().orElse(1));
    List<List<Placed>> tiles = new ArrayList<>();
    for (Map<Integer, List<Placed>> tilesOfGpu : byGpu) {
      tiles.addAll(tilesOfGpu.values());
      for (int i = tilesOfGpu.size(); i < tileCount; i++) {
        tiles.add(List.of());
      }
    }
    return new ThreadPlaces(gpus.size(), List.copyOf(tiles), List.copyOf(cpu));
  }

  /** The threads at a node that is no bank. */
  List<Placed> at(Node node) {
    return node.kind() == Node.Kind.CPU ? cpu : tiles.get(node.index());
  }

  /** How many CPUs there are. */
  int cpus() {
    return cpu.isEmpty() ? 0 : 1;
  }

  /** Threads of the tile that has most. */
  int most() {
    return Math.max(cpu.size(), tiles.stream().mapToInt(List::size).max().orElse(0));
  }
}
