package dev.syncopate.ptx.parse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.ptx.analysis.TransactionNotes;
import dev.syncopate.ptx.ir.Instruction;
import dev.syncopate.ptx.ir.MemoryInstruction.Transaction;
import dev.syncopate.ptx.ir.Program;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code tx.begin} and {@code tx.commit}: in pairs, and nothing inside that needs other lanes. */
class TransactionTest {
  private static final String CALLED =
      """
      .func deep(.param .u32 x) { .reg .b32 r; %s ret; }
      .func f(.param .u32 x) { .param .u32 y; call deep, (y); ret; }
      .func g(.param .u32 x) { ret; }
      """;

  /** Transactions of instructions, each with the line of where its lanes meet. */
  private static List<String> transactions(String instructions) {
    return transactionsOf(Ptx.link(Ptx.kernel(instructions)));
  }

  private static List<String> transactionsOf(Program program) {
    return program.code().stream()
        .filter(Transaction.class::isInstance)
        .map(Transaction.class::cast)
        .map(t ->
            "%d %s%s%s"
                .formatted(
                    t.position().line(),
                    t.begin() ? "begin" : "commit",
                    t.nested() ? " nested" : "",
                    t.meeting() < 0 ? "" : " " + line(program.code().get(t.meeting()))))
        .toList();
  }

