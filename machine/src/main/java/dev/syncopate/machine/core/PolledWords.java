package dev.syncopate.machine.core;

import dev.syncopate.machine.divergence.Contention;

/**
 * The word that each lane of a warp has polled last, with a strong or volatile load or an atomic
 * whose result it used, and who of the warp holds such words up: those that have taken them, and
 * everybody once a lane of the warp has written a word that another one of it polled.
 */
final class PolledWords implements Contention {
  private static final int HANDED = 4;

  private final HeldWords held;
  private final long[] address;
  private long polling;

  /** Whether lanes have waited for others that poll; only then is it noted who writes what. */
  private boolean watching;

  private final long[] handed = new long[HANDED];
  private int handedCount;

  PolledWords(int width, HeldWords held) {
    this.held = held;
    this.address = new long[width];
  }

  void clear() {
    polling = 0;
    watching = false;
    handedCount = 0;
  }

  /** Lanes poll words, given by their generic addresses less {@code base}. */
  void polled(long lanes, long[] words, long base) {
    polling |= lanes;
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      address[lane] = words[lane] + base;
    }
  }

  /** Lanes write words without reading them. */
  void written(long lanes, long[] words, long base) {
    if (!watching) {
      return;
    }
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      long word = words[lane] + base;
      if (!isHanded(word) && isPolled(word, polling & ~(1L << lane))) {
        handed[handedCount++ % HANDED] = word;
      }
    }
  }

  @Override
  public long holders(long lanes) {
    watching = true;
    long found = 0;
    for (long rest = lanes & polling; rest != 0; rest &= rest - 1) {
      long word = address[Long.numberOfTrailingZeros(rest)];
      if (isHanded(word)) {
        return -1L;
      }
      for (int i = 0; i < held.count; i++) {
        found |= held.address[i] == word ? 1L << held.lane[i] : 0;
      }
    }
    return found;
  }

  private boolean isHanded(long word) {
    for (int i = 0; i < Math.min(handedCount, HANDED); i++) {
      if (handed[i] == word) {
        return true;
      }
    }
    return false;
  }

  private boolean isPolled(long word, long lanes) {
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      if (address[Long.numberOfTrailingZeros(rest)] == word) {
        return true;
      }
    }
    return false;
  }
}
