package dev.syncopate.ptx.analysis;

import dev.syncopate.ptx.ir.Address;
import dev.syncopate.ptx.ir.Guard;
import dev.syncopate.ptx.ir.Instruction;
import dev.syncopate.ptx.ir.MemoryInstruction.Load;
import dev.syncopate.ptx.ir.Operand;
import dev.syncopate.ptx.ir.Parameter;
import dev.syncopate.ptx.ir.Program;
import dev.syncopate.ptx.ir.StateSpace;

/**
 * From which parameters of a kernel without calls an address may come: sets of parameters, a bit
 * each. A computed value has the union of its operands' sets. A wide value that is loaded from
 * memory may be a pointer to anything.
 */
final class AddressProvenance {
  /** It may point anywhere. */
  static final long ANYWHERE = 1L << 63;

  private static final int MOST = 63;
  private static final int POINTER_BYTES = 8;

  private final Program program;
  private final RegisterUses operands;

  /** Before each block, by register. */
  private final long[][] entryStates;

  AddressProvenance(Program program, FlowGraph graph, RegisterUses operands) {
    this.program = program;
    this.operands = operands;
    entryStates = new long[graph.exit() + 1][operands.registers];
    boolean grows = true;
    while (grows) {
      grows = false;
      for (int block = 0; block < graph.exit(); block++) {
        long[] state = entryStates[block].clone();
        for (int i = graph.start(block); i < graph.end(block); i++) {
          pass(i, state);
        }
        for (int next : graph.successors(block)) {
          grows |= join(entryStates[next], state);
        }
      }
    }
  }

  private static boolean join(long[] target, long[] source) {
    boolean grows = false;
    for (int r = 0; r < target.length; r++) {
      grows |= (source[r] & ~target[r]) != 0;
      target[r] |= source[r];
    }
    return grows;
  }

  /** What a block's registers come from at its beginning; for {@link #pass}. */
  long[] at(int block) {
    return entryStates[block].clone();
  }

  /** From before an instruction to behind it. */
  void pass(int index, long[] state) {
    Instruction instruction = program.code().get(index);
    long origins = 0;
    if (instruction instanceof Load load) {
      origins = loaded(load, state);
    } else {
      for (int register : operands.reads(index)) {
        origins |= state[register];
      }
    }
    boolean always = instruction.guard().equals(Guard.NONE);
    for (int register : operands.writes(index)) {
      state[register] = always ? origins : state[register] | origins;
    }
  }

  private long loaded(Load load, long[] state) {
    if (load.space() != StateSpace.PARAM) {
      return load.type().bytes() < POINTER_BYTES ? 0 : ANYWHERE;
    }
    Address address = load.address();
    if (!Operand.isConstant(address.base())) {
      return ANYWHERE | state[address.base()];
    }
    long offset = program.constants()[Operand.constantIndex(address.base())] + address.offset();
    for (int i = 0; i < program.parameters().size(); i++) {
      Parameter parameter = program.parameters().get(i);
      if (offset >= parameter.offset() && offset < parameter.offset() + parameter.bytes()) {
        return parameter.bytes() < POINTER_BYTES ? 0 : i < MOST ? 1L << i : ANYWHERE;
      }
    }
    return ANYWHERE;
  }

  /** Where an address comes from; nothing for that of a variable. */
  static long of(Address address, long[] state) {
    return Operand.isConstant(address.base()) ? 0 : state[address.base()];
  }

  /** Whether it is one parameter, with or without unknown sources. */
  static boolean isOne(long origins) {
    return origins != ANYWHERE && Long.bitCount(origins) == 1;
  }
}
