package dev.syncopate.memory.kit.update;

import dev.syncopate.memory.access.ByteOrigin;
import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.LineData;
import dev.syncopate.memory.access.MergedOrigin;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.cache.LaneBytes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Set-associative LRU array of lines of partial values, in flat arrays indexed by frame: {@code
 * frame = set * ways + way}. A line has a kind, and a bit for each word that holds a partial value.
 * Nothing is ever fetched, so the other words are undefined. An unlimited array adds sets when it
 * is full.
 */
public final class UpdateLines {
  /** No frame. */
  public static final int NONE = -1;

  private static final int WORD = 4;
  private static final long FREE = -1;
  private static final UpdateKind[] KINDS = UpdateKind.values();

  private final int ways;
  private final int lineBytes;
  private final boolean unlimited;
  private int sets;
  private long[] lines;
  private byte[] kinds;
  private int[] words;
  private long[] lastUse;
  private LineData data;

  /** By word, how often an access has come to it; zeros between two. */
  private final byte[] met;

  private long clock;
  private int lineCount;

  /** No set before this one holds a line. */
  private int firstHeld;

  /**
   * @param sets at least 1; need not be a power of two
   * @param ways frames of a set
   * @param lineBytes 32, 64 or 128
   * @param unlimited whether there are more sets when one is full
   */
  public UpdateLines(int sets, int ways, int lineBytes, boolean unlimited) {
    this.sets = sets;
    this.ways = ways;
    this.lineBytes = lineBytes;
    this.unlimited = unlimited;
    met = new byte[lineBytes / WORD];
    make();
  }

  private void make() {
    int frames = Math.multiplyExact(sets, ways);
    lines = new long[frames];
    Arrays.fill(lines, FREE);
    kinds = new byte[frames];
    words = new int[frames];
    lastUse = new long[frames];
    data = new LineData(Math.multiplyExact(frames, lineBytes));
  }

  private int first(long line) {
    return (int) (line / lineBytes % sets) * ways;
  }

  /** The frame that holds a line, or {@link #NONE}. */
  public int find(long line) {
    int first = first(line);
    for (int frame = first; frame < first + ways; frame++) {
      if (lines[frame] == line) {
        return frame;
      }
    }
    return NONE;
  }

  /** A free frame for a line, or {@link #NONE} when its set is full. */
  public int free(long line) {
    int frame = freeNow(line);
    while (frame == NONE && unlimited) {
      grow();
      frame = freeNow(line);
    }
    return frame;
  }

  private int freeNow(long line) {
    int first = first(line);
    for (int frame = first; frame < first + ways; frame++) {
      if (lines[frame] == FREE) {
        return frame;
      }
    }
    return NONE;
  }

  /** As many sets again; a full set's lines go to two. */
  private void grow() {
    long[] oldLines = lines;
    byte[] oldKinds = kinds;
    int[] oldWords = words;
    long[] oldUse = lastUse;
    LineData oldData = data;
    sets = Math.multiplyExact(sets, 2);
    make();
    for (int old = 0; old < oldLines.length; old++) {
      if (oldLines[old] != FREE) {
        int frame = freeNow(oldLines[old]);
        lines[frame] = oldLines[old];
        kinds[frame] = oldKinds[old];
        words[frame] = oldWords[old];
        lastUse[frame] = oldUse[old];
        data.put(frame * lineBytes, oldData, old * lineBytes, lineBytes);
      }
    }
    firstHeld = 0;
  }

  /** The least recently used frame of the set of a line that has no free one. */
  public int oldest(long line) {
    return oldestOf(first(line) / ways);
  }

  /** The frame that is next to go when all do, or {@link #NONE} when none holds a line. */
  public int next() {
    if (lineCount == 0) {
      return NONE;
    }
    while (oldestOf(firstHeld) == NONE) {
      firstHeld++;
    }
    return oldestOf(firstHeld);
  }

  private int oldestOf(int set) {
    int oldest = NONE;
    for (int frame = set * ways; frame < (set + 1) * ways; frame++) {
      if (lines[frame] != FREE && (oldest == NONE || lastUse[frame] < lastUse[oldest])) {
        oldest = frame;
      }
    }
    return oldest;
  }

  /** Gives a free frame to a line, with no partial value. */
  public void claim(int frame, long line, UpdateKind kind) {
    lines[frame] = line;
    setKind(frame, kind);
    words[frame] = 0;
    lineCount++;
    firstHeld = Math.min(firstHeld, frame / ways);
  }

  @SuppressWarnings("EnumOrdinal") // four bits of a line, in memory only
  private void setKind(int frame, UpdateKind kind) {
    kinds[frame] = (byte) kind.ordinal();
  }

  /** Makes a frame free: its partial values are gone. */
  public void drop(int frame) {
    lines[frame] = FREE;
    lineCount--;
  }

  /** Lines that are held. */
  public int held() {
    return lineCount;
  }

  /** The line that a frame holds. */
  public long line(int frame) {
    return lines[frame];
  }

  /** What a frame's partial values are of. */
  public UpdateKind kind(int frame) {
    return KINDS[kinds[frame]];
  }

  /** Whether a frame's partial values combine with an update. */
  public boolean combines(int frame, UpdateKind kind) {
    return KINDS[kinds[frame]] == kind;
  }

  /** Words that hold a partial value, bit i for word i. */
  public int words(int frame) {
    return words[frame];
  }

