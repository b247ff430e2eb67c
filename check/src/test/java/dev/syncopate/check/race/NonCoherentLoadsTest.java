package dev.syncopate.check.race;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.check.Checker;
import dev.syncopate.check.report.Check;
import dev.syncopate.check.report.Finding;
import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.DeviceBuilder;
import dev.syncopate.workload.runtime.Kernel;
import dev.syncopate.workload.runtime.LaunchShape;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Non-coherent loads ({@code ld.global.nc}): no order makes up for a write in the same launch (PTX
 * ISA, "ld.global.nc"; its memory model leaves them out).
 */
class NonCoherentLoadsTest {
  private static final String RULE = "race-non-coherent";

  /** The message is ordered behind the flag, and still must not be loaded so. */
  @Test
  void synchronisationDoesNotOrderThem() {
    String message =
        Kernels.message(
            "st.release.gpu.global.u32 [%rd2], 1;", "ld.acquire.gpu.global.u32 %r6, [%rd2];", "");
    assertThat(Kernels.check(2, 32, message)).isEmpty();
    String constant = message.replace("ld.global.u32 %r7", "ld.global.nc.u32 %r7");
    List<Finding> findings = Kernels.check(2, 32, constant);
    assertThat(findings).extracting(Finding::rule).containsExactly(RULE);
    assertThat(Kernels.pairs(findings)).containsExactly("3-10");
    Finding finding = findings.getFirst();
    assertThat(finding.title())
        .isEqualTo("data race on argument 0[0]: a non-coherent load of what the launch writes");
    assertThat(finding.details().get(0)).startsWith("weak store at ");
    assertThat(finding.details().get(1)).startsWith("non-coherent load at ");
    assertThat(finding.details().get(2))
        .isEqualTo(
            "a non-coherent load is for what no thread writes in the same launch: no synchronisation"
                + " orders it with a write, and its cache may keep old bytes; ld.acquire or ld.relaxed"
                + " reads a flag, and a plain ld what synchronisation orders (in CUDA without __ldg and"
                + " const __restrict__)");
  }

  /** A flag that is polled so: one finding, whichever access was first. */
  @Test
  void aFlagIsToldOnce() {
    String message =
        Kernels.message(
            "st.release.gpu.global.u32 [%rd2], 1;",
            "nanosleep.u32 2000; ld.global.nc.u32 %r6, [%rd2];", "fence.acq_rel.gpu;");
    assertThat(Kernels.check(2, 32, message))
        .filteredOn(finding -> finding.rule().equals(RULE))
        .hasSize(1);
  }

  /** Each line is by the 64 threads of a CTA, or by thread 0 ({@code %p2}). */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // the load first: it may be performed behind the barrier
        "ld.global.nc.u32 %r6, [%rd1]; bar.sync 0; @%p2 st.global.u32 [%rd1], 1; | true",
        "ld.global.u32 %r6, [%rd1]; bar.sync 0; @%p2 st.global.u32 [%rd1], 1; | false",
        // a thread's own write
        "st.global.u32 [%rd4], 1; ld.global.nc.u32 %r6, [%rd4]; | true",
        "ld.global.nc.u32 %r6, [%rd4]; st.global.u32 [%rd4], 1; | true",
        "st.global.u32 [%rd4], 1; ld.global.nc.u32 %r6, [%rd4+256]; | false",
        // a later plain load does not stand for it
        "ld.global.nc.u32 %r6, [%rd4]; ld.global.u32 %r7, [%rd4]; st.global.u32 [%rd4], 1; | true",
        "@%p2 ld.global.nc.u32 %r6, [%rd1]; bar.sync 0; ld.global.u32 %r7, [%rd1]; bar.sync 0;"
            + " @%p2 st.global.u32 [%rd1], 1; | true",
        // strong writes, and updates
        "@%p2 st.relaxed.gpu.global.u32 [%rd1], 1; bar.sync 0; ld.global.nc.u32 %r6, [%rd1]; | true",
        "@%p2 red.relaxed.gpu.global.add.u32 [%rd1], 1; bar.sync 0; ld.global.nc.u32 %r6, [%rd1]; | true",
        // other bytes of a word
        "@%p2 st.global.u8 [%rd1], 1; bar.sync 0; ld.global.nc.u8 %r6, [%rd1+1]; | false",
        "@%p2 st.global.u8 [%rd1+1], 1; bar.sync 0; ld.global.nc.u16 %r6, [%rd1]; | true",
        "@%p2 st.global.u32 [%rd1+12], 1; bar.sync 0;"
            + " ld.global.nc.v4.u32 {%r6, %r7, %r8, %r9}, [%rd1]; | true"
      })
  void anyWriteInTheLaunchCounts(String body, boolean isFound) {
    List<Finding> findings = Kernels.check(1, 64, body.replace("; ", ";\n"));
    assertThat(findings)
        .extracting(Finding::rule)
        .containsExactlyElementsOf(isFound ? List.of(RULE) : List.of());
  }

  /** A bulk copy writes, by another proxy. */
  @ParameterizedTest
  @ValueSource(strings = {"ld.global.nc.u32", "ld.global.u32"})
  void aCopyWritesToo(String load) {
    List<Finding> findings =
        Kernels.check(
            1,
            64,
            """
              @%%p2 cp.async.bulk.global.shared::cta.bulk_group [%%rd1], [tile], 256;
              @%%p2 cp.async.bulk.commit_group;
              @%%p2 cp.async.bulk.wait_group 0;
              bar.sync 0;
              %s %%r7, [%%rd4];
            """
                .formatted(load));
    assertThat(findings)
        .extracting(Finding::rule)
        .containsExactlyElementsOf(load.contains(".nc") ? List.of(RULE) : List.of());
  }

  /** What earlier launches have written is constant. */
  @Test
  void earlierLaunchesDoNotCount() {
    String text =
        """
        .version 8.4
        .target sm_80
        .address_size 64
        .visible .entry k(.param .u64 from, .param .u64 to) {
          .reg .b32 %r<4>;
          .reg .b64 %rd<4>;
          ld.param.u64 %rd1, [from];
          ld.param.u64 %rd2, [to];
          ld.global.nc.u32 %r1, [%rd1];
          add.u32 %r1, %r1, 1;
          st.global.u32 [%rd2], %r1;
          ret;
        }
        """;
    Device device = new DeviceBuilder("rsp-8cu", "gpu", "hrf").watchdog(200_000).open();
    Checker checker =
        new Checker(Set.of(Check.RACES), device.machine().memory().unitsPerGpu(), false, Set.of());
    checker.watch(device::observe);
    Kernel kernel = device.load("k.ptx", text).kernel("k");
    Buffer even = device.allocate("even", 64);
    Buffer odd = device.allocate("odd", 64);
    kernel.launch(LaunchShape.of(1, 1), even, odd);
    kernel.launch(LaunchShape.of(1, 1), odd, even);
    assertThat(checker.findings()).isEmpty();
    kernel.launch(LaunchShape.of(1, 1), even, even);
    assertThat(checker.findings()).extracting(Finding::rule).containsExactly(RULE);
  }
}
