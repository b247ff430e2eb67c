package dev.syncopate.check.report;

import dev.syncopate.machine.warp.Grid;
import dev.syncopate.machine.warp.ThreadIds;
import dev.syncopate.ptx.ir.Position;

/** Instructions of a launch with the threads that executed them. */
final class ThreadText {
  private final Grid grid;
  private final InstructionDescription text;

  ThreadText(Grid grid) {
    this.grid = grid;
    this.text = new InstructionDescription(grid.kernel().program);
  }

  /**
   * An instruction, its position and its thread.
   *
   * @param thread in its CTA, counted by whole warps
   */
  String side(int pc, int cta, int thread) {
    return "%s by %s".formatted(instruction(pc), thread(cta, thread));
  }

  /** An instruction and its position. */
  String instruction(int pc) {
    return "%s at %s".formatted(text.what(pc), text.where(pc));
  }

  /** A thread by the indices of its CTA and its own. */
  String thread(int cta, int thread) {
    ThreadIds ids = grid.ids();
    return "CTA %s, thread (%d,%d,%d)"
        .formatted(grid.indices(cta), ids.x()[thread], ids.y()[thread], ids.z()[thread]);
  }

  /** The same as a place that takes part in a finding. */
  Finding.Related related(int pc, int cta, int thread) {
    Position ptx = grid.kernel().position(pc);
    return Finding.Related.of(
        side(pc, cta, thread), ptx, grid.kernel().program.sourceLines().of(ptx));
  }
}
