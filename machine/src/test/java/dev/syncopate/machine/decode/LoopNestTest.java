package dev.syncopate.machine.decode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.ptx.ir.ClusterBounds;
import dev.syncopate.ptx.ir.ControlInstruction.Branch;
import dev.syncopate.ptx.ir.ControlInstruction.Call;
import dev.syncopate.ptx.ir.ControlInstruction.Return;
import dev.syncopate.ptx.ir.Guard;
import dev.syncopate.ptx.ir.Instruction;
import dev.syncopate.ptx.ir.Position;
import dev.syncopate.ptx.ir.Program;
import dev.syncopate.ptx.ir.RegisterNeed;
import dev.syncopate.ptx.ir.SourceLines;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class LoopNestTest {
  private static final Position HERE = new Position("test", 1, 1);
  private final List<Instruction> code = new ArrayList<>();

  private void plain(int count) {
    for (int i = 0; i < count; i++) {
      code.add(new Return(new Guard(0, false), HERE));
    }
  }

  private void branch(int target) {
    code.add(new Branch(new Guard(0, false), HERE, target, false, -1));
  }

  private LoopNest nest() {
    return new LoopNest(
        new Program(
            "k",
            code,
            new long[0],
            0,
            1,
            RegisterNeed.exactly(1),
            List.of(),
            0,
            0,
            0,
            0,
            0,
            List.of(),
            ClusterBounds.NONE,
            List.of(),
            new TreeSet<>(),
            List.of(),
            new SourceLines()));
  }

  @Test
  void goingPastABackwardBranchLeavesItsLoop() {
    plain(2);
    plain(2);
    branch(2);
    plain(2);
    LoopNest nest = nest();
    assertThat(nest.leaves(4, 5)).isTrue();
    assertThat(nest.leaves(4, 2)).isFalse();
    assertThat(nest.leaves(3, 4)).isFalse();
    assertThat(nest.leaves(3, 6)).as("a jump out of the middle").isTrue();
    assertThat(nest.leaves(0, 6)).as("not in a loop").isFalse();
  }

  @Test
  void leavingAnInnerLoopIsNotLeavingTheOuterOne() {
    plain(1);
    plain(1);
    branch(1);
    plain(1);
    branch(0);
    plain(1);
    LoopNest nest = nest();
    assertThat(nest.leaves(2, 3)).isFalse();
    assertThat(nest.leaves(4, 5)).isTrue();
  }

  @Test
  void anInstructionMayBeALoopOfItsOwn() {
    plain(1);
    branch(1);
    plain(1);
    LoopNest nest = nest();
    assertThat(nest.leaves(1, 2)).isTrue();
    assertThat(nest.leaves(1, 1)).isFalse();
  }

  @Test
  void loopsBehindOneAnotherAreTwo() {
    plain(1);
    branch(0);
    plain(1);
    branch(2);
    assertThat(nest().leaves(1, 2)).isTrue();
  }

  @Test
  void loopsOfFunctionsDoNotCount() {
    code.add(new Call(Guard.NONE, HERE, 2, "f"));
    plain(1);
    plain(1);
    branch(2);
    plain(1);
    assertThat(nest().leaves(3, 4)).isFalse();
  }
}
