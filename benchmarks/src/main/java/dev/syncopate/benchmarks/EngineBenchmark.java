package dev.syncopate.benchmarks;

import dev.syncopate.sim.engine.Engine;
import dev.syncopate.sim.engine.Event;
import dev.syncopate.sim.engine.Message;
import dev.syncopate.sim.engine.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Time of one window of 12 cycles over 104 parts, of which half act every other cycle and send one
 * message a window each. It measures the cost of the engine itself, and the time that a second
 * thread saves.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class EngineBenchmark {
  private static final int PARTS = 104;
  private static final int WINDOW = 12;

  @Param({"1", "2"})
  public int threads;

  private Engine engine = new Engine(List.of(), 1, 1);

  private static final class Node extends Part {
    private long work;

    Node(String name) {
      super(name);
    }

    void start(Node neighbour) {
      schedule(
          new Event() {
            @Override
            protected void fire(long now) {
              work++;
              schedule(this, now + 2);
            }
          },
          0);
      schedule(
          new Event() {
            @Override
            protected void fire(long now) {
              send(new Hail(neighbour), neighbour, now + WINDOW);
              schedule(this, now + WINDOW);
            }
          },
          0);
    }
  }

  private static final class Hail extends Message {
    private final Node target;

    Hail(Node target) {
      this.target = target;
    }

    @Override
    protected void fire(long now) {
      target.work++;
    }
  }

  @Setup
  public void connect() {
    List<Node> nodes = new ArrayList<>();
    for (int i = 0; i < PARTS; i++) {
      nodes.add(new Node("node" + i));
    }
    engine = new Engine(nodes, WINDOW, threads);
    for (int i = 0; i < PARTS; i += 2) {
      nodes.get(i).start(nodes.get(i + 1));
    }
  }

  /** A thousand windows, so that starting the threads does not count. */
  @Benchmark
  @OperationsPerInvocation(1000)
  public long window() {
    long end = engine.now() + 1000L * WINDOW;
    engine.run((now, next) -> now < end);
    return engine.now();
  }
}
