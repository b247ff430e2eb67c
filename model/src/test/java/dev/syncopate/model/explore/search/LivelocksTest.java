package dev.syncopate.model.explore.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.model.explore.search.Livelocks.Livelock;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ForkJoinPool;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Livelocks of graphs, compared with those that an exhaustive search finds. */
class LivelocksTest {
  private static final int OUT = StateTransitions.OUT;

  private static @Nullable Livelock find(List<List<Integer>> graph) {
    return new Livelocks(
            graph.size(),
            new Livelocks.Graph() {
              @Override
              public void successors(int state, IntConsumer visitor) {
                graph.get(state).forEach(visitor::accept);
              }

              @Override
              public boolean leadsInto(int state, BitSet states) {
                List<Integer> next = graph.get(state);
                return next.isEmpty()
                    || next.stream().anyMatch(target -> target == OUT || states.get(target));
              }
            })
        .find();
  }

  @Test
  void whereEveryWayEndsThereIsNone() {
    assertThat(find(List.of(List.of(1), List.of(0, 2), List.of()))).isNull();
    assertThat(find(List.of(List.of(1), List.of(0, OUT)))).isNull();
  }

  @Test
  void theFirstStateOfNoReturnAndARoundAreNamed() {
    // 0 may end in 1; 2 leads into the round 4, 5, 4
    Livelock livelock =
        find(List.of(List.of(1, 2), List.of(), List.of(3), List.of(4), List.of(5), List.of(4)));
    assertThat(Objects.requireNonNull(livelock).state()).isEqualTo(2);
    assertThat(livelock.round()).hasSize(4).startsWith(3, 4, 5);
    assertThat(livelock.length()).isEqualTo(2);
    assertThat(livelock.again().stream().toArray()).containsExactly(4, 5);
  }

  @Test
  void randomGraphsAreSearchedExactly() {
    int livelocks = 0;
    for (int seed = 0; seed < 3000; seed++) {
      List<List<Integer>> graph = graph(new Random(seed));
      int size = graph.size();
      List<BitSet> reached = new ArrayList<>();
      BitSet lost = new BitSet();
      for (int state = 0; state < size; state++) {
        BitSet reachable = reached(graph, state);
        reached.add(reachable);
        boolean ends =
            reachable.stream()
                .anyMatch(successor ->
                    graph.get(successor).isEmpty() || graph.get(successor).contains(OUT));
        lost.set(state, !ends);
      }
      Livelock livelock = find(graph);
      if (lost.isEmpty()) {
        assertThat(livelock).as("seed %d: %s", seed, graph).isNull();
        continue;
      }
      livelocks++;
      assertThat(livelock).as("seed %d: %s", seed, graph).isNotNull();
      int first = Objects.requireNonNull(livelock).state();
      assertThat(first).as("seed %d: %s", seed, graph).isEqualTo(lost.nextSetBit(0));
      int last = livelock.round().getLast();
      assertThat(livelock.again()).as("seed %d: %s", seed, graph).isEqualTo(reached.get(last));
      assertThat(livelock.again().stream().allMatch(member -> reached.get(member).get(last)))
          .as("seed %d: %s", seed, graph)
          .isTrue();
      List<Integer> way = new ArrayList<>(List.of(first));
      way.addAll(livelock.round());
      for (int i = 1; i < way.size(); i++) {
        assertThat(graph.get(way.get(i - 1))).as("seed %d: %s", seed, graph).contains(way.get(i));
      }
      assertThat(way.get(way.size() - 1 - livelock.length())).isEqualTo(last);
    }
    assertThat(livelocks).isBetween(300, 2700);
  }

  /** Large enough for several threads, with states that lead back far or to no end. */
  @Test
  void severalThreadsFindTheSame() {
    int livelocks = 0;
    for (int seed = 0; seed < 12; seed++) {
      Random random = new Random(seed);
      int size = 20_000 + random.nextInt(3000);
      int trap = random.nextBoolean() ? size : random.nextInt(1, size);
      List<List<Integer>> graph = new ArrayList<>();
      for (int state = 0; state < size; state++) {
        int next = Math.min(size - 1, state + 1 + random.nextInt(900));
        int back = random.nextInt(state + 1);
        graph.add(state == size - 1 ? List.of() : List.of(back, next));
      }
      if (trap < size - 1) {
        graph.set(trap, List.of(trap));
      }
      Livelock livelock = find(graph);
      livelocks += livelock == null ? 0 : 1;
      try (ForkJoinPool pool = new ForkJoinPool(3)) {
        assertThat(pool.submit(() -> Optional.ofNullable(find(graph))).join())
            .as("seed %d", seed)
            .isEqualTo(Optional.ofNullable(livelock));
      }
    }
    assertThat(livelocks).isBetween(1, 11);
  }

  private static List<List<Integer>> graph(Random random) {
    int size = 2 + random.nextInt(12);
    List<List<Integer>> graph = new ArrayList<>();
    for (int state = 0; state < size; state++) {
      List<Integer> next = new ArrayList<>();
      for (int i = random.nextInt(8) == 0 ? 0 : 1 + random.nextInt(3); i > 0; i--) {
        next.add(random.nextInt(20) == 0 ? OUT : random.nextInt(size));
      }
      graph.add(Collections.unmodifiableList(next));
    }
    return graph;
  }

  private static BitSet reached(List<List<Integer>> graph, int start) {
    BitSet reached = new BitSet();
    reached.set(start);
    for (int size = 0; size < reached.cardinality(); ) {
      size = reached.cardinality();
      for (int vertex : reached.stream().toArray()) {
        graph.get(vertex).stream().filter(next -> next != OUT).forEach(reached::set);
      }
    }
    return reached;
  }
}
