package dev.syncopate.machine.warp;

/**
 * The indices of a CTA's threads: entry {@code warp * width + lane}. Lanes without a thread repeat
 * the pattern and are never asked.
 */
public record ThreadIds(long[] x, long[] y, long[] z) {
  static ThreadIds of(int blockX, int blockY, int warps, int width) {
    int threads = warps * width;
    long[] x = new long[threads];
    long[] y = new long[threads];
    long[] z = new long[threads];
    for (int i = 0; i < threads; i++) {
      x[i] = i % blockX;
      y[i] = i / blockX % blockY;
      z[i] = i / blockX / blockY;
    }
    return new ThreadIds(x, y, z);
  }
}
