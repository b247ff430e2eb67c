package dev.syncopate.workload.heterosync.mutex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.workload.heterosync.Runs;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.DeviceBuilder;
import dev.syncopate.workload.suite.WorkloadInputException;
import dev.syncopate.workload.suite.WorkloadOutcome;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** CTAs and the CPU exclude one another under every protocol and model, and a fault is found. */
class CpuGpuLockTest {
  private static Device device(String machine, String protocol, String model, int threads) {
    return new DeviceBuilder(machine, protocol, model)
        .set("cpu.cores=1")
        .set("core.clock=700MHz")
        .threads(threads)
        .open();
  }

  private static Device device(String machine, String protocol, String model) {
    return device(machine, protocol, model, 1);
  }

  @ParameterizedTest
  @CsvSource({
    "nvcc, srsp-8cu, gpu, drf0",
    "clang, srsp-8cu, gpu, hrf",
    "nvcc, titanv-80sm, gpu, drfrlx",
    "nvcc, srsp-8cu, denovo, drf0",
    "clang, titanv-80sm, denovo, hrf",
    "nvcc, srsp-8cu, denovo, drfrlx",
    "nvcc, rsp-8cu, brsp, hrf",
    "nvcc, srsp-8cu, srsp, hrf",
    "nvcc, srsp-8cu, srsp-opt, hrf"
  })
  void ctasAndTheCpuExcludeOneAnother(
      String compiler, String machine, String protocol, String model) {
    for (String lock : List.of("ticket", "spin")) {
      WorkloadOutcome outcome =
          Runs.small(
              new CpuGpuLock(Runs.kernels(compiler)),
              device(machine, protocol, model),
              "units=8",
              "lock=" + lock);
      assertThat(outcome.verified()).as("%s: %s", lock, outcome.message()).isTrue();
      assertThat(outcome.figures()).containsEntry("visits", 99L).containsEntry("visits.cpu", 3L);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "gpu, hrf, unordered",
    "gpu, drfrlx, unordered",
    "denovo, hrf, unordered",
    "denovo, drfrlx, unordered",
    "gpu, drf0, open",
    "denovo, drf0, open",
    "gpu, hrf, unordered-cpu",
    "denovo, drfrlx, unordered-cpu"
  })
  void whatIsWrongIsFound(String protocol, String model, String fault) {
    WorkloadOutcome outcome =
        Runs.small(new CpuGpuLock(), device("srsp-8cu", protocol, model), "fault=" + fault);
    assertThat(outcome.verified()).as(outcome.message()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"gpu, unordered", "denovo, unordered", "gpu, unordered-cpu"})
  void whereAllIsSequentialNoOrderNeedsToBeSaid(String protocol, String fault) {
    Device device = device("srsp-8cu", protocol, "drf0");
    assertThat(Runs.small(new CpuGpuLock(), device, "fault=" + fault).verified()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"gpu", "denovo"})
  void noDigitDependsOnTheThreads(String protocol) {
    Device oneThread = device("srsp-8cu", protocol, "hrf", 1);
    Device two = device("srsp-8cu", protocol, "hrf", 2);
    Runs.small(new CpuGpuLock(), oneThread);
    Runs.small(new CpuGpuLock(), two);
    assertThat(two.launches().getFirst().cycles())
        .isEqualTo(oneThread.launches().getFirst().cycles());
    assertThat(two.launches().getFirst().statistics())
        .isEqualTo(oneThread.launches().getFirst().statistics())
        .containsKeys("cpu.loads", "cpu.l1.hits", "cpu.cycles");
  }

  @Test
  void aMachineWithoutACpuIsRefused() {
    assertThatThrownBy(() -> Runs.small(new CpuGpuLock(), "srsp-8cu", "gpu", "hrf"))
        .isInstanceOf(WorkloadInputException.class)
        .hasMessage(
            "cpu-gpu-lock needs a CPU, and srsp-8cu has none; --set cpu.cores=1 gives it one");
  }
}
