package dev.syncopate.memory.cache;

import java.util.Arrays;

/**
 * The lines of a set-associative cache: tags, byte masks, least-recently-used order and data, all
 * in flat arrays indexed by <em>frame</em>.
 *
 * <pre>
 *   frame      = set * ways + way
 *   tags[f]    = [ 0 | epoch (20 bits) | line address / 32 (43 bits) ], or -1
 *   masks[4f]  = valid bytes 0..63,  masks[4f+1] = valid bytes 64..127
 *   masks[4f+2]= dirty bytes 0..63,  masks[4f+3] = dirty bytes 64..127
 *   data[f * lineBytes ...] the bytes
 * </pre>
 *
 * <p>A frame whose tag carries an old epoch is free: a flash invalidation of a cache without dirty
 * lines is one increment, and the clearing of a byte for each frame ({@link WaySigns}). Dirty bytes
 * are always valid. Addresses are below 2^48.
 */
public final class CacheArray {
  /** No frame. */
  public static final int NONE = -1;

  private static final int EPOCH_SHIFT = 43;
  private static final long LAST_EPOCH = (1L << 20) - 1;

  private final int ways;
  private final int sets;

  /** {@code sets - 1} when that is a mask, else -1. */
  private final int setMask;

  private final int lineBytes;
  private final long[] tags;
  private final long[] masks;
  private final long[] lastUse;
  private final byte[] data;

  /** By which lines and free frames are searched for. */
  private final WaySigns signs;

  /** The frame last found in each set: a guess for the next search. */
  private final int[] recent;

  private long epoch;
  private long clock;
  private int dirtyLines;

  /**
   * @param sets at least 1; need not be a power of two
   * @param ways frames of a set
   * @param lineBytes 32, 64 or 128
   */
  public CacheArray(int sets, int ways, int lineBytes) {
    this.sets = sets;
    this.ways = ways;
    this.lineBytes = lineBytes;
    setMask = Integer.bitCount(sets) == 1 ? sets - 1 : -1;
    int frames = Math.multiplyExact(sets, ways);
    tags = new long[frames];
    Arrays.fill(tags, -1);
    masks = new long[4 * frames];
    lastUse = new long[frames];
    data = new byte[Math.multiplyExact(frames, lineBytes)];
    signs = new WaySigns(sets, ways);
    recent = new int[sets];
    for (int set = 0; set < sets; set++) {
      recent[set] = set * ways;
    }
  }

  /**
   * The frame that holds a line, or {@link #NONE}.
   *
   * @param line address of its first byte
   * @param number the line's number among those that fall to this cache: decides its set
   */
  public int find(long line, long number) {
    long tag = line >>> 5 | epoch << EPOCH_SHIFT;
    int set = set(number);
    int guess = recent[set];
    if (tags[guess] == tag) {
      return guess;
    }
    long sign = WaySigns.of(line >>> 5);
    for (int word = 0; word < signs.words(); word++) {
      for (long left = signs.matches(set, word, sign); left != 0; left &= left - 1) {
        int frame = set * ways + WaySigns.way(word, left);
        if (tags[frame] == tag) {
          recent[set] = frame;
          return frame;
        }
      }
    }
    return NONE;
  }

  /** The frame that a line without one should get: a free one, else the least recently used. */
  public int victim(long number) {
    int set = set(number);
    int first = set * ways;
    for (int word = 0; word < signs.words(); word++) {
      long free = signs.matches(set, word, 0);
      if (free != 0) {
        return first + WaySigns.way(word, free);
      }
    }
    int oldest = first;
    for (int frame = first + 1; frame < first + ways; frame++) {
      if (lastUse[frame] < lastUse[oldest]) {
        oldest = frame;
      }
    }
    return oldest;
  }

  /** Whether a frame holds a line. */
  public boolean live(int frame) {
    return tags[frame] >>> EPOCH_SHIFT == epoch;
  }

  /** Gives a free frame to a line, with no valid bytes, as the most recently used. */
  public void claim(int frame, long line) {
    if (live(frame)) {
      throw new IllegalStateException(
          "frame " + frame + " still holds line 0x" + Long.toHexString(line(frame)));
    }
    if (line >>> 48 != 0 || (line & (lineBytes - 1)) != 0) {
      throw new IllegalArgumentException(
          "0x" + Long.toHexString(line) + " is not the address of a line");
    }
    tags[frame] = line >>> 5 | epoch << EPOCH_SHIFT;
    signs.set(frame, WaySigns.of(line >>> 5));
    Arrays.fill(masks, 4 * frame, 4 * frame + 4, 0);
    touch(frame);
  }

  /** Makes a frame free; its bytes are gone. */
  public void drop(int frame) {
    clean(frame);
    free(frame);
  }

  private void free(int frame) {
    tags[frame] = -1;
    signs.set(frame, 0);
  }

