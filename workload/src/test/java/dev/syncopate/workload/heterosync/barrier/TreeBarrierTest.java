package dev.syncopate.workload.heterosync.barrier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.workload.heterosync.Runs;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.DeviceBuilder;
import dev.syncopate.workload.runtime.LaunchException;
import dev.syncopate.workload.suite.WorkloadOutcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Each barrier keeps phases apart under every model and protocol, and is convicted when it does
 * not.
 */
class TreeBarrierTest {
  @ParameterizedTest
  @CsvSource({
    "nvcc, srsp-8cu, gpu, drf0",
    "clang, srsp-8cu, gpu, hrf",
    "nvcc, srsp-8cu, gpu, drfrlx",
    "clang, rsp-8cu, brsp, hrf",
    "nvcc, srsp-8cu, srsp, hrf",
    "nvcc, titanv-80sm, gpu, hrf"
  })
  void everyBarrierKeepsPhasesApart(
      String compiler, String machine, String protocol, String model) {
    for (BarrierKind kind : BarrierKind.values()) {
      TreeBarrier barrier = new TreeBarrier(kind, Runs.kernels(compiler));
      WorkloadOutcome outcome = Runs.small(barrier, machine, protocol, model, "units=8");
      assertThat(outcome.verified()).as("%s: %s", barrier.name(), outcome.message()).isTrue();
      assertThat(outcome.message())
          .isEqualTo("32 CTAs saw each other's work after each of 3 barriers");
    }
  }

  @ParameterizedTest
  @EnumSource(BarrierKind.class)
  void aBarrierThatDoesNotWaitForOtherUnitsIsConvicted(BarrierKind kind) {
    for (String model : new String[] {"drf0", "hrf"}) {
      WorkloadOutcome outcome =
          Runs.small(new TreeBarrier(kind), "srsp-8cu", "gpu", model, "fault=early");
      assertThat(outcome.verified()).as(model).isFalse();
      assertThat(outcome.message()).contains("went on after phase");
    }
  }

  @ParameterizedTest
  @EnumSource(BarrierKind.class)
  void aBarrierThatOrdersNothingIsConvictedUnlessTheModelOrdersEverything(BarrierKind kind) {
    TreeBarrier barrier = new TreeBarrier(kind);
    for (String model : new String[] {"hrf", "drfrlx"}) {
      WorkloadOutcome outcome = Runs.small(barrier, "srsp-8cu", "gpu", model, "fault=unordered");
      assertThat(outcome.verified()).as(model).isFalse();
      assertThat(outcome.message()).startsWith("data[");
    }
    assertThat(Runs.small(barrier, "srsp-8cu", "gpu", "drf0", "fault=unordered").verified())
        .isTrue();
  }

  @ParameterizedTest
  @CsvSource({"units=1", "units=3", "ctas=1", "ctas=7", "block=1", "block=100", "accesses=2"})
  void everyOptionIsRight(String option) {
    for (BarrierKind kind : BarrierKind.values()) {
      WorkloadOutcome outcome = Runs.small(new TreeBarrier(kind), "srsp-8cu", "gpu", "hrf", option);
      assertThat(outcome.verified()).as("%s: %s", kind, outcome.message()).isTrue();
    }
  }

  @Test
  void moreUnitsThanALineHasWordsAreRight() {
    TreeBarrier barrier = new TreeBarrier(BarrierKind.LFTB);
    WorkloadOutcome outcome = Runs.small(barrier, "srsp-64cu", "gpu", "hrf", "ctas=1");
    assertThat(outcome.verified()).as(outcome.message()).isTrue();
  }

  @Test
  void ctasThatAreNotResidentAtOnceAreRefusedWithNumbers() {
    Device device = new DeviceBuilder("srsp-8cu", "gpu", "hrf").set("core.maxCtas=3").open();
    assertThatThrownBy(() -> Runs.small(new TreeBarrier(BarrierKind.TB), device))
        .isInstanceOf(LaunchException.class)
        .hasMessage(
            "cannot launch barrier_tb_lg cooperatively: of 32 CTAs 24 are resident at once, 3 in each"
                + " of 8 compute units (core.maxCtas 3)");
  }
}
