package dev.syncopate.memory.local;

/** An access of a bulk copy to a line of global memory, while it is on its way. */
public final class CopyLine {
  final QueuedCopy copy;
  final int offset;
  final int count;

  CopyLine(QueuedCopy copy, int offset, int count) {
    this.copy = copy;
    this.offset = offset;
    this.count = count;
  }

  /** The copy. */
  public QueuedCopy copy() {
    return copy;
  }

  /** Bytes of it. */
  public int count() {
    return count;
  }
}
