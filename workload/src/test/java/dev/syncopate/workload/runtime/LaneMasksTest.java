package dev.syncopate.workload.runtime;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.ptx.ir.Arithmetic.ReadSpecial;
import dev.syncopate.ptx.ir.AtomicOperation;
import dev.syncopate.ptx.ir.Guard;
import dev.syncopate.ptx.ir.Instruction;
import dev.syncopate.ptx.ir.Position;
import dev.syncopate.ptx.ir.ScalarType;
import dev.syncopate.ptx.ir.SpecialRegister;
import dev.syncopate.ptx.ir.WarpInstruction;
import dev.syncopate.ptx.ir.WarpInstruction.ActiveMask;
import dev.syncopate.ptx.ir.WarpInstruction.Elect;
import dev.syncopate.ptx.ir.WarpInstruction.ShuffleMode;
import dev.syncopate.ptx.ir.WarpInstruction.VoteMode;
import dev.syncopate.ptx.ir.WarpInstruction.WarpReduce;
import dev.syncopate.ptx.ir.WarpInstruction.WarpSync;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class LaneMasksTest {
  private static final Position AT = new Position("m.ptx", 7, 2);

  static Stream<Arguments> masked() {
    return Stream.of(
        Arguments.of("shfl.sync", shuffle(true)),
        Arguments.of("vote.sync", vote(VoteMode.ALL, true)),
        Arguments.of("vote.ballot", vote(VoteMode.BALLOT, false)),
        Arguments.of(
            "match.sync",
            new WarpInstruction.Match(Guard.NONE, AT, false, ScalarType.B32, 0, -1, 0, 0)),
        Arguments.of(
            "redux.sync",
            new WarpReduce(Guard.NONE, AT, AtomicOperation.ADD, ScalarType.U32, 0, 0, 0)),
        Arguments.of("elect.sync", new Elect(Guard.NONE, AT, 0, 0, 0)),
        Arguments.of("activemask", new ActiveMask(Guard.NONE, AT, 0)),
        Arguments.of("bar.warp.sync", new WarpSync(Guard.NONE, AT, 0)),
        Arguments.of(
            "%lanemask_lt", new ReadSpecial(Guard.NONE, AT, SpecialRegister.LANEMASK_LT, 0)));
  }

  @ParameterizedTest
  @MethodSource("masked")
  void aWideMachineRefusesInstructionsWithMasksOf32Lanes(String name, Instruction instruction) {
    assertThatThrownBy(() -> LaneMasks.check(Programs.of(instruction), "wide", 64))
        .isInstanceOf(LaunchException.class)
        .hasMessage(
            "m.ptx:7:2: %s of k works on masks of 32 lanes, but the warps of wide have 64; choose"
                + " a machine with 32",
            name);
    assertThatCode(() -> LaneMasks.check(Programs.of(instruction), "narrow", 32))
        .doesNotThrowAnyException();
  }

  static Stream<Instruction> unmasked() {
    return Stream.of(
        shuffle(false),
        vote(VoteMode.ANY, false),
        new ReadSpecial(Guard.NONE, AT, SpecialRegister.LANEID, 0));
  }

  @ParameterizedTest
  @MethodSource("unmasked")
  void anyMachineTakesTheOthers(Instruction instruction) {
    assertThatCode(() -> LaneMasks.check(Programs.of(instruction), "wide", 64))
        .doesNotThrowAnyException();
  }

  private static WarpInstruction.Shuffle shuffle(boolean mask) {
    return new WarpInstruction.Shuffle(Guard.NONE, AT, ShuffleMode.IDX, 0, -1, 0, 0, 0, mask, 0);
  }

  private static WarpInstruction.Vote vote(VoteMode mode, boolean mask) {
    return new WarpInstruction.Vote(Guard.NONE, AT, mode, 0, 0, false, mask, 0);
  }
}