  private static int line(Instruction instruction) {
    return instruction.position().line();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          @%p1 tx.begin; tx.commit; | found `tx.begin` under a guard, expected it for all lanes that come to it, and a branch around it for the others
          tx.begin; @!%p1 tx.commit; | found `tx.commit` under a guard, expected it for all lanes that come to it, and a branch around it for the others
          tx.begin 1; tx.commit; | found `tx.begin` with 1 operand, expected 0 operands
          tx.begin; tx.commit %r1, %r2; | found `tx.commit` with 2 operands, expected 0 operands
          tx.begin.shared; tx.commit; | found `.shared`, expected `;`
          tx.comit; | found `tx.comit`, expected `tx.begin` or `tx.commit` (the nearest is `tx.commit`)
          tx.bgin; | found `tx.bgin`, expected `tx.begin` or `tx.commit` (the nearest is `tx.begin`)
          tx; | found `tx`, expected `tx.begin` or `tx.commit`
          """)
  void formsThatThereAreNot(String instructions, String expected) {
    assertThat(Ptx.complaintOf(instructions)).isEqualTo(expected);
  }

  @Test
  void aCommitNeedsABegin() {
    assertThat(Ptx.complaint(Ptx.kernel("add.u32 %r1, %r1, 1;\n\ttx.commit;")))
        .isEqualTo(
            """
            test.ptx:11:2: found `tx.commit` outside of a transaction, expected `tx.begin` before it on every way
              \ttx.commit;
              \t^
              a way without: lines 10-11\
            """);
    assertThat(Ptx.complaint(Ptx.kernel("tx.begin;\ntx.commit;\ntx.commit;")))
        .endsWith("a way without: lines 11-12");
  }

  @Test
  void aBeginNeedsACommitBeforeTheEnd() {
    assertThat(Ptx.complaint(Ptx.kernel("tx.begin;\n@%p1 bra L;\ntx.commit;\nret;\nL:\nexit;")))
        .isEqualTo(
            """
            test.ptx:15:1: found `exit` inside the transaction of line 10, expected `tx.commit` before it on every way
              exit;
              ^
              a way without: lines 10-11, 15\
            """);
    assertThat(Ptx.complaintOf("tx.begin;")).startsWith("found `ret` inside the transaction of");
    assertThat(Ptx.complaintOf("tx.begin; @%p1 ret; tx.commit;")).startsWith("found `ret` inside");
    assertThat(Ptx.complaint(".entry k() { tx.begin; }"))
        .startsWith("test.ptx:1:24: found the end of `k` inside the transaction of line 1,");
  }

  @Test
  void everyWayToAnInstructionIsInAsManyTransactions() {
    String text = "@%p1 bra L;\ntx.begin;\nL:\nadd.u32 %r1, %r1, 1;\nbra M;\nM: tx.commit;";
    assertThat(Ptx.complaint(Ptx.kernel(text)))
        .isEqualTo(
            """
            test.ptx:13:1: found `add.u32` outside of transactions on one way and inside one on another, expected `tx.begin` and `tx.commit` in pairs on every way
              add.u32 %r1, %r1, 1;
              ^
              one way: lines 10, 13
              another: lines 11, 13\
            """);
    assertThat(Ptx.complaintOf("tx.begin; L: tx.begin; @%p1 bra L; tx.commit; tx.commit;"))
        .as("a loop")
        .contains("found `tx.begin` inside one on one way and inside 2 on another");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '"',
      textBlock =
          """
          bar.sync 0; ~ `bar.sync` ~ barrier
          barrier.arrive 1, 64; ~ `barrier.arrive` ~ barrier
          bar.warp.sync -1; ~ `bar.warp.sync` ~ barrier
          mbarrier.init.shared.b64 [s], 1; ~ `mbarrier.init.shared.b64` ~ barrier
          mbarrier.arrive.shared.b64 %d1, [s]; ~ `mbarrier.arrive.shared.b64` ~ barrier
          cp.async.mbarrier.arrive.noinc.shared.b64 [s]; ~ `cp.async.mbarrier.arrive.noinc.shared.b64` ~ barrier
          cp.async.ca.shared.global [s], [%d1], 4; ~ `cp.async.ca.shared.global` ~ asynchronous copy
          cp.async.commit_group; ~ `cp.async.commit_group` ~ asynchronous copy
          cp.async.wait_all; ~ `cp.async.wait_all` ~ asynchronous copy
          shfl.sync.idx.b32 %r1, %r2, 0, 31, -1; ~ `shfl.sync.idx.b32` ~ exchange between lanes
          vote.sync.any.pred %p1, %p2, -1; ~ `vote.sync.any.pred` ~ exchange between lanes
          vote.ballot.b32 %r1, %p2; ~ `vote.ballot.b32` ~ exchange between lanes
          match.any.sync.b32 %r1, %r2, -1; ~ `match.any.sync.b32` ~ exchange between lanes
          redux.sync.add.u32 %r1, %r2, -1; ~ `redux.sync.add.u32` ~ exchange between lanes
          elect.sync _|%p1, -1; ~ `elect.sync` ~ exchange between lanes
          """)
  void noLaneWaitsForOthersInside(String instruction, String name, String family) {
    String expected =
        "found %s inside a transaction, expected no %s between `tx.begin` and `tx.commit`"
            .formatted(name, family);
    assertThat(Ptx.complaint(Ptx.kernel("tx.begin;\n" + instruction + "\ntx.commit;")))
        .startsWith("test.ptx:11:1: " + expected)
        .endsWith("the transaction begins in line 10: lines 10-11");
    assertThat(transactions("tx.begin; tx.commit;\n" + instruction)).hasSize(2);
  }

  @Test
  void otherThingsMayBeInside() {
    String inside =
        """
        tx.begin;
        ld.shared.u32 %r1, [s]; ld.u32 %r1, [%d1]; st.shared.u32 [s], %r1;
        atom.shared.add.u32 %r2, [s], 1; ld.global.u32 %r3, [%d1]; fence.acq_rel.cta;
        membar.gl; activemask.b32 %r4; nanosleep.u32 5; @%p1 trap;
        tx.commit;
        """;
    assertThat(transactions(inside)).containsExactly("10 begin 16", "14 commit");
  }

  /** What is behind the begin's innermost ways, not what is behind its text. */
  @Test
  void lanesMeetBehindTheTransaction() {
    assertThat(
            transactions(
                """
                L: tx.begin;
                @%p1 bra M;
                tx.commit;
                st.shared.u32 [s], 1;
                bra N;
                M: st.shared.u32 [s], 2;
                tx.commit;
                N: st.shared.u32 [s], 3;
                @%p2 bra L;
                """))
        .as("either way commits")
        .containsExactly("10 begin 17", "12 commit", "16 commit");
    assertThat(
            transactions(
                """
                tx.begin;
                L: @%p1 bra L;
                @%p2 bra M;
                trap;
                M: tx.commit;
                st.shared.u32 [s], 3;
                """))
        .as("whoever traps meets nobody")
        .containsExactly("10 begin 15", "14 commit");
    assertThat(
            transactions(
                """
                tx.begin;
                @%p1 bra M;
                tx.commit;
                st.shared.u32 [s], 3;
                ret;
                M: tx.commit;
                """))
        .as("only at the exit")
        .containsExactly("10 begin", "12 commit", "15 commit");
    assertThat(transactions("tx.begin;\nL: bra L;")).as("nowhere").containsExactly("10 begin");
  }

  @Test
  void nestedOnesAreMarked() {
    assertThat(transactions("tx.begin;\ntx.begin;\ntx.commit;\ntx.commit;"))
        .containsExactly("10 begin 14", "11 begin nested 14", "12 commit nested", "13 commit");
  }

  @Test
  void meetingsMoveWithTheFunctionIntoTheProgram() {
    Program program =
        Ptx.link(
            """
            .func f() { tx.begin;
            tx.commit;
            ret; }
            .entry k() { call f; call f; ret; }
            """);
    assertThat(program.transactional()).isTrue();
    assertThat(transactionsOf(program)).containsExactly("1 begin 3", "2 commit");
    assertThat(Ptx.link(".entry k() { ret; }").transactional()).isFalse();
  }

  @Test
  void calledFunctionsMayNotEither() {
    String text =
        CALLED.formatted("bar.sync 0;")
            + """
            .entry k() { .param .u32 a;
            tx.begin;
            call g, (a);
            call f, (a);
            tx.commit;
            ret; }
            """;
    assertThat(Ptx.complaint(text))
        .isEqualTo(
            """
            test.ptx:1:42: found `bar.sync` inside a transaction, expected no barrier between `tx.begin` and `tx.commit`
              .func deep(.param .u32 x) { .reg .b32 r; bar.sync 0; ret; }
                                                       ^
              the transaction begins in line 5: lines 5-7
              `k` calls `f` in line 7, `f` calls `deep` in line 2\
            """);
    assertThat(Ptx.complaint(text.replace("bar.sync 0;", "exit;")))
        .contains("found `exit` inside a transaction, expected no end of the thread between");
    String fine =
        text.replace("bar.sync 0;", "tx.begin; atom.shared.add.u32 r, [0], 1; tx.commit;");
    assertThat(transactionsOf(Ptx.link(fine)))
        .as("a function's own")
        .containsExactly("5 begin 9", "8 commit", "1 begin 1", "1 commit");
  }

  @Test
  void callsThroughAddressesGoToFunctionsOfTheirShape() {
    String text =
        CALLED.formatted("bar.sync 0;")
            + """
            .entry k() { .reg .b64 d; .param .u32 a;
            mov.b64 d, g;
            shape: .callprototype _ (.param .u32 _);
            tx.begin;
            call d, (a), shape;
            tx.commit;
            ret; }
            """;
    assertThat(transactionsOf(Ptx.link(text))).hasSize(2);
    assertThat(Ptx.complaint(text.replace("b64 d, g;", "b64 d, g; mov.b64 d, f;")))
        .contains("test.ptx:1:42: found `bar.sync` inside a transaction")
        .endsWith("`k` calls `f` in line 8, `f` calls `deep` in line 2");
    assertThat(Ptx.complaint(text.replace("mov.b64 d, g;", "")))
        .startsWith(
            "test.ptx:8:1: found a call through an address inside a transaction, expected one that"
                + " can be checked: no function of its shape has an address");
  }

  @Test
  void whatARetryRepeatsIsNoted() {
    String text =
        """
        .extern .func (.param .u32 r) vprintf(.param .u64 f, .param .u64 a);
        .func f() { red.global.add.u32 [0], 1; ret; }
        .entry k() { .reg .b64 d; .local .b8 l[4]; .param .u64 a; .param .u32 r;
        st.global.u32 [d], 1; st.local.u32 [l], 1;
        tx.begin;
        st.shared.u32 [0], 1; st.u32 [d], 1; ld.global.u32 _, [d];
        st.global.u32 [d], 2; st.local.u32 [l], 2;
        call f;
        call (r), vprintf, (a, a);
        tx.commit; ret; }
        """;
    assertThat(TransactionNotes.of(Ptx.link(text)))
        .containsExactly(
            "k writes global memory inside a transaction, and every attempt does so again:"
                + " test.ptx:7:1, test.ptx:2:13",
            "k writes through generic addresses inside a transaction, and a roll-back undoes that in"
                + " shared and local memory only: test.ptx:6:23",
            "k calls printf, malloc or free inside a transaction, and every attempt does so again:"
                + " test.ptx:9:1");
    assertThat(TransactionNotes.of(Ptx.link(text.replaceAll("tx\\.\\w+;", "")))).isEmpty();
    String often = "st.global.u32 [%d1], 1; ".repeat(10);
    assertThat(TransactionNotes.of(Ptx.link(Ptx.kernel("tx.begin; " + often + "tx.commit;"))))
        .singleElement()
        .asString()
        .endsWith("and 2 more");
  }
}
