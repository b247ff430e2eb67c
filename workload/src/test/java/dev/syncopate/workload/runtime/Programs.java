package dev.syncopate.workload.runtime;

import dev.syncopate.ptx.ir.ClusterBounds;
import dev.syncopate.ptx.ir.Instruction;
import dev.syncopate.ptx.ir.Program;
import dev.syncopate.ptx.ir.RegisterNeed;
import dev.syncopate.ptx.ir.SourceLines;
import java.util.List;
import java.util.TreeSet;

/** Programs and machines for tests of checks that need few of their fields. */
final class Programs {
  private Programs() {}

  static Program of(Instruction... code) {
    return with(1, 0, 0, List.of(), code);
  }

  static Program with(
      int registers, int shared, int maxThreads, List<Integer> block, Instruction... code) {
    return with(registers, shared, maxThreads, block, ClusterBounds.NONE, code);
  }

  static Program with(
      int registers,
      int shared,
      int maxThreads,
      List<Integer> block,
      ClusterBounds clusters,
      Instruction... code) {
    return new Program(
        "k",
        List.of(code),
        new long[0],
        1,
        1,
        RegisterNeed.exactly(registers),
        List.of(),
        0,
        shared,
        shared,
        0,
        maxThreads,
        block,
        clusters,
        List.of(),
        new TreeSet<>(),
        List.of(),
        new SourceLines());
  }
}
