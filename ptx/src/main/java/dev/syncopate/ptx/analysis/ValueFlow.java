package dev.syncopate.ptx.analysis;

import dev.syncopate.ptx.analysis.ReadModifyWrites.Reader;
import dev.syncopate.ptx.ir.Arithmetic;
import dev.syncopate.ptx.ir.Arithmetic.Compute;
import dev.syncopate.ptx.ir.Guard;
import dev.syncopate.ptx.ir.Instruction;
import dev.syncopate.ptx.ir.MemoryInstruction.Load;
import dev.syncopate.ptx.ir.MemoryInstruction.Store;
import dev.syncopate.ptx.ir.Operand;
import dev.syncopate.ptx.ir.Program;
import dev.syncopate.ptx.ir.StateSpace;
import dev.syncopate.ptx.ir.WarpInstruction;
import java.util.BitSet;

/**
 * Uses that the value of one load reaches: forward data flow over registers and two cells of
 * memory.
 */
final class ValueFlow {
  private final Program program;
  private final FlowGraph graph;
  private final RegisterUses operands;
  private final int load;
  private final Reader reader;

  /** Local memory, and shared memory, as if each were a register. */
  private final int local;

  private final int shared;

  /** Before each block: registers that hold the value, and those computed from it. */
  private final BitSet[] copies;

  private final BitSet[] computed;

  /**
   * @param reader how far values are followed: through exchanges from {@link Reader#WARP} on,
   *     through shared memory with {@link Reader#CTA}
   */
  ValueFlow(Program program, FlowGraph graph, RegisterUses operands, int load, Reader reader) {
    this.program = program;
    this.graph = graph;
    this.operands = operands;
    this.load = load;
    this.reader = reader;
    this.local = operands.registers;
    this.shared = operands.registers + 1;
    this.copies = new BitSet[graph.exit() + 1];
    this.computed = new BitSet[graph.exit() + 1];
    for (int block = 0; block <= graph.exit(); block++) {
      copies[block] = new BitSet();
      computed[block] = new BitSet();
    }
    boolean grows = true;
    while (grows) {
      grows = false;
      for (int block = 0; block < graph.exit(); block++) {
        BitSet copied = (BitSet) copies[block].clone();
        BitSet derived = (BitSet) computed[block].clone();
        pass(block, graph.end(block), copied, derived);
        for (int next : graph.successors(block)) {
          grows |= join(copies[next], copied);
          grows |= join(computed[next], derived);
        }
      }
    }
  }

  private static boolean join(BitSet target, BitSet source) {
    int previousSize = target.cardinality();
    target.or(source);
    return target.cardinality() > previousSize;
  }

  /** Whether a register is computed from the value when an instruction is executed. */
  boolean computes(int instruction, int register) {
    int block = graph.blockOf(instruction);
    BitSet copied = (BitSet) copies[block].clone();
    BitSet derived = (BitSet) computed[block].clone();
    pass(block, instruction, copied, derived);
    return derived.get(register);
  }

  /**
   * Whether a register holds the value, or one computed from it, when an instruction is executed.
   */
  boolean reaches(int instruction, int register) {
    int block = graph.blockOf(instruction);
    BitSet copied = (BitSet) copies[block].clone();
    BitSet derived = (BitSet) computed[block].clone();
    pass(block, instruction, copied, derived);
    return copied.get(register) || derived.get(register);
  }

  private void pass(int block, int end, BitSet copied, BitSet derived) {
    for (int i = graph.start(block); i < end; i++) {
      Instruction instruction = program.code().get(i);
      boolean copy = i == load;
      boolean result = false;
      if (instruction instanceof Load loadInstruction && i != load) {
        int cell = cell(loadInstruction.space());
        copy = cell >= 0 && copied.get(cell);
        result = cell >= 0 && derived.get(cell);
      } else if (instruction instanceof Store storeInstruction) {
        store(storeInstruction, copied, derived);
      } else if (carries(instruction)) {
        boolean moves = moves(instruction);
        for (int register : operands.reads(i)) {
          copy |= moves && copied.get(register);
          result |= derived.get(register) || (!moves && copied.get(register));
        }
      }
      boolean always = instruction.guard().equals(Guard.NONE);
      for (int register : operands.writes(i)) {
        copied.set(register, copy || (!always && copied.get(register)));
        derived.set(register, result || (!always && derived.get(register)));
      }
    }
  }

  /** What is written to memory stays there: nothing tells that it is overwritten. */
  private void store(Store store, BitSet copied, BitSet derived) {
    int cell = cell(store.space());
    if (cell < 0) {
      return;
    }
    for (int value : store.values()) {
      if (!Operand.isConstant(value)) {
        copied.set(cell, copied.get(cell) || copied.get(value));
        derived.set(cell, derived.get(cell) || derived.get(value));
      }
    }
  }

  /** The cell that stands for a space; negative for none. */
  private int cell(StateSpace space) {
    return space == StateSpace.LOCAL
        ? local
        : space == StateSpace.SHARED && reader == Reader.CTA ? shared : -1;
  }

  private boolean carries(Instruction instruction) {
    return instruction instanceof Arithmetic
        || (reader != Reader.SAME && instruction instanceof WarpInstruction);
  }

  private static boolean moves(Instruction instruction) {
    if (instruction instanceof Compute compute) {
      String name = compute.function().mnemonic();
      return name.startsWith("mov") || name.startsWith("cvt");
    }
    return instruction instanceof WarpInstruction.Shuffle;
  }
}
