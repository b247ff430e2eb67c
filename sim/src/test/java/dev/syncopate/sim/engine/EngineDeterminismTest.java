package dev.syncopate.sim.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A random network in which every node's future depends on the order of everything that reached it:
 * one message out of order anywhere changes the digests of all.
 */
@Timeout(60)
class EngineDeterminismTest {
  private static final int WINDOW = 12;
  private static final int NODES = 23;
  private static final int BUDGET = 2000;

  private static final class Node extends Part {
    private final List<Node> network;
    private final SplittableRandom random;
    private long digest;
    private int budget = BUDGET;

    Node(int number, List<Node> network, long seed) {
      super("node" + number);
      this.network = network;
      this.random = new SplittableRandom(seed * 31 + number);
    }

    void act(long now, long value) {
      digest = 31 * (31 * digest + now) + value;
      if (budget == 0) {
        return;
      }
      budget--;
      long word = random.nextLong() ^ digest;
      schedule(tick(word), now + (word >>> 8 & 7));
      if ((word & 3) != 0) {
        Node target = network.get((int) Long.remainderUnsigned(word, NODES));
        send(target.hail(digest), target, now + WINDOW + (word >>> 16 & 3));
      }
    }

    private Event tick(long value) {
      return new Event() {
        @Override
        protected void fire(long now) {
          act(now, value);
        }
      };
    }

    private Message hail(long value) {
      return new Message() {
        @Override
        protected void fire(long now) {
          act(now, value);
        }
      };
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void anyNumberOfThreadsGivesTheSameRun(long seed) {
    List<Long> singleThreaded = run(seed, 1);

    assertThat(run(seed, 1)).as("seed %d, run again", seed).isEqualTo(singleThreaded);
    assertThat(run(seed, 2)).as("seed %d, 2 threads", seed).isEqualTo(singleThreaded);
    assertThat(run(seed, 3)).as("seed %d, 3 threads", seed).isEqualTo(singleThreaded);
    assertThat(run(seed + 100, 1)).as("another seed").isNotEqualTo(singleThreaded);
  }

  private static List<Long> run(long seed, int threads) {
    List<Node> network = new ArrayList<>();
    for (int i = 0; i < NODES; i++) {
      network.add(new Node(i, network, seed));
    }
    Engine engine = new Engine(network, WINDOW, threads);
    for (Node node : network) {
      node.schedule(node.tick(seed), 1);
    }
    engine.run((now, next) -> true);
    List<Long> outcome = new ArrayList<>();
    outcome.add(engine.now());
    network.forEach(node -> outcome.add(node.digest));
    return outcome;
  }
}
