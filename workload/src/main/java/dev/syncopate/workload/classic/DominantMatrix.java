package dev.syncopate.workload.classic;

import java.util.random.RandomGenerator;

/** Matrices whose diagonal dominates, which need no pivoting. */
final class DominantMatrix {
  private DominantMatrix() {}

  /**
   * Row-major, with elements in [-1, 1) and {@code n} more on the diagonal.
   *
   * @param n rows and columns
   * @param pitch rows and columns with those of an identity matrix that fills it up
   */
  static float[] drawn(RandomGenerator random, int n, int pitch) {
    float[] matrix = new float[pitch * pitch];
    for (int i = 0; i < pitch; i++) {
      for (int j = 0; j < pitch; j++) {
        if (i < n && j < n) {
          matrix[i * pitch + j] = (random.nextLong() >> 40) * 0x1p-23f;
        }
      }
      matrix[i * pitch + i] += i < n ? n : 1;
    }
    return matrix;
  }
}
