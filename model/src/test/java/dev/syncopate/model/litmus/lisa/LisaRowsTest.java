package dev.syncopate.model.litmus.lisa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.syncopate.model.litmus.LitmusDialect;
import dev.syncopate.model.litmus.LitmusInstructionText;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.litmus.LitmusThread;
import dev.syncopate.model.litmus.dialect.LitmusReader;
import dev.syncopate.model.source.SourceException;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** HSA tests in LISA are read, and refused where they are none. */
class LisaRowsTest {
  private static LitmusTest test(String row) {
    return LitmusReader.read(
        "t", "LISA t\n{ x=0; }\nP0;\n" + row + ";\nscopes: (wg 0)\nexists x=1");
  }

  private static LitmusTest placed(String tree) {
    return LitmusReader.read(
        "t",
        "LISA t (*a comment*)\n{ }\nP0 | P1 | P2;\nw[] x 1 | | r[] r0 y;\nscopes: "
            + tree
            + "\nexists x=1");
  }

  private static boolean share(LitmusTest test, int a, int b, String level) {
    LitmusThread first = test.threads().get(a);
    LitmusThread second = test.threads().get(b);
    return switch (level) {
      case "agent" -> first.gpu() == second.gpu();
      case "wg" -> first.gpu() == second.gpu() && first.cta() == second.cta();
      default -> first.warp() == second.warp();
    };
  }

  @Test
  void aTreePlacesTheThreadsAndAddsTheLevelsThatItLacks() {
    LitmusTest test = placed("(system (agent (wg 0 1)) (agent 2))");
    assertThat(test.annotations().dialect()).isEqualTo(LitmusDialect.LISA);
    assertThat(test.name()).isEqualTo("t");
    assertThat(share(test, 0, 1, "wg")).isTrue();
    assertThat(share(test, 0, 1, "wave")).isFalse();
    assertThat(share(test, 0, 2, "agent")).isFalse();
    LitmusTest narrow = placed("(wg (wave 0 1) 2)");
    assertThat(share(narrow, 0, 1, "wave")).isTrue();
    assertThat(share(narrow, 0, 2, "wg")).isTrue();
    LitmusTest wide = placed("(agent 0 P1 P2)\nregions: x:group, y:global");
    assertThat(share(wide, 0, 1, "agent")).isTrue();
    assertThat(share(wide, 0, 1, "wg")).isFalse();
    assertThat(wide.annotations().of("x")).containsExactly("LOCAL");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "w[] x 1 ! WEAK",
        "w[ordinary,rlx,wi] x,1 ! WEAK",
        "w[atomic,screl,wg] x 1 ! CTA, REL",
        "w[wave,scar,atomic] x 1 ! REL, SG",
        "f[scar,agent] ! ACQ, ACQ_REL, F, GPU, REL",
        "f[screl,system] ! F, REL, SYS",
        "rmw[scacq,wi] r0 1 x ! RLX, WI",
        "w[atomic,screl,wg,single] x 1 ! CTA, REL",
        "w[double] x 1 ! WEAK",
        "rmw[sub,scar,atomic,agent] r0,x,1 ! GPU, REL",
      })
  void annotationsBecomeSetsOfTheEvents(String row, String sets) {
    assertThat(
            String.join(
                ", ",
                Objects.requireNonNull(test(row).threads().getFirst().annotation(0)).releasing()))
        .isEqualTo(sets);
  }

  @Test
  void comparisonsAndBranchesBecomeThoseOfAllTests() {
    LitmusTest test = test("mov r3 (neq r0 1); b r3 Exit; mov r2 (add r3,2); Exit: mov r1 7");
    List<String> instructions =
        test.threads().getFirst().instructions().stream().map(LitmusInstructionText::of).toList();
    assertThat(instructions)
        .containsExactly(
            "bne r0, 1, LC03",
            "ld r3, 0",
            "goto LC04",
            "ld r3, 1",
            "bne r3, 0, LC06",
            "add r2, r3, 2",
            "ld r1, 7");
  }

  @Test
  void anOperationMayBeAnAnnotation() {
    LitmusTest test =
        test("rmw[add,scar,agent] r0,x, 2; b[ne] r0,3,End; add r0,r0,1; mov %T1 (eq r0 4); End:");
    List<String> instructions =
        test.threads().getFirst().instructions().stream().map(LitmusInstructionText::of).toList();
    assertThat(instructions)
        .containsExactly(
            "atom.relaxed.sys.add r0, x, 2",
            "bne r0, 3, LC07",
            "add r0, r0, 1",
            "beq r0, 4, LC06",
            "ld %T1, 0",
            "goto LC07",
            "ld %T1, 1");
  }

  @Test
  void severalTreesArePartsOfOneSystem() {
    LitmusTest test = placed("(wg 0 1) (agent 2)");
    assertThat(share(test, 0, 1, "wg")).isTrue();
    assertThat(share(test, 0, 2, "agent")).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "w[once] x 1 ! t:4:3: `once` is no annotation of HSA; there are agent, atomic, double,",
        "w[atomic,scacq,wg] x 1 ! t:4:1: `w`: a write is `rlx`, `screl` or `scar`",
        "r[atomic,screl,wg] r0 x ! t:4:1: `r`: a read is `rlx`, `scacq` or `scar`",
        "r[scacq,wg] r0 x ! t:4:1: `r`: an ordinary access is relaxed and of scope `wi`",
        "r[atomic,rlx] r0 x ! t:4:1: `r`: a scope is missing: wi, wave, wg, agent or system",
        "r[wg,agent] r0 x ! t:4:1: `r`: only one of wg, agent can hold",
        "f[rlx,wg] ! t:4:1: `f`: a fence is `scacq`, `screl` or `scar`",
        "ld r0 x ! t:4:1: found `ld`, expected an instruction (r, w, f, rmw, mov,",
        "mov r0 (mod r0 1) ! t:4:9: found `mod`, expected an operation (add, and, eq, ge,",
        "rmw[atomic,rlx,wg] r0 (add r1 1) x ! t:4:28: the operation of a `rmw` starts from the"
            + " old value, `r0`",
        "b r0 Exit ! t:4:6: P0 has no label `Exit`",
        "b[is] r0 1 Exit ! t:4:3: found `is`, expected an operation (eq, ge, gt, le, lt, ne, neq)",
        "w[single,double] x 1 ! t:4:1: `w`: only one of single, double can hold",
        "w[add] x 1 ! t:4:3: `add` is no annotation of HSA",
      })
  void anInstructionThatIsNoneIsRefusedAtItsPlace(String row, String problem) {
    assertThat(catchThrowableOfType(SourceException.class, () -> test(row)))
        .hasMessageStartingWith(problem);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "(block 0) ! t:5:10: found `block`, expected one of system, agent, wg, wave, wi",
        "(wg (agent 0)) ! t:5:14: found `agent`, expected one of wave, wi in `wg`",
        "(wg 0 0) ! t:5:15: P0 is placed a second time",
        "(wg 0) (wg 1 0) ! t:5:22: P0 is placed a second time",
        "(wg 0) (system 1) ! t:5:17: found `system`, expected one of agent, wg, wave, wi in `system`",
        "(wg 3) ! t:5:13: there is no thread P3",
        "(wg 0) regions: x:shared ! t:5:27: found `shared`, expected a region (global, kernarg,",
      })
  void aTreeThatIsNoneIsRefusedAtItsPlace(String tree, String problem) {
    assertThat(catchThrowableOfType(SourceException.class, () -> placed(tree)))
        .hasMessageStartingWith(problem);
  }
}