  /** Makes a frame the most recently used. */
  public void touch(int frame) {
    lastUse[frame] = ++clock;
  }

  /** The line that a live frame holds. */
  public long line(int frame) {
    return (tags[frame] & (1L << EPOCH_SHIFT) - 1) << 5;
  }

  /** Whether all bytes of a mask are valid. */
  public boolean holds(int frame, long low, long high) {
    return (low & ~masks[4 * frame]) == 0 && (high & ~masks[4 * frame + 1]) == 0;
  }

  public long validLow(int frame) {
    return masks[4 * frame];
  }

  public long validHigh(int frame) {
    return masks[4 * frame + 1];
  }

  public long dirtyLow(int frame) {
    return masks[4 * frame + 2];
  }

  public long dirtyHigh(int frame) {
    return masks[4 * frame + 3];
  }

  public boolean dirty(int frame) {
    return (masks[4 * frame + 2] | masks[4 * frame + 3]) != 0;
  }

  /** Bytes have been filled in. */
  public void markValid(int frame, long low, long high) {
    masks[4 * frame] |= low;
    masks[4 * frame + 1] |= high;
  }

  /** Bytes have been written. */
  public void markDirty(int frame, long low, long high) {
    if (!dirty(frame)) {
      dirtyLines++;
    }
    markValid(frame, low, high);
    masks[4 * frame + 2] |= low;
    masks[4 * frame + 3] |= high;
  }

  /** Dirty bytes have been passed on; they stay valid. */
  public void clean(int frame) {
    if (dirty(frame)) {
      dirtyLines--;
      masks[4 * frame + 2] = 0;
      masks[4 * frame + 3] = 0;
    }
  }

  /** Makes every byte of a frame invalid that is not dirty; a frame without any becomes free. */
  public void invalidateClean(int frame) {
    if (dirty(frame)) {
      masks[4 * frame] = masks[4 * frame + 2];
      masks[4 * frame + 1] = masks[4 * frame + 3];
    } else {
      free(frame);
    }
  }

  /** Lines with dirty bytes. */
  public int dirtyLines() {
    return dirtyLines;
  }

  /** Makes every byte invalid that is not dirty. */
  public void invalidateClean() {
    if (dirtyLines == 0 && epoch < LAST_EPOCH) {
      epoch++;
      signs.clear();
      return;
    }
    for (int frame = 0; frame < tags.length; frame++) {
      if (live(frame) && dirty(frame)) {
        masks[4 * frame] = masks[4 * frame + 2];
        masks[4 * frame + 1] = masks[4 * frame + 3];
      } else {
        free(frame);
      }
    }
  }

  /**
   * Makes numbers that only grow small again, orders the frames of each set by use, and clears what
   * is not valid: arrays that will behave alike are alike afterwards. Lines change their frames.
   */
  public void renumber() {
    long[] oldTags = tags.clone();
    long[] oldMasks = masks.clone();
    long[] oldUse = lastUse.clone();
    byte[] oldData = data.clone();
    long dead = epoch;
    epoch = 0;
    clock = ways;
    signs.clear();
    Arrays.fill(tags, -1);
    Arrays.fill(masks, 0);
    Arrays.fill(lastUse, 0);
    Arrays.fill(data, (byte) 0);
    for (int set = 0; set < sets; set++) {
      recent[set] = set * ways;
      int to = set * ways;
      long after = 0;
      int from;
      while ((from = nextUsed(oldTags, oldUse, dead, set, after)) != NONE) {
        after = oldUse[from];
        tags[to] = oldTags[from] & (1L << EPOCH_SHIFT) - 1;
        signs.set(to, WaySigns.of(tags[to]));
        lastUse[to] = 1L + to - (long) set * ways;
        System.arraycopy(oldMasks, 4 * from, masks, 4 * to, 4);
        LineBytes.copy(
            oldData, base(from), data, base(to), oldMasks[4 * from], oldMasks[4 * from + 1]);
        to++;
      }
    }
  }

  /** The live frame of a set used first after a time, or {@link #NONE}. */
  private int nextUsed(long[] oldTags, long[] use, long live, int set, long after) {
    int next = NONE;
    for (int frame = set * ways; frame < (set + 1) * ways; frame++) {
      boolean candidate = oldTags[frame] >>> EPOCH_SHIFT == live && use[frame] > after;
      if (candidate && (next == NONE || use[frame] < use[next])) {
        next = frame;
      }
    }
    return next;
  }

  /** The bytes of all frames. */
  public byte[] data() {
    return data;
  }

  /** Where a frame's bytes begin in {@link #data}. */
  public int base(int frame) {
    return frame * lineBytes;
  }

  /** Number of frames. */
  public int frames() {
    return tags.length;
  }

  private int set(long number) {
    return setMask >= 0 ? (int) number & setMask : (int) (number % sets);
  }
}
