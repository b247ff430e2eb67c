package dev.syncopate.ptx.analysis;

import dev.syncopate.ptx.ir.Instruction;
import java.util.List;

/**
 * Registers that hold values which a thread may still read. A write under a guard does not end what
 * was there before. Sets are bit sets over the numbers of {@link RegisterUses}.
 */
final class Liveness {
  private final FlowGraph graph;
  private final RegisterUses operands;
  private final boolean[] guarded;
  private final int words;
  private final long[][] liveOut;

  Liveness(List<Instruction> code, FlowGraph graph, RegisterUses operands) {
    this.graph = graph;
    this.operands = operands;
    this.words = (operands.registers + 63) / 64;
    this.guarded = new boolean[code.size()];
    for (int i = 0; i < guarded.length; i++) {
      guarded[i] = !code.get(i).guard().always();
    }
    this.liveOut = new long[graph.blocks() + 1][words];
    solve();
  }

  private void solve() {
    long[][] liveIn = new long[graph.blocks() + 1][words];
    long[] live = new long[words];
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int block = graph.blocks() - 1; block >= 0; block--) {
        long[] out = liveOut[block];
        for (int successor : graph.successors(block)) {
          for (int w = 0; w < words; w++) {
            out[w] |= liveIn[successor][w];
          }
        }
        System.arraycopy(out, 0, live, 0, words);
        for (int i = graph.end(block) - 1; i >= graph.start(block); i--) {
          before(i, live);
        }
        for (int w = 0; w < words; w++) {
          if (liveIn[block][w] != live[w]) {
            liveIn[block][w] = live[w];
            changed = true;
          }
        }
      }
    }
  }

  /** Turns what is live behind an instruction into what is live before it. */
  void before(int instruction, long[] live) {
    if (!guarded[instruction]) {
      for (int register : operands.writes(instruction)) {
        live[register >> 6] &= ~(1L << register);
      }
    }
    for (int register : operands.reads(instruction)) {
      live[register >> 6] |= 1L << register;
    }
  }

  /** A fresh copy of what is live at the end of a block. */
  long[] atEnd(int block) {
    return liveOut[block].clone();
  }
}
