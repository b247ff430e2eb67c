package dev.syncopate.ptx.parse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.ptx.analysis.ReadModifyWrites;
import dev.syncopate.ptx.analysis.ReadModifyWrites.Origin;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which stores write what is computed from which loads. */
class ReadModifyWritesTest {
  /** Each as "store<-loads operation", by lines of the text from 1. */
  private static List<String> updates(String instructions) {
    var program = Ptx.link(Ptx.kernel(instructions));
    return ReadModifyWrites.of(program).stream()
        .map(update ->
            line(program.code().get(update.store()).position().line())
                + "<-"
                + update.loads().stream()
                    .map(load -> line(program.code().get(load).position().line()))
                    .toList()
                + " "
                + update.operation())
        .toList();
  }

  private static int line(int inText) {
    return inText - Ptx.FIRST_LINE + 1;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ld.volatile.global.u32 %r0, [%d0];     | add.s32 %r1, %r0, 1; | st.volatile.global.u32"
            + " [%d0], %r1; | add.s32",
        "ld.relaxed.gpu.global.u32 %r0, [%d0];  | or.b32 %r1, %r2, %r0;| st.release.gpu.global.u32"
            + " [%d0], %r1; | or.b32",
        "ld.acquire.cta.shared.u32 %r0, [s];    | min.u32 %r1, %r0, 7; | st.relaxed.cta.shared.u32"
            + " [s], %r1; | min.u32",
        "ld.volatile.u32 %r0, [%d0];            | add.u32 %r1, %r0, 1; | st.volatile.u32 [%d1], %r1;"
            + " | add.u32",
      })
  void aStrongStoreOfWhatIsComputedFromAStrongLoad(
      String load, String compute, String store, String operation) {
    assertThat(updates(load + "\n" + compute + "\n" + store))
        .containsExactly("3<-[1] " + operation);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ld.global.u32 %r0, [%d0]; add.u32 %r1, %r0, 1; st.volatile.global.u32 [%d0], %r1;",
        "ld.volatile.global.u32 %r0, [%d0]; add.u32 %r1, %r0, 1; st.global.u32 [%d0], %r1;",
        // a copy
        "ld.volatile.global.u32 %r0, [%d0]; mov.u32 %r1, %r0; st.volatile.global.u32 [%d0], %r1;",
        // of another value
        "ld.volatile.global.u32 %r0, [%d0]; add.u32 %r1, %r2, 1; st.volatile.global.u32 [%d0], %r1;",
        // overwritten before the store
        "ld.volatile.global.u32 %r0, [%d0]; add.u32 %r1, %r0, 1; mov.u32 %r1, 7;"
            + " st.volatile.global.u32 [%d0], %r1;",
        // of an atomic's result, as of a ticket
        "atom.global.add.u32 %r0, [%d0], 1; add.u32 %r1, %r0, 1; st.volatile.global.u32 [%d0], %r1;",
        // another size
        "ld.volatile.global.u8 %r0, [%d0]; add.u32 %r1, %r0, 1; st.volatile.global.u32 [%d0], %r1;",
        // it decides where to go, and both ways lead to the store
        "ld.volatile.global.u32 %r0, [%d0]; setp.eq.u32 %p0, %r0, 0; @%p0 bra M; mov.u32 %r1, 7;"
            + " M: st.volatile.global.u32 [%d0], %r1;",
        // another exchange's result
        "ld.volatile.global.u32 %r0, [%d0]; add.u32 %r1, %r0, 1;"
            + " atom.global.exch.b32 %r2, [%d0], %r1; st.global.u32 [%d1], %r2;",
      })
  void othersAreNone(String instructions) {
    assertThat(updates(instructions)).isEmpty();
  }

  /** Of the one update of a text, how it depends on its one load. */
  private static String origin(String instructions) {
    List<Origin> origins =
        ReadModifyWrites.of(Ptx.link(Ptx.kernel(instructions))).stream()
            .flatMap(update -> update.origins().stream())
            .toList();
    assertThat(origins).hasSize(1);
    Origin origin = origins.getFirst();
    return origin.reader()
        + (origin.computed() ? " computed" : origin.acts() ? " decides and acts" : " decides");
  }

  private static final String LOAD = "ld.volatile.global.u32 %r0, [%d0];\n";
  private static final String STORE = "st.volatile.global.u32 [%d0], %r1;\n";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "add.u32 %r1, %r0, 1; | SAME computed",
        "st.local.u32 [l], %r0; ld.local.u32 %r2, [l+4]; add.u32 %r1, %r2, 1; | SAME computed",
        "add.u32 %r2, %r0, 1; st.local.u32 [l], %r2; ld.local.u32 %r1, [l]; | SAME computed",
        "shfl.sync.idx.b32 %r2, %r0, 0, 31, -1; add.u32 %r1, %r2, 1; | WARP computed",
        "redux.sync.add.u32 %r1, %r0, -1; | WARP computed",
        "st.shared.u32 [s], %r0; ld.shared.u32 %r2, [s]; add.u32 %r1, %r2, 1; | CTA computed",
        "st.shared.u32 [s], %r0; ld.shared.u32 %r2, [s+4]; add.u32 %r2, %r2, 1;"
            + " shfl.sync.idx.b32 %r1, %r2, 0, 31, -1; | CTA computed",
      })
  void valuesAreFollowedThroughMemoryAndLanes(String middle, String expected) {
    String text = ".local .align 4 .b8 l[64];\n" + LOAD + middle + "\n" + STORE;
    assertThat(origin(text)).isEqualTo(expected);
  }

  @Test
  void anExchangeWithoutAResultEndsAnUpdate() {
    assertThat(origin(LOAD + "add.u32 %r1, %r0, 1; atom.global.exch.b32 _, [%d0], %r1;"))
        .isEqualTo("SAME computed");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "setp.eq.u32 %p0, %r0, 0; @%p0 st.volatile.global.u32 [%d0], 1; | decides",
        "setp.eq.u32 %p0, %r0, 0; @%p0 st.volatile.global.u32 [%d0], 1;"
            + " @%p0 red.global.add.u32 [%d1], 1; | decides and acts",
        "setp.ne.u32 %p0, %r0, 0; @%p0 bra M; st.volatile.global.u32 [%d0], %r1; M: | decides",
        "setp.ne.u32 %p0, %r0, 0; @%p0 bra M; st.global.u32 [%d1], 7;"
            + " st.volatile.global.u32 [%d0], %r1; M: | decides and acts",
        "setp.ne.u32 %p0, %r0, 0; @%p0 ret; st.volatile.global.u32 [%d0], 1; bar.sync 0;"
            + " | decides and acts",
      })
  void soAreDecisions(String suffix, String expected) {
    assertThat(origin(LOAD + suffix)).isEqualTo("SAME " + expected);
  }

  @Test
  void aLoopThatWaitsForAValueDecidesAboutWhatFollows() {
    String text = "L:\n" + LOAD + "setp.ne.u32 %p0, %r0, 0; @%p0 bra L;\n" + STORE;
    assertThat(origin(text)).isEqualTo("SAME decides");
  }

  @Test
  void valuesAreFollowedThroughBranchesAndLoops() {
    assertThat(
            updates(
                """
                mov.u32 %r0, 0;
                L:
                ld.volatile.global.u32 %r1, [%d0];
                add.u32 %r0, %r0, %r1;
                setp.lt.u32 %p0, %r0, 9;
                @%p0 bra L;
                st.volatile.global.u32 [%d0], %r0;
                @%p1 bra M;
                ld.volatile.global.u32 %r2, [%d0];
                M:
                add.u32 %r3, %r2, 1;
                st.volatile.global.u32 [%d0], %r3;
                """))
        .containsExactly("7<-[3] ", "12<-[3, 9] add.u32");
  }

  @Test
  void soAreConditionsThatSelectAValue() {
    assertThat(
            updates(
                """
                ld.volatile.global.u32 %r0, [%d0];
                setp.eq.u32 %p0, %r0, 0;
                selp.u32 %r1, 1, 2, %p0;
                st.volatile.global.u32 [%d0], %r1;
                """))
        .containsExactly("4<-[1] ");
  }

  @Test
  void aGuardedMoveKeepsTheOldValueToo() {
    assertThat(
            updates(
                """
                ld.volatile.global.u32 %r0, [%d0];
                add.u32 %r1, %r0, 1;
                @%p0 mov.u32 %r1, 0;
                st.volatile.global.u32 [%d0], %r1;
                """))
        .containsExactly("4<-[1] ");
  }
}
