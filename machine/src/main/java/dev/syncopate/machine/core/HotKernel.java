package dev.syncopate.machine.core;

import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.ptx.ir.Program;
import dev.syncopate.ptx.ir.StateSpace;

/** A program in the form in which compute units run it; shared by all of them, never changed. */
public final class HotKernel {
  final Program program;

  /** Tells kernels apart in instruction caches. */
  final int number;

  final int valueRegisters;
  final int predicateRegisters;
  final Op[] code;

  HotKernel(Program program, int number, Op[] code) {
    this.program = program;
    this.number = number;
    this.valueRegisters = program.valueRegisters();
    this.predicateRegisters = program.predicateRegisters();
    this.code = code;
  }

  /**
   * This kernel, once it is known to ask the memory system for nothing that its protocol lacks.
   *
   * @throws UnsupportedOperationException naming the first instruction that does
   */
  public HotKernel supportedBy(Protocol protocol) {
    for (Op op : code) {
      if (op instanceof MemoryOp memory && memory.space != StateSpace.SHARED) {
        String refusal = protocol.refusal(memory.operation);
        if (refusal != null) {
          throw new UnsupportedOperationException(op.position + ": " + refusal);
        }
      }
    }
    return this;
  }

  /** Entries of a warp's scoreboard: value registers, the spare one, predicates. */
  int scoreboardEntries() {
    return valueRegisters + 1 + predicateRegisters + 1;
  }
}
