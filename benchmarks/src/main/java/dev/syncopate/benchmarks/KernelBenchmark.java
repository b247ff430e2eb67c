package dev.syncopate.benchmarks;

import dev.syncopate.workload.catalogue.Workloads;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.DeviceBuilder;
import dev.syncopate.workload.suite.ContextBuilder;
import dev.syncopate.workload.suite.Workload;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Time of a whole small workload, warm: input, simulation on 80 compute units, and check. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
public class KernelBenchmark {
  @Param({"vecadd", "histogram", "pagerank-push"})
  public String workload = "";

  @Param({"1", "2"})
  public int threads;

  private @Nullable Device device;

  /** A device keeps all memory it ever allocated, so each invocation has a separate device. */
  @Setup(Level.Invocation)
  public void open() {
    device = new DeviceBuilder("titanv-80sm", "gpu", "hrf").threads(threads).open();
  }

  @Benchmark
  public boolean run() {
    Workload chosen = Workloads.find(workload).orElseThrow();
    Device fresh = Objects.requireNonNull(device);
    return chosen.run(new ContextBuilder(chosen).size("small").build(fresh)).verified();
  }
}
