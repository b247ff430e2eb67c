package dev.syncopate.memory.mechanism.denovo;

import dev.syncopate.memory.cache.CacheArray;
import dev.syncopate.memory.cache.LineBytes;
import dev.syncopate.memory.cache.WordMask;
import dev.syncopate.memory.protocol.CachedCopy;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The words of an L1 for the host, while no kernel runs, and for reports of a hang. */
final class HostWords {
  private static final int NONE = CacheArray.NONE;

  private final Words words;
  private final CacheArray array;
  private final int lineBytes;

  HostWords(Words words, CacheArray array, int lineBytes) {
    this.words = words;
    this.array = array;
    this.lineBytes = lineBytes;
  }

  /** As {@link dev.syncopate.memory.protocol.L1Controller#copy}. */
  @Nullable CachedCopy copy(long address, int bytes) {
    long line = address & -lineBytes;
    int from = (int) (address - line);
    int frame = words.find(line);
    long low = LineBytes.rangeLow(from, bytes);
    long high = LineBytes.rangeHigh(from, bytes);
    if (frame == NONE || !array.holds(frame, low, high)) {
      return null;
    }
    int start = array.base(frame) + from;
    return new CachedCopy(
        Arrays.copyOfRange(array.data(), start, start + bytes),
        ((low & array.dirtyLow(frame)) | (high & array.dirtyHigh(frame))) != 0);
  }

  /** Reads bytes of words that are registered, for the host. */
  void read(long address, byte[] into, int at, int bytes) {
    System.arraycopy(array.data(), place(address), into, at, bytes);
  }

  /** Writes bytes of words that are registered, for the host. */
  void write(long address, byte[] from, int at, int bytes) {
    System.arraycopy(from, at, array.data(), place(address), bytes);
  }

  private int place(long address) {
    long line = address & -lineBytes;
    int frame = words.find(line);
    int word = 1 << ((int) (address - line) / WordMask.BYTES);
    if ((words.registered(frame) & word) == 0) {
      throw words.illegal("not registered", "host access", line);
    }
    return array.base(frame) + (int) (address - line);
  }
}
