package dev.syncopate.memory.cache;

import dev.syncopate.memory.access.LineData;
import java.util.Arrays;

/**
 * The lines of a set-associative cache: tags, byte masks, least-recently-used order and data, all
 * in flat arrays indexed by <em>frame</em>.
 *
 * <pre>
 *   frame       = set * ways + way
 *   states[5f]  = [ 0 | epoch (20 bits) | line address / 32 (43 bits) ], or -1: the tag
 *   states[5f+1]= valid bytes 0..63,  states[5f+2] = valid bytes 64..127
 *   states[5f+3]= dirty bytes 0..63,  states[5f+4] = dirty bytes 64..127
 *   data[f * lineBytes ...] the bytes
 * </pre>
 *
 * <p>A frame whose tag carries an old epoch is free: a flash invalidation of a cache without dirty
 * lines is one increment, and the clearing of a byte for each frame ({@link WaySigns}). Dirty bytes
 * are always valid. Addresses are below 2^48. Tag and masks are adjacent because a lookup reads the
 * masks right after the tag. Times of use are stored apart because victim selection scans those of
 * all ways.
 *
 * <p>An array of more than {@value #AT_ONCE} bytes of lines is allocated when its first line comes:
 * a short run reaches few banks of a large L2. Smaller ones, as those of explored machines, keep
 * the same arrays from the start.
 */
public final class CacheArray {
  /** No frame. */
  public static final int NONE = -1;

  private static final int EPOCH_SHIFT = 43;

  /** Elements of a frame's state, and which is what. */
  private static final int STATE = 5;

  private static final int VALID_LOW = 1;
  private static final int VALID_HIGH = 2;
  private static final int DIRTY_LOW = 3;
  private static final int DIRTY_HIGH = 4;

  private static final long LAST_EPOCH = (1L << 20) - 1;

  private static final int AT_ONCE = 4096;
  private static final long[] UNALLOCATED = {};

  private final int ways;
  private final int sets;

  /** {@code sets - 1} when that is a mask, else -1. */
  private final int setMask;

  private final int lineBytes;
  private final int frames;
  private long[] states = UNALLOCATED;
  private long[] lastUse = UNALLOCATED;
  private LineData data = new LineData(0);

  /** By which lines and free frames are searched for. */
  private final WaySigns signs;

