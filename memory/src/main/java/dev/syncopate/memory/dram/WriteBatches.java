package dev.syncopate.memory.dram;

import dev.syncopate.memory.config.DramConfig;

/**
 * Current direction of a channel: reads or writes. Turning the data bus round costs time, and no
 * warp waits for a write. Writes are therefore collected while reads go first, and drained in
 * batches: from the high watermark down to the low one, or while no read is queued. A write that
 * has waited too long brings all others with it. When writes arrive as fast as they leave, a batch
 * ends after as many as the high watermark, and as many reads come before the next.
 */
final class WriteBatches {
  private final int high;
  private final int low;
  private boolean writing;

  /** Low watermark: with a read queued, a batch ends when at most this many writes are left. */
  private int endLevel;

  /** Writes that may still go in this batch. */
  private int budget;

  /** Reads that go before the next batch. */
  private int owed;

  WriteBatches(DramConfig config) {
    high = Math.max(1, config.queue() * config.writeHigh() / 100);
    low = Math.min(high - 1, config.queue() * config.writeLow() / 100);
  }

  boolean writing() {
    return writing;
  }

  /** A request has been served. */
  void served(boolean write) {
    if (write) {
      budget--;
    } else {
      owed--;
    }
  }

  /**
   * Chooses anew; at least one request waits.
   *
   * @param reads that wait
   * @param writes that wait
   */
  void choose(int reads, int writes) {
    if (!writing) {
      if (reads == 0 || (writes >= high && owed <= 0)) {
        begin(low);
      }
    } else if (reads > 0 && (writes <= endLevel || budget <= 0)) {
      writing = false;
      owed = writes <= endLevel ? 0 : high;
    }
  }

  /** The oldest request has been passed over long enough: its turn has come. */
  void force(boolean write) {
    if (write && !writing) {
      begin(0);
    }
    writing = write;
  }

  private void begin(int level) {
    writing = true;
    endLevel = level;
    budget = high;
  }
}
