package dev.syncopate.machine.divergence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;

/**
 * Random control-flow graphs: under every schedule each lane must execute exactly the instructions
 * that it would execute alone. Post-dominators come from the definition: remove a node and see
 * whether the exit can still be reached.
 */
class RandomControlFlowTest {
  private static final int LANES = 8;
  private static final int VISITS = 6;

  /**
   * Instruction i goes to {@code target[i]} where {@link #takes} says so, else to i + 1; the last
   * one is the exit.
   */
  private record Graph(int[] target, long salt) {
    boolean takes(int pc, int lane, int visit) {
      if (target[pc] <= pc && visit >= VISITS) {
        return false;
      }
      long h =
          (salt ^ (pc * 0x9e3779b97f4a7c15L))
              + lane * 0xc2b2ae3d27d4eb4fL
              + visit * 0x165667b19e3779f9L;
      h ^= h >>> 31;
      h *= 0xff51afd7ed558ccdL;
      return (h >>> 40 & 1) == 1;
    }

    int exit() {
      return target.length;
    }

    boolean reachesExitWithout(int startNode, int removed) {
      boolean[] visited = new boolean[exit() + 1];
      List<Integer> work = new ArrayList<>(List.of(startNode));
      while (!work.isEmpty()) {
        int node = work.removeLast();
        if (node == removed || visited[node]) {
          continue;
        }
        visited[node] = true;
        if (node == exit()) {
          return true;
        }
        work.add(node + 1);
        work.add(target[node]);
      }
      return false;
    }

    /** The post-dominator of the branch that no other one lies before. */
    int reconvergence(int branch) {
      for (int candidate = 0; candidate <= exit(); candidate++) {
        if (candidate == branch || reachesExitWithout(branch, candidate)) {
          continue;
        }
        boolean nearest = true;
        for (int node = 0; node <= exit(); node++) {
          if (node != branch && node != candidate && !reachesExitWithout(branch, node)) {
            nearest &= !reachesExitWithout(node, candidate) && reachesExitWithout(candidate, node);
          }
        }
        if (nearest) {
          return candidate == exit() ? -1 : candidate;
        }
      }
      return -1;
    }

    List<Integer> alone(int lane) {
      List<Integer> path = new ArrayList<>();
      int[] visits = new int[exit() + 1];
      int pc = 0;
      while (pc != exit()) {
        path.add(pc);
        pc = takes(pc, lane, visits[pc]++) ? target[pc] : pc + 1;
      }
      return path;
    }
  }

  @Test
  void everyLaneTakesItsOwnPath() {
    long seed = 20261121;
    for (int round = 0; round < 2000; round++) {
      RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed + round);
      int size = random.nextInt(2, 9);
      int[] target = new int[size];
      for (int i = 0; i < size; i++) {
        target[i] = random.nextInt(size + 1);
      }
      Graph graph = new Graph(target, random.nextLong());
      check(graph, new IndependentScheduling(2), "its, seed " + (seed + round));
      IndependentScheduling perturbed = new IndependentScheduling(2);
      perturbed.perturb(new LaneOrder(new Random(seed + round)));
      check(graph, perturbed, "its in another order, seed " + (seed + round));
      check(graph, new ReconvergenceStack(), "ipdom, seed " + (seed + round));
    }
  }

  private static void check(Graph graph, LaneSchedule warp, String description) {
    List<List<Integer>> paths = new ArrayList<>();
    int[][] visits = new int[LANES][graph.exit() + 1];
    for (int lane = 0; lane < LANES; lane++) {
      paths.add(new ArrayList<>());
    }
    warp.start((1L << LANES) - 1);
    for (int turn = 0; turn < 100_000 && !warp.finished(); turn++) {
      int pc = warp.pc();
      assertThat(warp.active()).as(description + ": a live warp can run").isNotZero();
      if (pc == graph.exit()) {
        warp.exit(warp.active());
        continue;
      }
      long takenLanes = 0;
      for (int lane = 0; lane < LANES; lane++) {
        if ((warp.active() >> lane & 1) == 1) {
          paths.get(lane).add(pc);
          if (graph.takes(pc, lane, visits[lane][pc]++)) {
            takenLanes |= 1L << lane;
          }
        }
      }
      boolean maySpin = graph.target()[pc] <= pc && (graph.salt() >> pc & 1) == 1;
      warp.branch(graph.target()[pc], takenLanes, graph.reconvergence(pc), maySpin);
    }
    for (int lane = 0; lane < LANES; lane++) {
      assertThat(paths.get(lane)).as(description + ", lane " + lane).isEqualTo(graph.alone(lane));
    }
  }
}
