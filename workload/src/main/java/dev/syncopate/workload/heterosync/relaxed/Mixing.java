package dev.syncopate.workload.heterosync.relaxed;

/** Random draws of {@code relaxed.cuh}: the finaliser of MurmurHash3. */
final class Mixing {
  private Mixing() {}

  static int mixed(int value) {
    int x = value;
    x ^= x >>> 16;
    x *= 0x85EB_CA6B;
    x ^= x >>> 13;
    x *= 0xC2B2_AE35;
    return x ^ x >>> 16;
  }
}
