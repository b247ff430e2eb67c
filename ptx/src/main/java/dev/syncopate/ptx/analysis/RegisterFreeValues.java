package dev.syncopate.ptx.analysis;

import dev.syncopate.ptx.alu.LaneFunction.Cost;
import dev.syncopate.ptx.ir.Arithmetic.Compute;
import dev.syncopate.ptx.ir.Arithmetic.ConvertAddress;
import dev.syncopate.ptx.ir.Arithmetic.ReadSpecial;
import dev.syncopate.ptx.ir.Instruction;
import dev.syncopate.ptx.ir.MemoryInstruction.Load;
import dev.syncopate.ptx.ir.SpecialRegister;
import dev.syncopate.ptx.ir.StateSpace;
import java.util.Arrays;
import java.util.List;

/**
 * Values that occupy no register of each thread while they live. Instructions read parameters and
 * constants in place. Integers computed from these and the CTA's number alone are held in one
 * uniform register of the warp or computed again.
 */
final class RegisterFreeValues {
  /** Parameters, constants, and copies of them. */
  final boolean[] inPlace;

  /** These, and what is the same in all threads of a CTA. */
  final boolean[] uniform;

  private final List<Instruction> code;
  private final RegisterUses operands;
  private final int[] writtenAt;

  private static final int NEVER = -1;
  private static final int OFTEN = -2;

  RegisterFreeValues(List<Instruction> code, RegisterUses operands) {
    this.code = code;
    this.operands = operands;
    writtenAt = new int[operands.values];
    Arrays.fill(writtenAt, NEVER);
    for (int i = 0; i < code.size(); i++) {
      for (int register : operands.writes(i)) {
        if (register < operands.values) {
          boolean once = writtenAt[register] == NEVER && code.get(i).guard().always();
          writtenAt[register] = once ? i : OFTEN;
        }
      }
    }
    inPlace = new boolean[operands.values];
    uniform = new boolean[operands.values];
    while (grow()) {
      // until nothing follows any more
    }
  }

  private boolean grow() {
    boolean grown = false;
    for (int register = 0; register < writtenAt.length; register++) {
      int writerPc = writtenAt[register];
      if (writerPc >= 0 && !inPlace[register] && isInPlace(writerPc)) {
        inPlace[register] = true;
        uniform[register] = true;
        grown = true;
      } else if (writerPc >= 0 && !uniform[register] && isUniform(writerPc)) {
        uniform[register] = true;
        grown = true;
      }
    }
    return grown;
  }

  private boolean isInPlace(int pc) {
    return switch (code.get(pc)) {
      case Load load ->
          (load.space() == StateSpace.PARAM || load.space() == StateSpace.CONST)
              && load.address().base() < 0;
      case ConvertAddress _ -> allRead(pc, inPlace);
      case Compute compute ->
          compute.function().mnemonic().startsWith("mov.") && allRead(pc, inPlace);
      default -> false;
    };
  }

  private boolean isUniform(int pc) {
    return switch (code.get(pc)) {
      case ConvertAddress _ -> allRead(pc, uniform);
      case Compute compute -> isWhole(compute.function().cost()) && allRead(pc, uniform);
      case ReadSpecial read -> isUniform(read.register());
      default -> false;
    };
  }

  private static boolean isWhole(Cost cost) {
    return switch (cost) {
      case INTEGER, MOVE, MULTIPLY -> true;
      case DIVIDE, FLOAT, DOUBLE, SPECIAL -> false;
    };
  }

  private static boolean isUniform(SpecialRegister register) {
    return switch (register) {
      case NTID_X,
          NTID_Y,
          NTID_Z,
          CTAID_X,
          CTAID_Y,
          CTAID_Z,
          NCTAID_X,
          NCTAID_Y,
          NCTAID_Z,
          CLUSTERID_X,
          CLUSTERID_Y,
          CLUSTERID_Z,
          NCLUSTERID_X,
          NCLUSTERID_Y,
          NCLUSTERID_Z,
          CLUSTER_CTAID_X,
          CLUSTER_CTAID_Y,
          CLUSTER_CTAID_Z,
          CLUSTER_NCTAID_X,
          CLUSTER_NCTAID_Y,
          CLUSTER_NCTAID_Z,
          CLUSTER_CTARANK,
          CLUSTER_NCTARANK ->
          true;
      default -> false;
    };
  }

  private boolean allRead(int pc, boolean[] flags) {
    for (int register : operands.reads(pc)) {
      if (register >= flags.length || !flags[register]) {
        return false;
      }
    }
    return true;
  }
}
