package dev.syncopate.machine.fusion;

import dev.syncopate.machine.code.HotKernel;
import dev.syncopate.machine.code.Op;
import dev.syncopate.ptx.analysis.LiveBehind;
import dev.syncopate.ptx.analysis.RegisterUses;
import dev.syncopate.ptx.ir.ControlInstruction.Branch;
import dev.syncopate.ptx.ir.ControlInstruction.BranchIndexed;
import dev.syncopate.ptx.ir.ControlInstruction.Call;
import dev.syncopate.ptx.ir.ControlInstruction.CallIndirect;
import dev.syncopate.ptx.ir.Instruction;
import dev.syncopate.ptx.ir.StateSpace;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Divides a kernel into stretches. A stretch begins where control flow or lanes may come together,
 * or behind an instruction that is not fusible. A stretch that writes a space has no other access
 * to it: a lane would otherwise read what a lower lane writes later in the program, which code for
 * lanes in lockstep does not expect.
 */
final class StretchFinder {
  /** Size from which on a stretch ends: the JVM compiles no method that becomes too large. */
  private static final int MOST_SIZE = 128;

  /** Size of an access: so many other instructions have as much code. */
  private static final int ACCESS_SIZE = 6;

  /** A smaller stretch is no faster than its instructions one by one. */
  private static final int LEAST_SIZE = 3;

  private final Op[] code;
  private final List<Instruction> instructions;
  private final boolean[] leader;
  private final RegisterUses uses;

  /** Null where calls pass registers on that no single function reads. */
  private final @Nullable LiveBehind liveness;

  StretchFinder(HotKernel kernel, RegisterUses uses) {
    this.code = kernel.code;
    this.instructions = kernel.program.code();
    this.uses = uses;
    this.leader = leaders(instructions);
    boolean calls =
        instructions.stream()
            .anyMatch(
                instruction -> instruction instanceof Call || instruction instanceof CallIndirect);
    this.liveness =
        calls
            ? null
            : new LiveBehind(instructions, kernel.valueRegisters, kernel.predicateRegisters);
  }

  private static boolean[] leaders(List<Instruction> instructions) {
    boolean[] leader = new boolean[instructions.size() + 1];
    for (Instruction instruction : instructions) {
      if (instruction instanceof Branch branch) {
        leader[branch.target()] = true;
        mark(leader, branch.reconvergence());
      } else if (instruction instanceof BranchIndexed branch) {
        branch.targets().forEach(target -> leader[target] = true);
        mark(leader, branch.reconvergence());
      }
    }
    return leader;
  }

  private static void mark(boolean[] leader, int reconvergence) {
    if (reconvergence >= 0) {
      leader[reconvergence] = true;
    }
  }

  /** All stretches, in the order of the code. */
  List<StretchShape> find() {
    List<StretchShape> stretches = new ArrayList<>();
    for (int pc = 0; pc < code.length; ) {
      int end = end(pc);
      if (end == pc) {
        pc++;
        continue;
      }
      StretchShape stretch = shape(pc, end);
      if (stretch.accesses() || end - pc >= LEAST_SIZE) {
        stretches.add(stretch);
      }
      pc = end;
    }
    return stretches;
  }

  /** One past the last instruction of the stretch that begins here; the beginning for none. */
  private int end(int start) {
    Set<StateSpace> accessed = EnumSet.noneOf(StateSpace.class);
    Set<StateSpace> written = EnumSet.noneOf(StateSpace.class);
    int size = 0;
    for (int pc = start; pc < code.length; pc++) {
      if (!(code[pc] instanceof FusibleOp op) || !op.isFusible() || (leader[pc] && pc > start)) {
        return pc;
      }
      if (op instanceof FusibleAccess access) {
        StateSpace space = access.space();
        boolean meetsOthers = (access.writes() ? accessed : written).contains(space);
        if (meetsOthers || (size > 0 && size + ACCESS_SIZE > MOST_SIZE)) {
          return pc;
        }
        accessed.add(space);
        if (access.writes()) {
          written.add(space);
        }
        size += ACCESS_SIZE;
      } else if (++size > MOST_SIZE) {
        return pc;
      }
    }
    return code.length;
  }

  private StretchShape shape(int start, int end) {
    BitSet liveIn = new BitSet();
    BitSet defined = new BitSet();
    BitSet written = new BitSet();
    int unguarded = 0;
    boolean accesses = false;
    boolean writes = false;
    for (int pc = start; pc < end; pc++) {
      boolean always = instructions.get(pc).guard().always();
      unguarded += always ? 1 : 0;
      for (int register : uses.reads(pc)) {
        liveIn.set(register, liveIn.get(register) || !defined.get(register));
      }
      for (int register : uses.writes(pc)) {
        written.set(register);
        if (always) {
          defined.set(register);
        } else if (!defined.get(register)) {
          liveIn.set(register);
        }
      }
      if (code[pc] instanceof FusibleAccess access) {
        accesses = true;
        writes |= access.writes();
      }
    }
    if (liveness != null) {
      written.and(liveness.of(end - 1));
    }
    return new StretchShape(start, end, unguarded, liveIn, written, accesses, writes);
  }
}
