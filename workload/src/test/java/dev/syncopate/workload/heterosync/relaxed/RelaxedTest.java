package dev.syncopate.workload.heterosync.relaxed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.workload.heterosync.Runs;
import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.DeviceBuilder;
import dev.syncopate.workload.runtime.LaunchException;
import dev.syncopate.workload.suite.Workload;
import dev.syncopate.workload.suite.WorkloadInputException;
import dev.syncopate.workload.suite.WorkloadOutcome;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Each use of relaxed atomics is right under every model and protocol, and convicted when it is
 * not.
 */
class RelaxedTest {
  private static final KernelLibrary BUNDLED = KernelLibrary.bundled();

  private static List<Workload> all(KernelLibrary kernels) {
    return List.of(
        new Flags(kernels),
        GlobalHistogram.small(kernels),
        GlobalHistogram.large(kernels),
        GlobalHistogram.read(kernels),
        new ReferenceCounters(kernels),
        new Seqlocks(kernels),
        new SplitCounters(kernels));
  }

  private static Workload named(String name) {
    return all(BUNDLED).stream().filter(w -> w.name().equals(name)).findFirst().orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({
    "nvcc, srsp-8cu, gpu, drf0",
    "clang, srsp-8cu, gpu, hrf",
    "nvcc, srsp-8cu, gpu, drfrlx",
    "clang, rsp-8cu, brsp, hrf",
    "nvcc, srsp-8cu, srsp, hrf"
  })
  void everyUseIsRight(String compiler, String machine, String protocol, String model) {
    for (Workload workload : all(Runs.kernels(compiler))) {
      WorkloadOutcome outcome = Runs.small(workload, machine, protocol, model, "units=8");
      assertThat(outcome.verified()).as("%s: %s", workload.name(), outcome.message()).isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "flags, early, dirty as the main CTA saw it",
    "hg, torn, bins",
    "hg-2k, torn, bins",
    "hg-no, torn, bins",
    "rc, torn, counters",
    "sl, careless, torn snapshots",
    "sc, shared, counters"
  })
  void whatIsWrongIsConvicted(String name, String fault, String reason) {
    for (String model : new String[] {"drf0", "hrf"}) {
      WorkloadOutcome outcome = Runs.small(named(name), "srsp-8cu", "gpu", model, "fault=" + fault);
      assertThat(outcome.verified()).as(model).isFalse();
      assertThat(outcome.message()).contains(reason);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "flags, units=1",
    "flags, chance=0",
    "flags, accesses=1",
    "flags, block=64",
    "flags, least=9",
    "hg, ctas=1",
    "hg, block=33",
    "hg-no, units=3",
    "rc, sharers=1",
    "rc, block=64",
    "rc, ctas=5",
    "sl, every=1",
    "sl, every=128",
    "sl, locks=1",
    "sl, block=32",
    "sl, block=8",
    "sl, block=100",
    "sc, ctas=3",
    "sc, ctas=37",
    "sc, block=64"
  })
  void everyOptionIsRight(String name, String option) {
    WorkloadOutcome outcome = Runs.small(named(name), "srsp-8cu", "gpu", "hrf", option);
    assertThat(outcome.verified()).as(outcome.message()).isTrue();
  }

  @Test
  void moreUnitsShareTheSameWork() {
    for (String units : new String[] {"units=1", "units=7"}) {
      assertThat(Runs.small(named("rc"), "srsp-8cu", "gpu", "hrf", units).figures())
          .containsEntry("references", 4096L);
      assertThat(Runs.small(named("sc"), "srsp-8cu", "gpu", "hrf", units).figures())
          .containsEntry("additions", 1792L)
          .containsEntry("sums", 112L);
    }
  }

  /** Two for each of 32 threads of a CTA, in each of two groups. */
  @Test
  void eachThreadOfACtaCountsReferencesToItsOwnObjects() {
    assertThat(Runs.small(named("rc"), "srsp-8cu", "gpu", "hrf", "units=8").figures())
        .containsEntry("objects", 128L);
  }

  @Test
  void oneThreadOfACtaMakesDirty() {
    WorkloadOutcome outcome =
        Runs.small(named("flags"), "srsp-8cu", "gpu", "hrf", "units=8", "chance=100", "least=9");
    long turns = outcome.figures().getOrDefault("turns", 0L);
    long workers = outcome.figures().getOrDefault("ctas", 0L) - 1;
    assertThat(outcome.figures().getOrDefault("dirty", 0L)).isBetween(9 * workers, turns * workers);
  }

  @Test
  void whatCannotRunIsSaid() {
    Device device = new DeviceBuilder("srsp-8cu", "gpu", "hrf").set("core.maxCtas=3").open();
    assertThatThrownBy(() -> Runs.small(named("flags"), device))
        .isInstanceOf(LaunchException.class)
        .hasMessageContaining("of 32 CTAs 24 are resident at once");
    assertThatThrownBy(() -> Runs.small(named("sc"), "srsp-8cu", "gpu", "hrf", "block=48"))
        .isInstanceOf(WorkloadInputException.class)
        .hasMessage(
            "block of sc must be a multiple of 32, of which half add and half read, not 48");
  }
}
