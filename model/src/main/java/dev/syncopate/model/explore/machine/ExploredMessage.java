package dev.syncopate.model.explore.machine;

import dev.syncopate.memory.access.MemoryOperation;
import org.jspecify.annotations.Nullable;

/** Message on its way from one CTA of a cluster to another. */
sealed interface ExploredMessage {
  /** For people. */
  String text();

  /**
   * An instruction of a thread, which is performed in the shared memory of the other CTA.
   *
   * @param warp the thread on its tile
   * @param a first operand
   * @param b second operand, of CAS alone
   */
  record Request(ThreadCode.Instruction.Local instruction, int warp, long a, long b, String text)
      implements ExploredMessage {}

  /**
   * A request has been performed.
   *
   * @param warp the thread whose request it was
   * @param register that takes the result, or -1
   */
  record Answer(int warp, int register, long value, String text) implements ExploredMessage {}

  /**
   * Bytes of a bulk copy.
   *
   * @param copy what identifies the copy among those that are on their way
   * @param update of each element of the target; null to overwrite it
   * @param place of the first byte in the shared memory of the other CTA
   * @param total bytes of the copy
   * @param barrier place of the mbarrier that counts them
   */
  record Part(
      CopyNumber copy,
      @Nullable MemoryOperation update,
      int place,
      byte[] bytes,
      int total,
      int barrier,
      String text)
      implements ExploredMessage {}

  /**
   * Identifies a copy to another CTA.
   *
   * @param tile number of the tile that copies
   * @param number lowest that no other copy of the tile has which is on its way
   */
  record CopyNumber(int tile, int number) {
    private static final int MOST = 1 << 16;

    /** Both as one number. */
    int key() {
      return tile * MOST + number;
    }
  }

  /** All bytes of a copy have come. */
  record Receipt(int number, String text) implements ExploredMessage {}

  /**
   * The arrival of a whole CTA at the barrier of the cluster.
   *
   * @param receiver the CTA that hears it
   * @param sender the CTA whose threads have arrived
   * @param phases at which they have
   */
  record Arrival(int receiver, int sender, long phases) implements ExploredMessage {
    @Override
    public String text() {
      return "the arrival of CTA %d at the barrier of its cluster".formatted(sender);
    }
  }
}
