package dev.syncopate.machine.unit.transaction;

import dev.syncopate.machine.code.Op;
import dev.syncopate.machine.code.Pipe;
import dev.syncopate.ptx.ir.MemoryInstruction;

/** {@code tx.begin} and {@code tx.commit}. */
public final class TransactionOp extends Op {
  final boolean begins;

  /** Index of the instruction at which lanes meet that begin together, or -1. */
  final int meeting;

  public TransactionOp(MemoryInstruction.Transaction transaction) {
    super(transaction);
    this.begins = transaction.begin();
    this.meeting = transaction.meeting();
    this.pipe = Pipe.TRANSACTION.number;
  }
}
