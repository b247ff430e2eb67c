package dev.syncopate.memory.mechanism.promotion;

import dev.syncopate.memory.access.AccessKind;

/**
 * Actions of the L2s of several GPUs for a remote access of system scope, after the L1s have
 * answered and before the memory side performs it. This is the table that is executed. All L2s also
 * surrender and hold the line.
 *
 * @param flush whose write their dirty bytes to the memory side first
 * @param invalidate whose drop all that is not dirty then
 */
public record SystemPromotion(Gpus flush, Gpus invalidate) {
  /** GPUs, seen from the requester. */
  public enum Gpus {
    OWN,
    OTHERS,
    ALL;

    boolean include(boolean ownGpu) {
      return this == ALL || (this == OWN) == ownGpu;
    }
  }

  private static final SystemPromotion LOAD = new SystemPromotion(Gpus.OTHERS, Gpus.OWN);
  private static final SystemPromotion STORE = new SystemPromotion(Gpus.OWN, Gpus.OTHERS);
  private static final SystemPromotion ATOMIC = new SystemPromotion(Gpus.ALL, Gpus.ALL);

  /**
   * For a kind of access: a load acquires from the other GPUs, a store releases to them, an atomic
   * does both.
   */
  public static SystemPromotion of(AccessKind kind) {
    return switch (kind) {
      case LOAD -> LOAD;
      case STORE -> STORE;
      case ATOMIC -> ATOMIC;
      case FENCE -> throw new IllegalArgumentException("there is no remote fence");
    };
  }
}
