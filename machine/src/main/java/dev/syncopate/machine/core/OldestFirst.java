package dev.syncopate.machine.core;

/** Oldest job first: the lowest warp of the CTA that came first. */
final class OldestFirst extends Scheduler {
  /** Warp slots of the resident CTAs, oldest first. */
  private final long[] ctas;

  private int count;

  OldestFirst(int maxCtas) {
    this.ctas = new long[maxCtas];
  }

  @Override
  int pick(long ready, int simd) {
    for (int i = 0; i < count; i++) {
      long candidates = ready & ctas[i];
      if (candidates != 0) {
        return Long.numberOfTrailingZeros(candidates);
      }
    }
    throw new IllegalStateException("a ready warp belongs to no CTA");
  }

  @Override
  void arrived(long warps) {
    ctas[count++] = warps;
  }

  @Override
  void departed(long warps) {
    int index = 0;
    while (ctas[index] != warps) {
      index++;
    }
    count--;
    System.arraycopy(ctas, index + 1, ctas, index, count - index);
  }
}
