package dev.syncopate.workload.dnn.layer;

import dev.syncopate.workload.runtime.Struct;

/** Divisor of whole numbers below 2^31 in kernels: {@code dnn::Divisor} of {@code product.cuh}. */
final class KernelDivisor {
  private KernelDivisor() {}

  /**
   * The divisor's structure.
   *
   * @param divisor at least 1
   */
  static Struct by(int divisor) {
    int log = Integer.SIZE - Integer.numberOfLeadingZeros(divisor - 1);
    int shift = 31 + log;
    long multiplier = Math.ceilDiv(1L << shift, divisor);
    return Struct.of(divisor, (int) multiplier, shift);
  }
}
