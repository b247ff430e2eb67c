package dev.syncopate.memory.kit.l2;

import dev.syncopate.memory.access.ByteOrigin;
import dev.syncopate.memory.access.LineData;
import dev.syncopate.memory.cache.CacheArray;
import dev.syncopate.memory.cache.LineBytes;
import dev.syncopate.memory.cache.WriteGenerations;
import dev.syncopate.memory.kit.LineMessage;
import dev.syncopate.memory.kit.SystemMessage;
import dev.syncopate.memory.protocol.L2Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.topology.Node;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The link of one GPU's L2 bank to the memory side that several GPUs share: pending fetches and
 * unacknowledged writes.
 *
 * <p>A fetch whose line is dropped while it is in flight is <em>detached</em>: its bytes may be
 * older than bytes written back since, or than those that an acquire must see. The requests that
 * waited at that time are served from the line's bytes of then and the fetched ones, which are not
 * cached for later requests.
 */
public final class Uplink {
  private record Waiter(MemoryMessage answer, int generation) {}

  private final Node node;

  /** The bank of the memory side that is home to the same lines. */
  private final Node home;

  private final int lineBytes;
  private final L2Environment environment;
  private final WriteGenerations writes = new WriteGenerations();
  private final List<Waiter> waiters = new ArrayList<>();

  /** By MSHR: whether a fetch is in flight, and the last request it serves if it is detached. */
  private final boolean[] underWay;

  private final @Nullable MemoryMessage[] boundary;

  /** By MSHR: bytes the line had when it was dropped. */
  private final LineData[] savedData;

  private final long[] keptLow;
  private final long[] keptHigh;

  public Uplink(int entries, int lineBytes, L2Environment environment) {
    this.lineBytes = lineBytes;
    this.environment = environment;
    node = environment.node();
    home = environment.topology().behind(node);
    underWay = new boolean[entries];
    boundary = new @Nullable MemoryMessage[entries];
    savedData = new LineData[entries];
    Arrays.setAll(savedData, _ -> new LineData(0));
    keptLow = new long[entries];
    keptHigh = new long[entries];
  }

  public void fetch(int miss, long line, int start, int bytes) {
    underWay[miss] = true;
    MemoryMessage read =
        new MemoryMessage.Builder(LineMessage.READ, line, node)
            .mask(LineBytes.rangeLow(start, bytes), LineBytes.rangeHigh(start, bytes))
            .tag(miss)
            .build();
    environment.send(home, read);
  }

  /** Whether an MSHR awaits bytes. */
  public boolean fetching(int miss) {
    return underWay[miss];
  }

  /**
   * The line of a fetch in flight is dropped.
   *
   * @param last the request that came last
   * @param frame that holds the line still, if one does
   */
  public void detach(int miss, @Nullable MemoryMessage last, CacheArray array, int frame) {
    if (boundary[miss] == null) {
      boundary[miss] = last;
    }
    if (frame != CacheArray.NONE) {
      if (savedData[miss].bytes.length == 0) {
        savedData[miss] = new LineData(lineBytes);
      }
      long low = array.validLow(frame);
      long high = array.validHigh(frame);
      LineBytes.copy(array.data(), array.base(frame), savedData[miss], 0, low, high);
      keptLow[miss] |= low;
      keptHigh[miss] |= high;
    }
  }

  /**
   * The fetch of an MSHR has brought bytes: puts those into a frame that are not valid there. The
   * MSHR is detached no more.
   */
  public void fill(int miss, MemoryMessage fill, CacheArray array, int frame) {
    underWay[miss] = false;
    install(
        savedData[miss].bytes,
        savedData[miss].origins(),
        0,
        keptLow[miss],
        keptHigh[miss],
        array,
        frame);
    install(fill.data(), fill.origins(), -fill.first(), fill.maskLow, fill.maskHigh, array, frame);
    keptLow[miss] = 0;
    keptHigh[miss] = 0;
    boundary[miss] = null;
  }

  /**
   * The last request that may see what a detached fetch brings; null where it is attached and all
   * may.
   */
  public @Nullable MemoryMessage boundary(int miss) {
    return boundary[miss];
  }

  private static void install(
      byte[] data,
      @Nullable ByteOrigin @Nullable [] origins,
      int base,
      long maskLow,
      long maskHigh,
      CacheArray array,
      int frame) {
    long low = maskLow & ~array.validLow(frame);
    long high = maskHigh & ~array.validHigh(frame);
    LineBytes.copy(data, origins, base, array.data(), array.base(frame), low, high);
    array.markValid(frame, low, high);
  }

  /** Sends a frame's dirty bytes to the memory side. */
  public void write(CacheArray array, int frame) {
    MemoryMessage write = LineMessage.write(array.line(frame), node, array, frame, writes.issue());
    environment.send(home, write);
  }

  /** A write is acknowledged; false when none of its generation is open. */
  public boolean acknowledge(int generation) {
    if (!writes.acknowledge(generation)) {
      return false;
    }
    for (Iterator<Waiter> i = waiters.iterator(); i.hasNext(); ) {
      Waiter waiter = i.next();
      if (writes.settled(waiter.generation())) {
        i.remove();
        answer(waiter.answer());
      }
    }
    return true;
  }

  /** Answers a command once every write so far is acknowledged. */
  public void answerWhenWritten(MemoryMessage command) {
    int generation = writes.close();
    if (writes.settled(generation)) {
      answer(command);
    } else {
      waiters.add(new Waiter(command, generation));
    }
  }

  /** Answers a command: to the tile or bank that gave it. */
  public void answer(MemoryMessage command) {
    environment.send(command.node, command.answer(SystemMessage.DONE));
  }

  /** As {@link dev.syncopate.memory.protocol.L2Controller#canonicalize}. */
  public void canonicalize() {
    writes.canonicalize();
    for (int miss = 0; miss < savedData.length; miss++) {
      if ((keptLow[miss] | keptHigh[miss]) == 0) {
        savedData[miss] = new LineData(0);
      }
    }
  }

  /** As {@link dev.syncopate.memory.protocol.L2Controller#checkInvariants}. */
  public List<String> checkInvariants(L2Misses misses) {
    List<String> wrong = new ArrayList<>();
    for (int miss = 0; miss < underWay.length; miss++) {
      String name = "MSHR " + miss;
      if (underWay[miss] != misses.inUse(miss)) {
        wrong.add(
            underWay[miss]
                ? name + " is free, and bytes for it are in flight"
                : name + " waits, and has asked the memory side for nothing");
      }
      MemoryMessage last = boundary[miss];
      if (last != null && !misses.waits(last)) {
        wrong.add(name + " is detached behind a request that does not wait on it");
      }
      if ((keptLow[miss] | keptHigh[miss]) != 0 && last == null) {
        wrong.add(name + " keeps bytes of a dropped line and is not detached");
      }
    }
    for (Waiter waiter : waiters) {
      if (writes.settled(waiter.generation())) {
        wrong.add(waiter.answer() + " waits for writes that are all acknowledged");
      }
    }
    return wrong;
  }

  public boolean idle() {
    return writes.open() == 0 && waiters.isEmpty();
  }

  public List<String> waiting() {
    return idle()
        ? List.of()
        : List.of(
            "%d writes to the memory side are unanswered, %d flushes wait for such"
                .formatted(writes.open(), waiters.size()));
  }
}
