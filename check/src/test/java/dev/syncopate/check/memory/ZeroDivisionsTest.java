package dev.syncopate.check.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.check.race.Kernels;
import dev.syncopate.check.report.Check;
import dev.syncopate.check.report.Finding;
import dev.syncopate.workload.runtime.DeviceBuilder;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Integers are divided by zero, or not. */
class ZeroDivisionsTest {
  private static List<Finding> check(String body) {
    return Kernels.check(
            new DeviceBuilder("rsp-8cu", "gpu", "hrf").set("core.warpWidth=32"),
            Set.of(Check.MEMORY),
            1,
            64,
            body)
        .findings();
  }

  @ParameterizedTest
  @ValueSource(strings = {"div.u32", "div.s32", "rem.u32", "rem.s32"})
  void aThreadThatDividesByZeroIsTold(String operation) {
    List<Finding> findings =
        check(
            "sub.u32 %r6, %r2, 40;\n" + operation + " %r6, %r2, %r6;\nst.shared.u32 [%r5], %r6;\n");
    assertThat(findings)
        .singleElement()
        .satisfies(finding -> {
          assertThat(finding.rule()).isEqualTo("division-by-zero");
          assertThat(Kernels.line(finding)).isEqualTo(2);
          assertThat(finding.count()).isEqualTo(1);
          assertThat(finding.details().getFirst())
              .startsWith(operation + " at k.ptx:")
              .endsWith("by CTA (0,0,0), thread (40,0,0)");
        });
  }

  @Test
  void sixteenAndSixtyFourBitsAreDividedToo() {
    assertThat(
            check(
                """
                  cvt.u64.u32 %rd5, %r2;
                  div.s64 %rd6, %rd3, %rd5;
                  cvt.u16.u32 %h1, %r2;
                  rem.u16 %h2, %h1, %h1;
                """))
        .hasSize(2);
  }

  @Test
  void whoDividesByOthersOrNotAtAllIsRight() {
    assertThat(
            check(
                """
                  add.u32 %r6, %r2, 1;
                  div.u32 %r7, %r2, %r6;
                  @!%p2 rem.u32 %r7, %r6, %r2;
                  { .reg .f32 %f<3>;
                    mov.f32 %f1, 0f00000000;
                    div.rn.f32 %f2, %f1, %f1; }
                """))
        .isEmpty();
  }
}
