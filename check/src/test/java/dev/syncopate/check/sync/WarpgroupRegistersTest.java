package dev.syncopate.check.sync;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.check.race.Kernels;
import dev.syncopate.check.report.Check;
import dev.syncopate.check.report.Finding;
import dev.syncopate.workload.runtime.DeviceBuilder;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Registers of warpgroups' products: fences before, waits behind (PTX ISA, "wgmma.fence",
 * "wgmma.wait_group").
 */
class WarpgroupRegistersTest {
  private static final String DECLARATIONS =
      """
      .reg .b32 %d<8>; .reg .b32 %e<8>; .reg .b32 %a<4>; .reg .pred %q; mov.u64 %rd5, 0x80000; setp.ne.u32 %q, %r2, %r2;
      """;

  /** A warpgroup executes words, one a line, the first in line 1. */
  private static List<Finding> check(String words) {
    String body =
        DECLARATIONS
            + words
                .replace(" ", "\n")
                .replace("FENCE", "wgmma.fence.sync.aligned;")
                .replace("COMMIT", "wgmma.commit_group.sync.aligned;")
                .replace("WAIT0", "wgmma.wait_group.sync.aligned 0;")
                .replace("WAIT1", "wgmma.wait_group.sync.aligned 1;")
                .replace("SUMS_AS_A", product(8, "%e", "{%d0, %d1, %d2, %d3}"))
                .replace("OTHER", product(8, "%e", "{%a0, %a1, %a2, %a3}"))
                .replace("WIDE", product(16, "%d", "{%a0, %a1, %a2, %a3}"))
                .replace("INTO_A", product(8, "%a", "%rd5"))
                .replace("SHARED", product(8, "%d", "%rd5"))
                .replace("MMA", product(8, "%d", "{%a0, %a1, %a2, %a3}"))
                .replace("SET_D", "add.u32 %d1, %r2, 1;")
                .replace("NOT_D", "@%q add.u32 %d1, %r2, 1;")
                .replace("MOVE_D", "mov.b32 %d1, 0;")
                .replace("MOVE_A", "mov.b32 %a1, %r2;")
                .replace("COPY_D", "mov.b32 %r8, %d0;")
                .replace("GET_D", "add.u32 %r8, %d3, 1;")
                .replace("STORE_D", "st.global.u32 [%rd4], %d0;")
                .replace("SET_A", "ld.shared.u32 %a2, [%r5];")
                .replace("GET_A", "add.u32 %r8, %a0, 1;")
                .replace("SET_E", "add.u32 %e1, %r2, 1;")
                .replace("NONE", "mov.b32 %r9, 0;")
            + "\n";
    DeviceBuilder device = new DeviceBuilder("rsp-8cu", "gpu", "hrf").set("core.warpWidth=32");
    return Kernels.check(device, Set.of(Check.SYNC), 1, 128, body).findings();
  }

  private static String product(int columns, String d, String a) {
    StringBuilder sums = new StringBuilder();
    for (int i = 0; i < columns / 2; i++) {
      sums.append(i == 0 ? "" : ", ").append(d).append(i);
    }
    String transposed = a.startsWith("{") ? "0" : "0, 0";
    return "wgmma.mma_async.sync.aligned.m64n%dk16.f32.f16.f16 {%s}, %s, %%rd5, 1, 1, 1, %s;"
        .formatted(columns, sums, a, transposed);
  }

  /** Rule and lines of each finding: of the instruction, and of the other. */
  private static String found(List<Finding> findings) {
    return String.join(
        ", ",
        findings.stream()
            .map(finding ->
                finding.rule()
                    + " "
                    + (Kernels.line(finding) - 1)
                    + finding.related().stream()
                        .limit(1)
                        .map(place -> " " + (place.line() - Kernels.linesBefore() - 1))
                        .reduce("", String::concat))
            .toList());
  }

