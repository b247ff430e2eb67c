package dev.syncopate.workload.heterosync.mutex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.workload.heterosync.Runs;
import dev.syncopate.workload.heterosync.Sharing;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.DeviceBuilder;
import dev.syncopate.workload.suite.ContextBuilder;
import dev.syncopate.workload.suite.WorkloadInputException;
import dev.syncopate.workload.suite.WorkloadOutcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Each mutex excludes under every model and protocol, and is convicted when it does not. */
class MutexTest {
  @ParameterizedTest
  @CsvSource({
    "nvcc, srsp-8cu, gpu, drf0",
    "nvcc, srsp-8cu, gpu, hrf",
    "clang, srsp-8cu, gpu, drfrlx",
    "clang, rsp-8cu, brsp, hrf",
    "nvcc, srsp-8cu, srsp, hrf",
    "nvcc, titanv-80sm, gpu, hrf",
    "clang, heterosync-15cu, gpu, hrf"
  })
  void everyMutexExcludes(String compiler, String machine, String protocol, String model) {
    for (MutexKind kind : MutexKind.values()) {
      for (Sharing sharing : Sharing.values()) {
        Mutex mutex = new Mutex(kind, sharing, Runs.kernels(compiler));
        WorkloadOutcome outcome = Runs.small(mutex, machine, protocol, model, "units=8");
        assertThat(outcome.verified()).as("%s: %s", mutex.name(), outcome.message()).isTrue();
        assertThat(outcome.figures())
            .containsEntry("visits", 96L)
            .containsEntry("sections", sharing == Sharing.LOCAL ? 8L : 1L);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(MutexKind.class)
  void aMutexThatOrdersNothingIsConvictedUnlessTheModelOrdersEverything(MutexKind kind) {
    Mutex mutex = new Mutex(kind, Sharing.GLOBAL);
    for (String model : new String[] {"hrf", "drfrlx"}) {
      WorkloadOutcome outcome = Runs.small(mutex, "srsp-8cu", "gpu", model, "fault=unordered");
      assertThat(outcome.verified()).as(model).isFalse();
      assertThat(outcome.message()).contains("both were inside at once, or one read stale data");
    }
    assertThat(Runs.small(mutex, "srsp-8cu", "gpu", "drf0", "fault=unordered").verified()).isTrue();
  }

  @ParameterizedTest
  @EnumSource(Sharing.class)
  void aMutexThatKeepsNobodyOutIsConvicted(Sharing sharing) {
    for (String model : new String[] {"drf0", "hrf"}) {
      WorkloadOutcome outcome =
          Runs.small(new Mutex(MutexKind.SPM, sharing), "srsp-8cu", "gpu", model, "fault=open");
      assertThat(outcome.verified()).as(model).isFalse();
    }
  }

  @ParameterizedTest
  @CsvSource({"units=1", "ctas=1", "ctas=7", "block=1", "block=100", "accesses=2"})
  void everyOptionIsRight(String option) {
    for (MutexKind kind : MutexKind.values()) {
      WorkloadOutcome outcome =
          Runs.small(new Mutex(kind, Sharing.GLOBAL), "srsp-8cu", "gpu", "hrf", option);
      assertThat(outcome.verified()).as("%s: %s", kind, outcome.message()).isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource({"backoff=additive", "backoff=exponential"})
  void everyBackoffIsRight(String option) {
    Mutex mutex = new Mutex(MutexKind.SPMBO, Sharing.GLOBAL);
    assertThat(Runs.small(mutex, "srsp-8cu", "gpu", "hrf", option).verified()).isTrue();
  }

  @Test
  void fewerUnitsAreFewerVisitsOnTheSameMachine() {
    Mutex mutex = new Mutex(MutexKind.FAM, Sharing.LOCAL);
    WorkloadOutcome outcome = Runs.small(mutex, "srsp-8cu", "gpu", "hrf", "units=3", "ctas=2");
    assertThat(outcome.verified()).isTrue();
    assertThat(outcome.message()).isEqualTo("18 visits to 3 sections were one after the other");
  }

  @Test
  void whatTheMachineCannotDoIsSaid() {
    Mutex mutex = new Mutex(MutexKind.SPM, Sharing.GLOBAL);
    assertThatThrownBy(() -> Runs.small(mutex, "srsp-8cu", "gpu", "hrf", "units=9"))
        .isInstanceOf(WorkloadInputException.class)
        .hasMessage("units of spm-g can be at most the machine's 8, not 9");
    assertThatThrownBy(() -> Runs.small(mutex, "srsp-2x8cu", "gpu", "hrf"))
        .isInstanceOf(WorkloadInputException.class)
        .hasMessage(
            "spm-g synchronises at GPU scope; srsp-2x8cu has 2 GPUs, which only sys scope spans");
    Device device = Device.open("srsp-8cu", "gpu", "hrf");
    assertThatThrownBy(() -> mutex.run(new ContextBuilder(mutex).size("1M").build(device)))
        .isInstanceOf(WorkloadInputException.class)
        .hasMessage("size of spm-g can be at most 1024, not 1048576");
  }

  @Test
  void aMachineThatPlacesCtasOtherwiseIsRefused() {
    Device device =
        new DeviceBuilder("srsp-8cu", "gpu", "hrf").set("core.placement=dynamic").open();
    assertThatThrownBy(() -> Runs.small(new Mutex(MutexKind.SPM, Sharing.LOCAL), device))
        .isInstanceOf(WorkloadInputException.class)
        .hasMessage(
            "spm-l needs core.placement=static, which keeps the CTAs of a unit on that unit, not"
                + " dynamic");
  }
}
