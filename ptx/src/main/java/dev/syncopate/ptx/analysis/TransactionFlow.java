package dev.syncopate.ptx.analysis;

import dev.syncopate.ptx.ir.Instruction;
import dev.syncopate.ptx.ir.MemoryInstruction.Transaction;
import java.util.BitSet;
import java.util.List;

/** Completes the transactions of a program with what follows from its control flow. */
final class TransactionFlow {
  private static final int NOWHERE = -1;

  private final FlowGraph graph;
  private final EarlyExits meetings;
  private final TransactionDepth depth;

  private TransactionFlow(FlowGraph graph, EarlyExits meetings, TransactionDepth depth) {
    this.graph = graph;
    this.meetings = meetings;
    this.depth = depth;
  }

  /**
   * Says of each whether it is nested, and where lanes meet that begin together.
   *
   * @param code with transactions in pairs on every way
   */
  static void complete(
      List<Instruction> code, List<Integer> functionEntries, FlowGraph graph, EarlyExits meetings) {
    TransactionFlow transactions = null;
    for (int i = 0; i < code.size(); i++) {
      if (code.get(i) instanceof Transaction t) {
        if (transactions == null) {
          TransactionDepth depth = new TransactionDepth(code, functionEntries, graph);
          transactions = new TransactionFlow(graph, meetings, depth);
        }
        int meeting = t.begin() ? transactions.meeting(i) : NOWHERE;
        boolean nested = transactions.depth.before(i) > (t.begin() ? 0 : 1);
        code.set(i, new Transaction(t.position(), t.begin(), nested, meeting));
      }
    }
  }

  /** Goes from meeting to meeting until one is behind the transaction. */
  private int meeting(int begin) {
    BitSet visited = new BitSet();
    int meetingPc = begin + 1;
    int block = graph.blockOf(begin);
    while (true) {
      for (; meetingPc < graph.end(block); meetingPc++) {
        if (depth.before(meetingPc) == 0) {
          return meetingPc;
        }
      }
      visited.set(block);
      meetingPc = meetings.following(block);
      if (meetingPc < 0) {
        return NOWHERE;
      }
      block = graph.blockOf(meetingPc);
      if (visited.get(block)) {
        return NOWHERE; // a loop that no lane leaves
      }
    }
  }
}