  /** A fence stands between an access to a register of the sums or of A, and the product. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "FENCE MMA COMMIT WAIT0 | ''",
        "SET_D SET_A FENCE MMA COMMIT WAIT0 GET_D | ''",
        "MMA COMMIT WAIT0 | wgmma-no-fence 1",
        "SET_D MMA COMMIT WAIT0 | wgmma-no-fence 2 1",
        "FENCE SET_D MMA COMMIT WAIT0 | wgmma-no-fence 3 2",
        "FENCE GET_D MMA COMMIT WAIT0 | wgmma-no-fence 3 2",
        "FENCE SET_A MMA COMMIT WAIT0 | wgmma-no-fence 3 2",
        "FENCE SET_A SHARED COMMIT WAIT0 | ''",
        "FENCE NOT_D SET_E NONE MMA COMMIT WAIT0 | ''",
        // moves are the compiler's
        "FENCE MOVE_D MOVE_A COPY_D MMA COMMIT WAIT0 | ''",
        "FENCE SET_D MOVE_D MMA COMMIT WAIT0 | wgmma-no-fence 4 2",
        // one fence is enough for a chain, and one lacks
        "FENCE MMA MMA SHARED COMMIT WAIT0 MMA COMMIT WAIT0 | ''",
        "FENCE SET_D MMA MMA COMMIT WAIT0 | wgmma-no-fence 3 2",
        "FENCE MMA COMMIT WAIT0 GET_D MMA COMMIT WAIT0 | wgmma-no-fence 6 5",
        "FENCE MMA COMMIT WAIT0 GET_D FENCE MMA COMMIT WAIT0 | ''",
        // of another shape
        "FENCE MMA WIDE COMMIT WAIT0 | wgmma-no-fence 3 2",
        "FENCE MMA COMMIT WAIT0 WIDE COMMIT WAIT0 | wgmma-no-fence 5 2",
        "FENCE MMA FENCE WIDE COMMIT WAIT0 | ''",
        // in another place of the product
        "FENCE MMA OTHER COMMIT WAIT0 | ''",
        "FENCE MMA INTO_A COMMIT WAIT0 | wgmma-no-fence 3 2",
        "FENCE MMA FENCE INTO_A COMMIT WAIT0 | ''"
      })
  void aFenceStandsBehindAccessesToRegisters(String words, String expected) {
    assertThat(found(check(words))).isEqualTo(expected);
  }

  /** A wait for the product's group stands before an access to its registers. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "FENCE MMA COMMIT GET_D WAIT0 | wgmma-in-flight 4 2",
        "FENCE MMA COMMIT SET_D WAIT0 | wgmma-in-flight 4 2",
        "FENCE MMA COMMIT STORE_D WAIT0 | wgmma-in-flight 4 2",
        "FENCE MMA COMMIT SET_A WAIT0 | wgmma-in-flight 4 2",
        "FENCE MMA COMMIT GET_A WAIT0 | wgmma-in-flight 4 2",
        "FENCE SHARED COMMIT SET_A WAIT0 | ''",
        "FENCE MMA COMMIT NOT_D SET_E NONE WAIT0 | ''",
        "FENCE MMA COMMIT WAIT0 GET_D | ''",
        "FENCE MMA COMMIT WAIT1 GET_D WAIT0 | wgmma-in-flight 5 2",
        "FENCE MMA WAIT0 GET_D COMMIT WAIT0 | wgmma-in-flight 4 2",
        "FENCE MMA GET_D COMMIT WAIT0 | wgmma-in-flight 3 2",
        "FENCE MMA COMMIT MOVE_D WAIT0 | wgmma-in-flight 4 2",
        "FENCE MMA COMMIT COPY_D WAIT0 | wgmma-in-flight 4 2",
        "FENCE MMA COMMIT MOVE_A WAIT0 | ''",
        // of two groups the older is over
        "FENCE MMA COMMIT OTHER COMMIT WAIT1 GET_D WAIT0 SET_E | ''",
        "FENCE MMA COMMIT OTHER COMMIT WAIT1 SET_E WAIT0 | wgmma-in-flight 7 4",
        "FENCE MMA COMMIT OTHER COMMIT WAIT1 SET_A WAIT0 | wgmma-in-flight 7 4",
        "FENCE MMA COMMIT MMA COMMIT WAIT1 GET_D WAIT0 | wgmma-in-flight 7 4",
        // one finding for a product
        "FENCE MMA COMMIT GET_D STORE_D SET_A WAIT0 | wgmma-in-flight 4 2",
        // sums are the next product's A
        "FENCE MMA COMMIT FENCE SUMS_AS_A COMMIT WAIT0 | wgmma-in-flight 5 2",
        "FENCE MMA COMMIT WAIT0 FENCE SUMS_AS_A COMMIT WAIT0 | ''"
      })
  void aWaitStandsBeforeAccessesToRegisters(String words, String expected) {
    assertThat(found(check(words))).isEqualTo(expected);
  }

  /** It is the order of instructions that counts, and not when products end. */
  @Test
  void aProductThatHasEndedIsWaitedFor() {
    assertThat(found(check("FENCE MMA COMMIT nanosleep.u32\t9000; GET_D")))
        .isEqualTo("wgmma-in-flight 5 2");
  }

  @Test
  void theFindingsNameBothInstructionsAndWhatLacks() {
    Finding unfenced = check("FENCE SET_D MMA COMMIT WAIT0").getFirst();
    assertThat(unfenced.title()).isEqualTo("wgmma.mma_async without a wgmma.fence");
    assertThat(unfenced.details().get(0))
        .startsWith("wgmma.mma_async at k.ptx:")
        .endsWith("by CTA (0,0,0), thread (0,0,0)");
    assertThat(unfenced.details().get(1))
        .startsWith("add")
        .endsWith(
            "by CTA (0,0,0), thread (0,0,0) accesses a register of it, with no wgmma.fence between"
                + " them");
    assertThat(unfenced.details().get(2)).startsWith("wgmma.fence.sync.aligned must stand between");
    assertThat(check("MMA COMMIT WAIT0").getFirst().details().get(0))
        .endsWith(": its warp has executed no wgmma.fence");
    Finding early = check("FENCE MMA COMMIT WAIT1 GET_D WAIT0").getFirst();
    assertThat(early.title())
        .isEqualTo("access to a register of a product that may still be in flight");
    assertThat(early.details().get(1))
        .startsWith("wgmma.mma_async at k.ptx:")
        .contains(" has its sums or its A in that register; wgmma.wait_group 1 at k.ptx:")
        .endsWith(" is not for its group");
    assertThat(early.count()).isEqualTo(4);
  }
}
