package dev.syncopate.model.litmus.vulkan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.syncopate.model.litmus.InstructionAnnotation;
import dev.syncopate.model.litmus.LitmusDialect;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.litmus.LitmusThread;
import dev.syncopate.model.litmus.TestAnnotations.HostOrder;
import dev.syncopate.model.litmus.dialect.LitmusReader;
import dev.syncopate.model.source.SourceException;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Instructions of Vulkan become sets of events, and are refused where they are none. */
class VulkanRowsTest {
  private static LitmusTest test(String row) {
    return LitmusReader.read(
        "t.litmus", "Vulkan t\n{ x=0; }\nP0@sg 1, wg 2, qf 3;\n" + row + ";\nexists x=1");
  }

  @Test
  void aThreadHasItsPlaceAndTheHostItsOrder() {
    LitmusTest test =
        LitmusReader.read(
            "t",
            """
            VULKAN two
            "a comment" { x=0; } { ssw 0 1; }
            P0@sg 1, wg 2, qf 3 | P1@sg 0, wg 0, qf 0 ;
            st.sc0 x, 1         |                     ;
            exists x=1
            """);
    LitmusThread thread = test.threads().getFirst();
    assertThat(thread.warp()).isEqualTo(1);
    assertThat(thread.cta()).isEqualTo(2);
    assertThat(thread.gpu()).isEqualTo(3);
    assertThat(test.name()).isEqualTo("two");
    assertThat(test.annotations().dialect()).isEqualTo(LitmusDialect.VULKAN);
    assertThat(test.annotations().hostOrder()).containsExactly(new HostOrder(0, 1));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "st.sc0 x, 1 ! SC0",
        "st.nonpriv.sc1 x, 1 ! NONPRIV, SC1",
        "st.av.dv.sc0 x, 1 ! AV, DV, NONPRIV, SC0",
        "st.atom.rel.qf.sc2.semsc0.semsc2.semav x, 1 ! ATOM, AV, NONPRIV, QF, REL, SC2, SEMAV,"
            + " SEMSC0, SEMSC2",
        "st.atom.sg.sc0.semsc0 x, 1 ! ATOM, AV, NONPRIV, SC0, SG",
        "rmw.atom.acq.wg.sc0.semsc0 r0, x, 1 ! ATOM, AV, NONPRIV, SC0, WG",
        "membar.acq_rel.wg.semsc0.semav ! ACQ, F, REL, SEMAV, SEMSC0, WG",
        "cbar.acq.wg.semsc0.semvis 1, 0, 2 ! CBAR, F, WG",
        "cbar.dv 1 ! CBAR, DV",
        "avdevice ! AVDEVICE",
      })
  void qualifiersBecomeSetsOfTheEventThatWrites(String row, String sets) {
    InstructionAnnotation annotation =
        Objects.requireNonNull(test(row).threads().getFirst().annotation(0));
    assertThat(String.join(", ", annotation.releasing())).isEqualTo(sets);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "ld.vis.wg.sc0 r0, x ! NONPRIV, SC0, VIS, WG",
        "ld.atom.acq.dv.sc0.semsc0.semvis r0, x ! ACQ, ATOM, DV, NONPRIV, SC0, SEMSC0, SEMVIS, VIS",
        "rmw.atom.acq_rel.wg.sc0.semsc0.semav.semvis.add r0, x, 1 ! ACQ, ATOM, NONPRIV, SC0,"
            + " SEMSC0, SEMVIS, VIS, WG",
        "cbar.acq_rel.wg.semsc0.semav 1 ! ACQ, CBAR, F, SEMSC0, WG",
      })
  void qualifiersBecomeSetsOfTheEventThatReads(String row, String sets) {
    InstructionAnnotation annotation =
        Objects.requireNonNull(test(row).threads().getFirst().annotation(0));
    assertThat(String.join(", ", annotation.acquiring())).isEqualTo(sets);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "st.av.sc0 x, 1 ! 4:3: `st`: a scope is missing: `.sg`, `.wg`, `.qf` or `.dv`",
        "st x, 1 ! 4:4: `st`: a storage class is missing: `.sc0` to `.sc3`",
        "st.sc0.sc1 x, 1 ! 4:3: `st`: more than one storage class: .sc0, .sc1",
        "st.acq.sc0 x, 1 ! 4:4: `.acq` is no qualifier of `st`; there are atom, av,",
        "st.rel.wg.sc0 x, 1 ! 4:3: `st`: `.rel` goes with `.atom`, and this access is not atomic",
        "ld.sc0.sc0 r0, x ! 4:8: `.sc0` stands here a second time",
        "ld.atom.wg.sc0.semvi r0, x ! 4:16: `.semvi` is no qualifier of `ld`; there are acq, atom,"
            + " dv, nonpriv, qf, sc0, sc1, sc2, sc3, semav, semsc0, semsc1, semsc2, semsc3,"
            + " semvis, sg, vis, wg; is `semvis` meant?",
        "membar.acq.rel.wg ! 4:7: `membar`: more than one memory order: .acq, .rel",
        "membar.acq.semsc0 ! 4:7: `membar`: a scope is missing",
        "fence.acq_rel.gpu ! 4:1: found `fence`, expected an instruction (ld, st, rmw, membar,",
        "ld.sc0 x, x ! 4:8: found `x`, expected a register such as `r0`",
        "rmw.atom.wg.sc0.cas r0, x, 0 ! 4:29: found `;`, expected `,`",
        "ld.1 r0, x ! 4:4: found `1`, expected a qualifier",
      })
  void anInstructionThatIsNoneIsRefusedAtItsPlace(String row, String problem) {
    assertThat(catchThrowableOfType(SourceException.class, () -> test(row)))
        .hasMessageStartingWith("t.litmus:" + problem);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "{} P0@cta 0 ! t:2:7: found `cta`, expected `sg`",
        "{} P0@sg 0, qf 0 ! t:2:13: found `qf`, expected `wg`",
        "{} { ssw 0 } ! t:2:12: found `}`, expected a thread such as `P0`",
        "{} { sww 0 1 } ! t:2:6: found `sww`, expected `ssw`",
      })
  void aPlaceThatIsNoneIsRefused(String text, String problem) {
    assertThat(
            catchThrowableOfType(
                SourceException.class, () -> LitmusReader.read("t", "Vulkan t\n" + text)))
        .hasMessageStartingWith(problem);
  }
}
