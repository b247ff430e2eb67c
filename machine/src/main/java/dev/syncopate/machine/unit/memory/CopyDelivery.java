package dev.syncopate.machine.unit.memory;

import dev.syncopate.machine.observer.BulkTransfer;
import dev.syncopate.memory.access.MemoryOperation;
import org.jspecify.annotations.Nullable;

/**
 * Share of one CTA in a bulk copy to the shared memory of CTAs of a cluster. The compute unit of
 * that CTA alone changes it.
 */
final class CopyDelivery {
  /** Index of the compute unit that copies. */
  final int unit;

  final BulkTransfer transfer;
  final PeerCta target;

  /** Update of each element of the target; null to overwrite it. */
  final @Nullable MemoryOperation update;

  /** Bytes that have come, and whether a receipt has been sent. */
  private int received;

  private boolean ended;

  CopyDelivery(int unit, BulkTransfer transfer, PeerCta target, @Nullable MemoryOperation update) {
    this.unit = unit;
    this.transfer = transfer;
    this.target = target;
    this.update = update;
  }

  /** Bytes are written. Returns whether they were the last. */
  boolean receive(int bytes) {
    received += bytes;
    return received == transfer.bytes;
  }

  boolean isOver() {
    return ended;
  }

  void end() {
    ended = true;
  }
}