  /**
   * Combines an access of the frame's kind with what is there, lane by lane, and makes the line the
   * most recently used.
   *
   * @return the most lanes that came to one word
   */
  public int update(int frame, LineAccess access) {
    WarpAccess warp = access.parent;
    UpdateKind kind = KINDS[kinds[frame]];
    int bytes = kind.type().bytes();
    int parts = warp.operation.type().bytes() / bytes;
    int bit = bytes == WORD ? 1 : 3;
    int presentWords = words[frame];
    int base = frame * lineBytes;
    int seenWords = 0;
    int updatesPerWord = 1;
    for (long remaining = access.lanes; remaining != 0; remaining &= remaining - 1) {
      int lane = Long.numberOfTrailingZeros(remaining);
      int offset = (int) (warp.address[lane] - access.line);
      long operand = warp.operand[lane];
      int word = offset / WORD;
      if ((seenWords >>> word & 1) != 0) {
        updatesPerWord = Math.max(updatesPerWord, 1 + ++met[word]);
      }
      seenWords |= 1 << word;
      for (int part = 0; part < parts; part++) {
        int position = base + offset + part * bytes;
        int mask = bit << (word + part);
        long value = parts == 1 ? operand : (operand >>> (32 * part)) & 0xffff_ffffL;
        if ((presentWords & mask) != 0) {
          value = kind.combine(LaneBytes.get(data.bytes, position, bytes), value);
        }
        LaneBytes.put(data.bytes, position, bytes, value);
        if (warp.origins != null || data.origins() != null) {
          merge(warp, lane, position, bytes, (presentWords & mask) != 0);
        }
        presentWords |= mask;
      }
    }
    if (updatesPerWord > 1) {
      Arrays.fill(met, (byte) 0);
    }
    words[frame] = presentWords;
    lastUse[frame] = ++clock;
    return updatesPerWord;
  }

  /** A partial value gets the origin of an update, after those of what it is combined with. */
  private void merge(WarpAccess warp, int lane, int offset, int bytes, boolean combined) {
    @Nullable ByteOrigin[] origins = data.followed();
    ByteOrigin last = warp.origins == null ? null : warp.origins.written(lane, 0);
    ByteOrigin merged = MergedOrigin.of(combined ? origins[offset] : null, last);
    Arrays.fill(origins, offset, offset + bytes, merged);
  }

  /** The origin of a partial value of a watched run; null where it is not known. */
  @Nullable ByteOrigin origin(int frame, int word) {
    @Nullable ByteOrigin @Nullable [] origins = data.origins();
    return origins == null ? null : origins[frame * lineBytes + WORD * word];
  }

  /** Whether origins of partial values are known. */
  boolean followed() {
    return data.origins() != null;
  }

  /** A partial value: of the element that begins at a word. */
  long value(int frame, int word) {
    return LaneBytes.get(data.bytes, frame * lineBytes + WORD * word, kind(frame).type().bytes());
  }

  /**
   * Makes numbers that only grow small again, orders the frames of each set by use, and clears what
   * holds nothing: lines that will behave alike are alike afterwards. Lines change their frames.
   */
  public void canonicalize() {
    for (int set = 0; set < sets; set++) {
      canonicalize(set);
    }
    clock = ways;
    firstHeld = 0;
  }

  private void canonicalize(int set) {
    int targetFrame = set * ways;
    for (int rank = 1; rank <= ways; rank++, targetFrame++) {
      int sourceFrame = NONE;
      for (int frame = targetFrame; frame < (set + 1) * ways; frame++) {
        if (lines[frame] != FREE
            && (sourceFrame == NONE || lastUse[frame] < lastUse[sourceFrame])) {
          sourceFrame = frame;
        }
      }
      if (sourceFrame == NONE) {
        clear(targetFrame);
        continue;
      }
      if (sourceFrame != targetFrame) {
        swap(sourceFrame, targetFrame);
      }
      lastUse[targetFrame] = rank;
      for (int word = 0; word < met.length; word++) {
        if ((words[targetFrame] >>> word & 1) == 0) {
          LaneBytes.put(data.bytes, targetFrame * lineBytes + WORD * word, WORD, 0);
        }
      }
    }
  }

  private void clear(int frame) {
    kinds[frame] = 0;
    words[frame] = 0;
    lastUse[frame] = 0;
    Arrays.fill(data.bytes, frame * lineBytes, (frame + 1) * lineBytes, (byte) 0);
  }

  private void swap(int sourceFrame, int targetFrame) {
    long line = lines[sourceFrame];
    byte kind = kinds[sourceFrame];
    int presentWords = words[sourceFrame];
    LineData bytes = data.copy(sourceFrame * lineBytes, (sourceFrame + 1) * lineBytes);
    lines[sourceFrame] = lines[targetFrame];
    kinds[sourceFrame] = kinds[targetFrame];
    words[sourceFrame] = words[targetFrame];
    lastUse[sourceFrame] = lastUse[targetFrame];
    data.put(sourceFrame * lineBytes, data, targetFrame * lineBytes, lineBytes);
    lines[targetFrame] = line;
    kinds[targetFrame] = kind;
    words[targetFrame] = presentWords;
    data.put(targetFrame * lineBytes, bytes, 0, lineBytes);
  }

  /** As {@link dev.syncopate.memory.protocol.L1Controller#checkInvariants}. */
  public List<String> checkInvariants() {
    List<String> wrong = new ArrayList<>();
    int count = 0;
    for (int frame = 0; frame < lines.length; frame++) {
      if (lines[frame] == FREE) {
        continue;
      }
      count++;
      String name = "line 0x%x of partial values".formatted(lines[frame]);
      if (find(lines[frame]) != frame) {
        wrong.add(name + " is in two frames");
      }
      if (words[frame] == 0) {
        wrong.add(name + " holds none");
      }
    }
    if (count != lineCount) {
      wrong.add(count + " lines of partial values, " + lineCount + " are counted");
    }
    return wrong;
  }
}
