package dev.syncopate.ptx.analysis;

import static dev.syncopate.ptx.analysis.Code.add;
import static dev.syncopate.ptx.analysis.Code.branch;
import static dev.syncopate.ptx.analysis.Code.exit;
import static dev.syncopate.ptx.analysis.Code.load;
import static dev.syncopate.ptx.analysis.Code.mix;
import static dev.syncopate.ptx.analysis.Code.odd;
import static dev.syncopate.ptx.analysis.Code.show;
import static dev.syncopate.ptx.analysis.Code.when;
import static dev.syncopate.ptx.ir.Guard.NONE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.ptx.ir.ControlInstruction.Branch;
import dev.syncopate.ptx.ir.ControlInstruction.Call;
import dev.syncopate.ptx.ir.ControlInstruction.Return;
import dev.syncopate.ptx.ir.Instruction;
import dev.syncopate.ptx.ir.MemoryInstruction.Atomic;
import dev.syncopate.ptx.ir.MemoryOrder;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProgramAnalysisTest {
  private static final int ZERO = ~0;

  private static Analysed complete(int registers, Instruction... code) {
    int[] bits = new int[registers];
    Arrays.fill(bits, 32);
    return ProgramAnalysis.complete(List.of(code), List.of(0), List.of(), bits, 2);
  }

  private static int meeting(Analysed analysed, int index) {
    return ((Branch) analysed.code().get(index)).reconvergence();
  }

  @Test
  void sidesOfAnIfMeetBehindIt() {
    Analysed analysed =
        complete(
            1,
            odd(NONE, 0, ZERO, ZERO),
            branch(when(0), 3),
            mix(NONE, 0, ZERO, ZERO),
            show(ZERO),
            exit());
    assertThat(meeting(analysed, 1)).isEqualTo(3);
  }

  @Test
  void aLoopIsLeftAtTheInstructionBehindItsLatch() {
    Analysed analysed =
        complete(1, mix(NONE, 0, ZERO, ZERO), branch(when(0), 0), show(ZERO), exit());
    assertThat(meeting(analysed, 1)).isEqualTo(2);
  }

  @Test
  void lanesThatMayExitOnOneSideMeetOnlyAtTheExit() {
    Analysed analysed = complete(1, branch(when(0), 3), show(ZERO), exit(), show(ZERO), exit());
    assertThat(meeting(analysed, 0)).isEqualTo(-1);
  }

  @Test
  void anEndlessLoopHasAMeetingToo() {
    Analysed analysed =
        complete(
            1,
            branch(when(0), 2),
            mix(NONE, 0, ZERO, ZERO),
            mix(NONE, 0, ZERO, ZERO),
            branch(NONE, 0));
    assertThat(meeting(analysed, 0)).isEqualTo(2);
  }

  @Test
  void registersThatAreNeverLiveTogetherShareASlot() {
    Analysed analysed =
        complete(
            4,
            mix(NONE, 0, ZERO, ZERO),
            show(0),
            mix(NONE, 1, ZERO, ZERO),
            show(1),
            mix(NONE, 2, ZERO, ZERO),
            mix(NONE, 3, ZERO, ZERO),
            show(2, 3),
            exit());
    assertThat(analysed.valueRegisters()).isEqualTo(2);
  }

  @Test
  void aValueReadInTheNextTurnOfALoopKeepsItsSlotThroughIt() {
    Analysed analysed =
        complete(
            2,
            mix(NONE, 0, ZERO, ZERO),
            show(0),
            mix(NONE, 1, ZERO, ZERO),
            show(1),
            branch(when(0), 1),
            exit());
    assertThat(analysed.valueRegisters()).isEqualTo(2);
  }

  @Test
  void anAtomicWhoseResultNobodyReadsSaysSo() {
    Analysed analysed = complete(2, add(0, ZERO, ZERO), add(1, ZERO, ZERO), show(1), exit());
    assertThat(((Atomic) analysed.code().get(0)).resultUsed()).isFalse();
    assertThat(((Atomic) analysed.code().get(0)).destinations()).isEmpty();
    assertThat(((Atomic) analysed.code().get(1)).resultUsed()).isTrue();
  }

  @Test
  void aResultThatTheCallerReadsIsRead() {
    List<Instruction> code =
        List.of(
            new Call(NONE, Code.HERE, 3, "f"),
            show(0),
            exit(),
            add(0, ZERO, ZERO),
            new Return(NONE, Code.HERE));
    Analysed analysed = ProgramAnalysis.complete(code, List.of(0, 3), List.of(), new int[] {32}, 0);
    assertThat(((Atomic) analysed.code().get(3)).resultUsed()).isTrue();
  }

  @Test
  void aLoopThatWaitsForAStrongLoadMaySpin() {
    Analysed analysed =
        complete(
            1,
            load(0, ZERO, MemoryOrder.ACQUIRE),
            odd(NONE, 0, 0, ZERO),
            branch(when(0), 0),
            exit());
    assertThat(analysed.loopsThatMaySpin()).containsExactly(2);
  }

  @Test
  void aLoopThatWaitsForAWeakLoadOrCountsDoesNotSpin() {
    Analysed weak =
        complete(
            1, load(0, ZERO, MemoryOrder.WEAK), odd(NONE, 0, 0, ZERO), branch(when(0), 0), exit());
    assertThat(weak.loopsThatMaySpin()).isEmpty();
    Analysed counting =
        complete(
            2,
            add(1, ZERO, ZERO),
            show(1),
            mix(NONE, 0, 0, 0),
            odd(NONE, 0, 0, ZERO),
            branch(when(0), 0),
            exit());
    assertThat(counting.loopsThatMaySpin()).as("the atomic's result decides nothing").isEmpty();
  }
}
