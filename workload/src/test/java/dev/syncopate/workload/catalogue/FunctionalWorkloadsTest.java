package dev.syncopate.workload.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.workload.heterosync.mutex.CpuGpuLock;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.DeviceBuilder;
import dev.syncopate.workload.suite.ContextBuilder;
import dev.syncopate.workload.suite.Workload;
import dev.syncopate.workload.suite.WorkloadOutcome;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every workload gives the right answer without time. */
class FunctionalWorkloadsTest {
  private static Stream<String> names() {
    return Workloads.all().stream()
        .filter(workload -> !(workload instanceof CpuGpuLock))
        .map(Workload::name);
  }

  private static WorkloadOutcome run(String name, DeviceBuilder machine) {
    Workload workload =
        Workloads.all().stream()
            .filter(candidate -> candidate.name().equals(name))
            .findFirst()
            .orElseThrow();
    Device device = machine.functional(true).open();
    return workload.run(new ContextBuilder(workload).size("small").build(device));
  }

  /** Kernels are interpreted at first, and compiled from their thousandth warp instruction on. */
  @ParameterizedTest
  @MethodSource("names")
  void everyWorkloadIsRight(String name) {
    WorkloadOutcome outcome =
        run(name, new DeviceBuilder("titanv-80sm", "srsp", "hrf").fuseFrom(1000));
    assertThat(outcome.verified()).as(outcome.message()).isTrue();
  }

  /**
   * Workloads whose memory depends on no order of threads: no list is filled and no numbers are
   * rounded in the order in which threads come.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "vecadd",
        "reduction",
        "histogram",
        "spinmutex",
        "sssp",
        "color",
        "mis",
        "pagerank"
      })
  void memoryIsThatOfARunInCycles(String name) {
    byte[] inCycles = contents(name, new DeviceBuilder("titanv-80sm", "srsp", "hrf"));
    DeviceBuilder functional = new DeviceBuilder("titanv-80sm", "srsp", "hrf").functional(true);
    assertThat(contents(name, functional)).isEqualTo(inCycles);
    assertThat(contents(name, functional.fuseFrom(0))).as("compiled").isEqualTo(inCycles);
  }

  private static byte[] contents(String name, DeviceBuilder builder) {
    Workload workload = Workloads.find(name).orElseThrow();
    Device device = builder.open();
    WorkloadOutcome outcome =
        workload.run(new ContextBuilder(workload).size("small").build(device));
    assertThat(outcome.verified()).as(outcome.message()).isTrue();
    return device.contents();
  }

  @ParameterizedTest
  @CsvSource({"vecadd", "histogram", "spinmutex", "pagerank-push", "sssp", "color", "tb-lg", "ht8"})
  void warpsOfSixtyFourLanesInLockstepAreRight(String name) {
    for (long fuseFrom : new long[] {0, Long.MAX_VALUE}) {
      WorkloadOutcome outcome =
          run(name, new DeviceBuilder("rsp-8cu", "srsp", "hrf").fuseFrom(fuseFrom));
      assertThat(outcome.verified()).as(outcome.message()).isTrue();
    }
  }

  @Test
  void aWorkloadWithACpuIsRefused() {
    Device device =
        new DeviceBuilder("heterosync-15cu", "gpu", "hrf")
            .set("cpu.cores=1")
            .functional(true)
            .open();
    Workload lock = new CpuGpuLock();
    assertThatThrownBy(() -> lock.run(new ContextBuilder(lock).size("small").build(device)))
        .hasMessage("the functional tier has no CPU to run host code on; it runs kernels alone");
  }
}
