package dev.syncopate.ptx.ir;

/**
 * Number of 32-bit registers of a thread: an estimate of what an assembler would give it. An
 * assembler spends registers, on loads in flight above all, as long as they cost no occupancy.
 *
 * @param minimum without which values would have to be spilled; at least 1
 * @param preferred when registers cost nothing; at least {@code minimum}
 * @param maximum that the kernel allows itself, {@code .maxnreg}
 * @param minCtas that a compute unit is to hold, {@code .minnctapersm}, or 0
 * @param exact whether {@code minimum} comes from an assembler and is exact
 */
public record RegisterNeed(int minimum, int preferred, int maximum, int minCtas, boolean exact) {
  /** The most that an instruction can name. */
  public static final int MOST = 255;

  /** A thread gets registers in pieces of this many. */
  public static final int GRANULARITY = 8;

  /**
   * An assembler that misses a full compute unit by one in so many registers computes again what it
   * takes to get there.
   */
  private static final int SQUEEZED = 16;

  /** Exactly so many. */
  public static RegisterNeed exactly(int registers) {
    return new RegisterNeed(registers, registers, registers, 0, true);
  }

  /**
   * Registers of a thread.
   *
   * @param registers of a compute unit
   * @param threads that it holds at most
   * @param ctaThreads the most that a CTA of the kernel may have, or 0 if it does not say
   */
  public int perThread(int registers, int threads, int ctaThreads) {
    if (exact) {
      return minimum;
    }
    int full = pieces(registers / threads);
    int chosen = minimum > full + full / SQUEEZED ? minimum : Math.min(preferred, full);
    int room = ctaThreads == 0 ? MOST : pieces(registers / (Math.max(1, minCtas) * ctaThreads));
    return Math.min(Math.min(chosen, Math.min(maximum, MOST)), room);
  }

  private static int pieces(int registers) {
    return Math.max(1, registers / GRANULARITY) * GRANULARITY;
  }
}
