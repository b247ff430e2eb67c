package dev.syncopate.benchmarks;

import dev.syncopate.memory.network.mesh.Mesh;
import dev.syncopate.memory.network.mesh.MeshShape;
import dev.syncopate.memory.network.mesh.MeshTiming;
import dev.syncopate.memory.network.mesh.Packet;
import dev.syncopate.sim.engine.Engine;
import dev.syncopate.sim.engine.Event;
import java.util.List;
import java.util.SplittableRandom;
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
 * Time of one message of one or three flits through a mesh of four by four, 2.5 hops on average, of
 * messages that so many nodes keep under way.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class MeshBenchmark {
  private static final int MESSAGES = 10_000;
  private static final int NODES = 16;
  private static final int NETWORKS = 6;

  @Param({"1", "16", "64"})
  public int underWay;

  private final SplittableRandom random = new SplittableRandom(1);
  private Mesh mesh = new Mesh(new MeshShape(4, 4), new MeshTiming(16, 32, 6), 3, NETWORKS);
  private Engine engine = new Engine(List.of(mesh), 4, 1);
  private long departed;

  /** A message that is sent again when it has left. */
  private final class Traveller extends Packet {
    private final Event entry =
        new Event() {
          @Override
          protected void fire(long now) {
            mesh.enter(Traveller.this, now);
          }
        };

    void start(long now) {
      fill(
          random.nextInt(NODES),
          random.nextInt(3),
          random.nextInt(NODES),
          random.nextInt(3),
          random.nextInt(NETWORKS),
          random.nextBoolean() ? 1 : 3);
      mesh.schedule(entry, now);
    }

    @Override
    protected void leave(long last) {
      departed++;
      start(last + 4);
    }
  }

  @Setup
  public void fill() {
    mesh = new Mesh(new MeshShape(4, 4), new MeshTiming(16, 32, 6), 3, NETWORKS);
    engine = new Engine(List.of(mesh), 4, 1);
    for (int i = 0; i < underWay; i++) {
      new Traveller().start(1 + i % 4);
    }
  }

  @Benchmark
  @OperationsPerInvocation(MESSAGES)
  public long message() {
    long end = departed + MESSAGES;
    engine.run((now, next) -> departed < end);
    return departed;
  }
}
