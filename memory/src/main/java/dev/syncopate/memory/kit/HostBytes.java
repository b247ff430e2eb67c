package dev.syncopate.memory.kit;

import dev.syncopate.memory.cache.CacheArray;
import dev.syncopate.memory.cache.LineBytes;

/** Copies bytes between a frame and the host, which asks for a part of a line. */
public final class HostBytes {
  private HostBytes() {}

  /**
   * Copies out what a frame has of some bytes of its line.
   *
   * @param frame or {@link CacheArray#NONE}
   * @param start the first byte's place in the line
   * @param dirtyOnly whether what is clean may be stale
   */
  public static void read(
      CacheArray array,
      int frame,
      int start,
      int bytes,
      boolean dirtyOnly,
      byte[] target,
      int offset) {
    if (frame != CacheArray.NONE) {
      long low = dirtyOnly ? array.dirtyLow(frame) : array.validLow(frame);
      long high = dirtyOnly ? array.dirtyHigh(frame) : array.validHigh(frame);
      LineBytes.copy(
          array.data().bytes,
          array.base(frame),
          target,
          offset - start,
          LineBytes.rangeLow(start, bytes) & low,
          LineBytes.rangeHigh(start, bytes) & high);
    }
  }

  /**
   * Copies in what a frame has of some bytes of its line; clean bytes stay so, and none has a known
   * origin any more.
   */
  public static void write(
      CacheArray array, int frame, int start, int bytes, byte[] source, int offset) {
    if (frame != CacheArray.NONE) {
      LineBytes.copy(
          source,
          null,
          offset - start,
          array.data(),
          array.base(frame),
          LineBytes.rangeLow(start, bytes) & array.validLow(frame),
          LineBytes.rangeHigh(start, bytes) & array.validHigh(frame));
    }
  }
}
