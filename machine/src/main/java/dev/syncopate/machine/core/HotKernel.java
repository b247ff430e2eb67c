package dev.syncopate.machine.core;

import dev.syncopate.ptx.ir.Program;

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

  /** Entries of a warp's scoreboard: value registers, the spare one, predicates. */
  int scoreboardEntries() {
    return valueRegisters + 1 + predicateRegisters + 1;
  }
}
