package dev.syncopate.memory.mechanism.denovo;

import dev.syncopate.memory.cache.CacheArray;
import dev.syncopate.memory.cache.WordMask;
import java.util.Arrays;

/**
 * The words of an L1 that are valid and not owned: acquires drop them, but for those of a read-only
 * region ({@code mechanisms.denovo.readOnlyRegion}), which stay until the next kernel begins.
 */
final class SharedWords {
  private final CacheArray array;

  /** Frames, as bits, that may have such words. */
  private final long[] frames;

  /** By frame: words that were read as read-only; empty where there is no such region. */
  private final int[] readOnly;

  SharedWords(CacheArray array, boolean readOnlyRegion) {
    this.array = array;
    frames = new long[(array.frames() + 63) / 64];
    readOnly = new int[readOnlyRegion ? array.frames() : 0];
  }

  /**
   * Words have come to a frame.
   *
   * @param wordMask those of them that were read as read-only
   */
  void add(int frame, int wordMask) {
    frames[frame >> 6] |= 1L << frame;
    if (readOnly.length != 0) {
      readOnly[frame] |= wordMask;
    }
  }

  /** Words of a frame are dropped, or change hands. */
  void forget(int frame, int wordMask) {
    if (readOnly.length != 0) {
      readOnly[frame] &= ~wordMask;
    }
  }

  /** The words of a frame that acquires leave. */
  int readOnly(int frame) {
    return readOnly.length == 0 ? 0 : readOnly[frame];
  }

  /**
   * Drops every word that is not owned.
   *
   * @param dropReadOnly whether those read as read-only go, too
   */
  void drop(boolean dropReadOnly) {
    for (int i = 0; i < frames.length; i++) {
      long keptFrames = 0;
      for (long remaining = frames[i]; remaining != 0; remaining &= remaining - 1) {
        int frame = 64 * i + Long.numberOfTrailingZeros(remaining);
        if (!array.live(frame)) {
          forget(frame, -1);
        } else if (dropReadOnly || readOnly(frame) == 0) {
          array.invalidateClean(frame);
          forget(frame, -1);
        } else {
          dropOrdinary(frame);
          keptFrames |= Long.lowestOneBit(remaining);
        }
      }
      frames[i] = keptFrames;
    }
  }

  private void dropOrdinary(int frame) {
    int wordMask = readOnly[frame];
    long low = ~(WordMask.low(wordMask) | array.dirtyLow(frame));
    long high = ~(WordMask.high(wordMask) | array.dirtyHigh(frame));
    array.invalidate(frame, low, high);
  }

  /** As {@link dev.syncopate.memory.protocol.L1Controller#canonicalize}. */
  void canonicalize() {
    Arrays.fill(frames, 0);
    for (int frame = 0; frame < array.frames(); frame++) {
      if (!array.live(frame)) {
        forget(frame, -1);
      } else if (array.validLow(frame) != array.dirtyLow(frame)
          || array.validHigh(frame) != array.dirtyHigh(frame)) {
        frames[frame >> 6] |= 1L << frame;
      }
    }
  }
}
