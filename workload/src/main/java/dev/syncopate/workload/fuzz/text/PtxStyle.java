package dev.syncopate.workload.fuzz.text;

import dev.syncopate.workload.fuzz.program.FuzzSpace;
import java.util.EnumMap;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Layout of a kernel's PTX: fixed for all of it, so that a smaller kernel looks like the one it was
 * made from.
 *
 * @param branch where the two sides of a branch stand
 * @param rotated whether a loop's condition stands at its end, too
 * @param table whether a switch is an indexed branch
 * @param leave how a function is left
 * @param neverTaken whether there are branches to an exit that no thread takes
 * @param uniform whether jumps without a condition are {@code bra.uni}
 * @param addresses how words of each space are addressed
 * @param detour what a value passes through on its way into a variable
 */
record PtxStyle(
    Branch branch,
    boolean rotated,
    boolean table,
    Leave leave,
    boolean neverTaken,
    boolean uniform,
    Map<FuzzSpace, Addressing> addresses,
    @Nullable Detour detour) {
  /** Layouts of a branch. */
  enum Branch {
    THEN_FIRST,
    OTHERWISE_FIRST,
    /** The taken side stands behind the function's end. */
    FAR
  }

  /** Ways out of a function. */
  enum Leave {
    TO_THE_END,
    AT_ONCE,
    GUARDED
  }

  /** Ways to write an address. */
  enum Addressing {
    /** All of it in a register. */
    PLAIN,
    /** A register below the array, and a positive number. */
    BELOW,
    /** A register far above, and a negative number. */
    ABOVE,
    /** A register that wraps, where addresses have 32 bits. */
    WRAPPED,
    /** A register of 64 bits. */
    WIDE,
    /** A generic address. */
    GENERIC
  }

  /** Ways of a value that bring it there again, or what is made of it alone. */
  enum Detour {
    /** Atomics of 128 bits in shared memory, of which one fails. */
    PAIR_IN_SHARED,
    /** The same in global memory. */
    PAIR_IN_GLOBAL,
    /** 256 bits of global memory. */
    EIGHT_WORDS,
    /** A compare-and-swap that fails next to plain stores, and one that does not. */
    FAILED_SWAP,
    /** Atomic sums of vectors. */
    SUMS,
    /** Floating-point numbers of 8 bits. */
    EIGHT_BITS,
    /** Memory that {@code alloca} takes. */
    STACK,
    /** A function that calls itself. */
    RECURSION
  }

  /**
   * What the values of a kernel of a seed pass through; null, as in every second one, for nothing.
   */
  private static @Nullable Detour detour(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Detour[] detours = Detour.values();
    return random.nextBoolean() ? null : detours[random.nextInt(detours.length)];
  }

  static PtxStyle of(long seed) {
    Random random = new Random(seed * 31 + 7);
    Map<FuzzSpace, Addressing> addresses = new EnumMap<>(FuzzSpace.class);
    for (FuzzSpace space : FuzzSpace.values()) {
      addresses.put(space, Addressing.values()[random.nextInt(Addressing.values().length)]);
    }
    return new PtxStyle(
        Branch.values()[random.nextInt(3)],
        random.nextBoolean(),
        random.nextBoolean(),
        Leave.values()[random.nextInt(3)],
        random.nextInt(3) == 0,
        random.nextBoolean(),
        Map.copyOf(addresses),
        detour(seed));
  }
}
