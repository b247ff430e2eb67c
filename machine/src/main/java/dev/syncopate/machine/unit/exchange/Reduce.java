package dev.syncopate.machine.unit.exchange;

import dev.syncopate.ptx.ir.AtomicOperation;

/**
 * {@code redux} (PTX ISA, "Parallel Synchronization and Communication Instructions: redux.sync").
 */
public final class Reduce {
  private static final long WORD = 0xffff_ffffL;

  private Reduce() {}

  /**
   * The 32-bit value that every lane gets, in register form.
   *
   * @param operation {@code ADD}, {@code MIN}, {@code MAX}, {@code AND}, {@code OR} or {@code XOR}
   * @param signed whether {@code MIN} and {@code MAX} compare signed numbers
   * @param lanes the lanes that take part, at least one
   */
  public static long apply(
      AtomicOperation operation, boolean signed, long[] a, int aBase, long lanes) {
    // Flipping the sign bits makes the order of signed words that of unsigned ones.
    long flip =
        signed && (operation == AtomicOperation.MIN || operation == AtomicOperation.MAX)
            ? 0x8000_0000L
            : 0;
    long result = (a[aBase + Long.numberOfTrailingZeros(lanes)] & WORD) ^ flip;
    for (long rest = lanes & (lanes - 1); rest != 0; rest &= rest - 1) {
      long value = (a[aBase + Long.numberOfTrailingZeros(rest)] & WORD) ^ flip;
      result =
          switch (operation) {
            case ADD -> result + value;
            case MIN -> Math.min(result, value);
            case MAX -> Math.max(result, value);
            case AND -> result & value;
            case OR -> result | value;
            case XOR -> result ^ value;
            default -> throw new IllegalArgumentException("redux has no " + operation);
          };
    }
    return (result ^ flip) & WORD;
  }
}