  /** The way last found in each set: a guess for the next search. */
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
    frames = Math.multiplyExact(sets, ways);
    signs = new WaySigns(sets, ways);
    recent = new int[sets];
    if (Math.multiplyExact(frames, lineBytes) <= AT_ONCE) {
      allocate();
    }
  }

  private void allocate() {
    long[] freeStates = new long[Math.multiplyExact(STATE, frames)];
    for (int frame = 0; frame < frames; frame++) {
      freeStates[STATE * frame] = -1;
    }
    lastUse = new long[frames];
    data = new LineData(frames * lineBytes);
    states = freeStates;
  }

  private boolean unallocated() {
    return states.length == 0;
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
    int first = set * ways;
    long sign = WaySigns.of(line >>> 5);
    int guess = recent[set];
    if (signs.get(set, guess) == sign && states[STATE * (first + guess)] == tag) {
      return first + guess;
    }
    long pattern = WaySigns.pattern(sign);
    int firstWord = signs.firstWord(set);
    for (int word = 0; word < signs.words(); word++) {
      for (long remaining = signs.matches(firstWord + word, pattern);
          remaining != 0;
          remaining &= remaining - 1) {
        int way = WaySigns.way(word, remaining);
        if (states[STATE * (first + way)] == tag) {
          recent[set] = way;
          return first + way;
        }
      }
    }
    return NONE;
  }

  /** The frame that a line without one should get: a free one, else the least recently used. */
  public int victim(long number) {
    int set = set(number);
    int first = set * ways;
    long pattern = WaySigns.pattern(0);
    int firstWord = signs.firstWord(set);
    for (int word = 0; word < signs.words(); word++) {
      long free = signs.matches(firstWord + word, pattern);
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
    return !unallocated() && states[STATE * frame] >>> EPOCH_SHIFT == epoch;
  }

  /** Gives a free frame to a line, with no valid bytes, as the most recently used. */
  public void claim(int frame, long line) {
    if (live(frame) || line >>> 48 != 0 || (line & (lineBytes - 1)) != 0) {
      throw refusal(frame, line);
    }
    if (unallocated()) {
      allocate();
    }
    int stateIndex = STATE * frame;
    states[stateIndex] = line >>> 5 | epoch << EPOCH_SHIFT;
    states[stateIndex + VALID_LOW] = 0;
    states[stateIndex + VALID_HIGH] = 0;
    states[stateIndex + DIRTY_LOW] = 0;
    states[stateIndex + DIRTY_HIGH] = 0;
    signs.set(frame, WaySigns.of(line >>> 5));
    touch(frame);
  }

  private RuntimeException refusal(int frame, long line) {
    return live(frame)
        ? new IllegalStateException(
            "frame " + frame + " still holds line 0x" + Long.toHexString(line(frame)))
        : new IllegalArgumentException(
            "0x" + Long.toHexString(line) + " is not the address of a line");
  }

  /** Makes a frame free; its bytes are gone. */
  public void drop(int frame) {
    clean(frame);
    free(frame);
  }

  private void free(int frame) {
    states[STATE * frame] = -1;
    signs.set(frame, 0);
  }

  /** Makes a frame the most recently used. */
  public void touch(int frame) {
    lastUse[frame] = ++clock;
  }

  /** The line that a live frame holds. */
  public long line(int frame) {
    return (states[STATE * frame] & (1L << EPOCH_SHIFT) - 1) << 5;
  }

  /** Whether all bytes of a mask are valid. */
  public boolean holds(int frame, long low, long high) {
    int stateIndex = STATE * frame;
    return (low & ~states[stateIndex + VALID_LOW]) == 0
        && (high & ~states[stateIndex + VALID_HIGH]) == 0;
  }

  public long validLow(int frame) {
    return states[STATE * frame + VALID_LOW];
  }

  public long validHigh(int frame) {
    return states[STATE * frame + VALID_HIGH];
  }

  public long dirtyLow(int frame) {
    return states[STATE * frame + DIRTY_LOW];
  }

  public long dirtyHigh(int frame) {
    return states[STATE * frame + DIRTY_HIGH];
  }

  public boolean dirty(int frame) {
    return (dirtyLow(frame) | dirtyHigh(frame)) != 0;
  }

  /** Bytes have been filled in. */
  public void markValid(int frame, long low, long high) {
    int stateIndex = STATE * frame;
    states[stateIndex + VALID_LOW] |= low;
    states[stateIndex + VALID_HIGH] |= high;
  }

  /** Bytes have been written. */
  public void markDirty(int frame, long low, long high) {
    if (!dirty(frame)) {
      dirtyLines++;
    }
    markValid(frame, low, high);
    int stateIndex = STATE * frame;
    states[stateIndex + DIRTY_LOW] |= low;
    states[stateIndex + DIRTY_HIGH] |= high;
  }

  /** Dirty bytes have been passed on; they stay valid. */
  public void clean(int frame) {
    if (dirty(frame)) {
      dirtyLines--;
      states[STATE * frame + DIRTY_LOW] = 0;
      states[STATE * frame + DIRTY_HIGH] = 0;
    }
  }

  /** Makes chosen bytes of a frame invalid, dirty or not; a frame without any becomes free. */
  public void invalidate(int frame, long low, long high) {
    int stateIndex = STATE * frame;
    boolean wasDirty = dirty(frame);
    for (int part = VALID_LOW; part <= DIRTY_HIGH; part++) {
      states[stateIndex + part] &= part == VALID_LOW || part == DIRTY_LOW ? ~low : ~high;
    }
    if (wasDirty && !dirty(frame)) {
      dirtyLines--;
    }
    if ((validLow(frame) | validHigh(frame)) == 0) {
      free(frame);
    }
  }

  /** Makes chosen bytes of a frame invalid that are not dirty; it keeps its line without any. */
  public void forget(int frame, long low, long high) {
    int stateIndex = STATE * frame;
    states[stateIndex + VALID_LOW] &= ~low | states[stateIndex + DIRTY_LOW];
    states[stateIndex + VALID_HIGH] &= ~high | states[stateIndex + DIRTY_HIGH];
  }

  /** Makes every byte of a frame invalid that is not dirty; a frame without any becomes free. */
  public void invalidateClean(int frame) {
    if (dirty(frame)) {
      states[STATE * frame + VALID_LOW] = dirtyLow(frame);
      states[STATE * frame + VALID_HIGH] = dirtyHigh(frame);
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
    if (unallocated()) {
      return;
    }
    if (dirtyLines == 0 && epoch < LAST_EPOCH) {
      epoch++;
      signs.clear();
      return;
    }
    for (int frame = 0; frame < frames; frame++) {
      if (live(frame)) {
        invalidateClean(frame);
      } else {
        free(frame);
      }
    }
  }

  /**
   * Makes numbers that only grow small again, orders the frames of each set by use, and clears what
   * is not valid: arrays that will behave alike are alike afterwards. Lines change their frames.
   */
  public void canonicalize() {
    if (unallocated()) {
      allocate();
    }
    long[] old = states.clone();
    long[] oldUse = lastUse.clone();
    LineData oldData = data.copy(0, data.bytes.length);
    long dead = epoch;
    epoch = 0;
    clock = ways;
    signs.clear();
    Arrays.fill(recent, 0);
    Arrays.fill(states, 0);
    for (int frame = 0; frame < frames; frame++) {
      states[STATE * frame] = -1;
    }
    Arrays.fill(lastUse, 0);
    data.clear();
    for (int set = 0; set < sets; set++) {
      int targetFrame = set * ways;
      long previousUse = 0;
      int sourceFrame;
      while ((sourceFrame = nextUsed(old, oldUse, dead, set, previousUse)) != NONE) {
        previousUse = oldUse[sourceFrame];
        int targetState = STATE * targetFrame;
        int sourceState = STATE * sourceFrame;
        System.arraycopy(old, sourceState, states, targetState, STATE);
        states[targetState] &= (1L << EPOCH_SHIFT) - 1;
        signs.set(targetFrame, WaySigns.of(states[targetState]));
        lastUse[targetFrame] = 1L + targetFrame - (long) set * ways;
        LineBytes.copy(
            oldData,
            base(sourceFrame),
            data,
            base(targetFrame),
            old[sourceState + VALID_LOW],
            old[sourceState + VALID_HIGH]);
        targetFrame++;
      }
    }
  }

  /** The live frame of a set used first after a time, or {@link #NONE}. */
  private int nextUsed(long[] old, long[] use, long live, int set, long previousUse) {
    int next = NONE;
    for (int frame = set * ways; frame < (set + 1) * ways; frame++) {
      boolean candidate = old[STATE * frame] >>> EPOCH_SHIFT == live && use[frame] > previousUse;
      if (candidate && (next == NONE || use[frame] < use[next])) {
        next = frame;
      }
    }
    return next;
  }

  /** The bytes of all frames, and their origins; empty until the first line comes. */
  public LineData data() {
    return data;
  }

  /** Where a frame's bytes begin in {@link #data}. */
  public int base(int frame) {
    return frame * lineBytes;
  }

  /** Number of frames. */
  public int frames() {
    return frames;
  }

  private int set(long number) {
    return setMask >= 0 ? (int) number & setMask : (int) (number % sets);
  }
}
