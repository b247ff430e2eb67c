package dev.syncopate.check.race;

import dev.syncopate.check.race.BulkCopies.Proxy;
import dev.syncopate.check.race.Conflict.Excuse;
import dev.syncopate.check.race.ShadowAccesses.Extra;
import dev.syncopate.check.race.ShadowAccesses.Mark;
import dev.syncopate.check.race.ShadowAccesses.Page;
import dev.syncopate.check.race.ShadowAccesses.Plane;
import dev.syncopate.check.race.graph.SyncGraph;
import dev.syncopate.memory.access.AccessKind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Compares an access to a word with those before it, and puts it in their place where it stands for
 * them: where every access ordered behind it is ordered behind them, too.
 */
final class Conflicts {
  private final SyncGraph graph;
  private final RunInstructions instructions;
  private final CtaPlaces places;
  private final Reporter reporter;
  private final boolean tellsOrder;
  private final BulkCopies bulk;

  /** Receiver of races. */
  interface Reporter {
    void race(Conflict race);

    /** A conflict of accesses that are ordered. Told where {@link #hearsOrder} says so. */
    default void ordered(Conflict conflict) {}

    default boolean hearsOrder() {
      return false;
    }
  }

  /** Share in launches that overlap; null for a launch alone. */
  private LaunchOverlap.@Nullable Share overlap;

  /** Of the access at hand. */
  private int value;

  private boolean valued;
  private @Nullable List<Conflict> deferred;
  private final ExtraAccesses extras = new ExtraAccesses();
  private long forgotten;
  private long handedOver;

  /**
   * @param bulk whose accesses are by the async proxy
   */
  Conflicts(
      SyncGraph graph,
      RunInstructions instructions,
      CtaPlaces places,
      BulkCopies bulk,
      Reporter reporter) {
    this.graph = graph;
    this.instructions = instructions;
    this.places = places;
    this.bulk = bulk;
    this.reporter = reporter;
    this.tellsOrder = reporter.hearsOrder();
  }

  /** The launch overlaps others. */
  void overlaps(LaunchOverlap.Share share) {
    overlap = share;
  }

  /**
   * Keeps conflicts from now on instead of reporting them: those of an access that acquires, of
   * which it is known whether they are races when it has acquired.
   */
  void hold() {
    deferred = new ArrayList<>();
  }

  /** What was kept since {@link #hold}; from now on conflicts are reported. */
  List<Conflict> release() {
    List<Conflict> released = deferred;
    deferred = null;
    return released == null ? List.of() : released;
  }

  /** Reports those of the conflicts that are races though the lanes have acquired now. */
  void settle(List<Conflict> released) {
    for (Conflict conflict : released) {
      LaneGroup later = conflict.later();
      int[] now = later.warp().now;
      long racing = 0;
      for (long rest = later.lanes(); rest != 0; rest &= rest - 1) {
        int lane = Long.numberOfTrailingZeros(rest);
        LaneGroup laneGroup = later.of(1L << lane, now[lane]);
        boolean inOrder =
            ordered(laneGroup, conflict.thread(), conflict.lanes(), conflict.time())
                || (conflict.strongWrite()
                    && seen(laneGroup, conflict.page(), conflict.word(), conflict.info()));
        racing |= inOrder ? 0 : 1L << lane;
      }
      if (racing != 0) {
        reporter.race(conflict.of(later.of(racing, later.node())));
      } else if (tellsOrder) {
        reporter.ordered(conflict);
      }
    }
  }

  /** Words that one thread has written and another accessed then. */
  long handedOver() {
    return handedOver;
  }

  /** Writes to words of whose accesses not all could be kept. */
  long forgotten() {
    return forgotten;
  }

  /**
   * An access to bytes of a word.
   *
   * @param bytes of the word, bit i for byte i
   * @param value what a weak write writes to them, and the same from all lanes
   * @param valued whether that is so
   */
  void access(LaneGroup group, Page page, long word, int bytes, int value, boolean valued) {
    this.value = value;
    this.valued = valued;
    if (overlap != null && !group.shared()) {
      overlap.accessed(group, word, bytes);
    }
    int wordIndex = ShadowAccesses.inPage(word);
    if (!page.isHandedOver(wordIndex)
        && (writtenByAnother(group, page.planes[Plane.WEAK_WRITE], wordIndex)
            || writtenByAnother(group, page.planes[Plane.STRONG_WRITE], wordIndex))) {
      page.handOver(wordIndex);
      handedOver++;
    }
    compare(group, page, Plane.WEAK_WRITE, wordIndex, word, bytes);
    compare(group, page, Plane.STRONG_WRITE, wordIndex, word, bytes);
    if (group.writes()) {
      compare(group, page, Plane.WEAK_READ, wordIndex, word, bytes);
      compare(group, page, Plane.STRONG_READ, wordIndex, word, bytes);
    }
    compare(group, page, page.writes, wordIndex, word, bytes);
    if (group.writes()) {
      compare(group, page, page.reads, wordIndex, word, bytes);
    }
    if (group.writes() && !group.strong() && page.forgot(wordIndex)) {
      forgotten++;
    }
    if (!group.single() && group.writes() && !group.strong()) {
      reporter.race(
          new Conflict(
              group,
              page,
              word,
              bytes,
              group.warp().firstThread,
              group.lanes() & -group.lanes(),
              group.node(),
              Mark.of(group.pc(), bytes, group.transaction()),
              false,
              valued ? Excuse.SAME_VALUE : Excuse.NONE));
    }
    keep(group, page, word, bytes);
    if (valued) {
      Plane writes = page.plane(Plane.WEAK_WRITE);
      writes.values()[wordIndex] = value;
      writes.info[wordIndex] |= Mark.VALUE;
    }
  }

  private static boolean writtenByAnother(LaneGroup group, @Nullable Plane writes, int wordIndex) {
    return writes != null
        && writes.info[wordIndex] != 0
        && (writes.thread[wordIndex] != group.warp().firstThread
            || (writes.lanes[wordIndex] & ~group.lanes()) != 0);
  }

  private void compare(
      LaneGroup group,
      Page page,
      @Nullable Extra @Nullable [] lists,
      int wordIndex,
      long word,
      int bytes) {
    Extra first = lists == null ? null : lists[wordIndex];
    for (Extra extra = first; extra != null; extra = extra.next) {
      compare(
          group,
          page,
          word,
          bytes,
          extra.plane,
          extra.thread,
          extra.lanes,
          extra.time,
          extra.info,
          extra.value);
    }
  }

  private void compare(LaneGroup group, Page page, int kind, int wordIndex, long word, int bytes) {
    Plane plane = page.planes[kind];
    if (plane != null && plane.info[wordIndex] != 0) {
      compare(
          group,
          page,
          word,
          bytes,
          kind,
          plane.thread[wordIndex],
          plane.lanes[wordIndex],
          plane.time[wordIndex],
          plane.info[wordIndex],
          plane.value(wordIndex));
    }
  }

  private void compare(
      LaneGroup group,
      Page page,
      long word,
      int bytes,
      int kind,
      int thread,
      long lanes,
      int time,
      int info,
      int written) {
    if ((Mark.bytes(info) & bytes) == 0) {
      return;
    }
    boolean read = kind == Plane.WEAK_READ || kind == Plane.STRONG_READ;
    if (instructions.nonCoherent(read ? Mark.pc(info) : group.pc())) {
      reporter.race(
          new Conflict(
              group, page, word, bytes, thread, lanes, time, info, false, Excuse.NON_COHERENT));
      return;
    }
    Excuse excuse = Excuse.NONE;
    Proxy proxy = bulk.proxy(group.warp().firstThread);
    boolean sameProxy = bulk.proxy(thread) == proxy;
    if (group.strong() && sameProxy && (kind == Plane.STRONG_WRITE || kind == Plane.STRONG_READ)) {
      int cta = bulk.thread(thread) / group.warp().cta.threads;
      int pc = Mark.pc(info);
      boolean includes = instructions.scopesInclude(group.pc(), group.warp().cta, pc, places, cta);
      if (includes && Mark.bytes(info) == bytes && instructions.sameSize(group.pc(), pc)) {
        return;
      }
      excuse = includes ? Excuse.SCOPES : Excuse.NONE;
    } else if (valued && kind == Plane.WEAK_WRITE && (info & Mark.VALUE) != 0) {
      excuse = sameValue(written, bytes & Mark.bytes(info)) ? Excuse.SAME_VALUE : Excuse.NONE;
    }
    if (group.transaction() && (info & Mark.TRANSACTION) != 0) {
      return;
    }
    if (ordered(group, thread, lanes, time)
        || (kind == Plane.STRONG_WRITE && seen(group, page, word, info))) {
      if (tellsOrder) {
        reporter.ordered(
            new Conflict(
                group,
                page,
                word,
                bytes,
                thread,
                lanes,
                time,
                info,
                kind == Plane.STRONG_WRITE,
                excuse));
      }
      return;
    }
    if (!sameProxy && proxy != Proxy.GENERIC && orderedButForProxies(group, thread, lanes, time)) {
      excuse = proxy == Proxy.ASYNC ? Excuse.PROXY : Excuse.MAP_PROXY;
    }
    Conflict conflict =
        new Conflict(
            group,
            page,
            word,
            bytes,
            thread,
            lanes,
            time,
            info,
            kind == Plane.STRONG_WRITE,
            excuse);
    if (deferred == null) {
      reporter.race(conflict);
    } else {
      deferred.add(conflict);
    }
  }

  /** Whether the access at hand writes to these bytes what an earlier one has written. */
  private boolean sameValue(int written, int bytes) {
    int different = written ^ value;
    for (int i = 0; i < Integer.BYTES; i++) {
      if ((bytes >>> i & 1) != 0 && (different >>> (8 * i) & 0xff) != 0) {
        return false;
      }
    }
    return true;
  }

  /** Whether someone has read the word's strong write before what the group's threads do. */
  private boolean observed(LaneGroup group, Page page, long word) {
    Plane readers = page.planes[Plane.STRONG_READ];
    int wordIndex = ShadowAccesses.inPage(word);
    return readers != null
        && (readers.info[wordIndex] & Mark.OBSERVED) != 0
        && ordered(
            group, readers.thread[wordIndex], readers.lanes[wordIndex], readers.time[wordIndex]);
  }

  /** Whether some strong read of a strong write is before what the group's threads do. */
  private boolean seen(LaneGroup group, Page page, long word, int info) {
    return observed(group, page, word) || updated(group, page, word, info);
  }

  /** Whether another's update is the word's latest strong write, and before what the group does. */
  private boolean updated(LaneGroup group, Page page, long word, int info) {
    Plane writes = page.planes[Plane.STRONG_WRITE];
    int wordIndex = ShadowAccesses.inPage(word);
    return writes != null
        && writes.info[wordIndex] != 0
        && writes.info[wordIndex] != info
        && (writes.thread[wordIndex] != group.warp().firstThread
            || Mark.pc(writes.info[wordIndex]) != group.pc())
        && instructions.of(Mark.pc(writes.info[wordIndex])).kind() == AccessKind.ATOMIC
        && ordered(
            group, writes.thread[wordIndex], writes.lanes[wordIndex], writes.time[wordIndex]);
  }

  /** Whether an access is before one by another proxy than the generic, without a fence. */
  private boolean orderedButForProxies(LaneGroup group, int thread, long lanes, int time) {
    boolean itsOwn =
        thread == bulk.thread(group.warp().firstThread)
            && (lanes & ~group.lanes()) == 0
            && time < group.node();
    return itsOwn || graph.before(thread, lanes, time, group.node());
  }

  /** Whether what lanes of a warp did at a moment happens before the group's access. */
  private boolean ordered(LaneGroup group, int thread, long lanes, int time) {
    WarpClock warp = group.warp();
    Proxy proxy = bulk.proxy(warp.firstThread);
    if (proxy == Proxy.ASYNC && bulk.proxy(thread) == Proxy.GENERIC) {
      return bulk.fenced(thread, lanes, time, group.node(), group.shared());
    }
    if (proxy == Proxy.TENSOR_MAP && bulk.proxy(thread) != Proxy.TENSOR_MAP) {
      return bulk.mapFenced(thread, lanes, time, group);
    }
    long otherLanes = lanes;
    if (thread == warp.owner) {
      otherLanes = group.single() ? lanes & ~group.lanes() : lanes;
      if (otherLanes == 0 || time < warp.floor) {
        return true;
      }
    }
    int distance = thread - warp.cta.firstThread;
    if (distance >= 0 && distance < warp.cta.threads && time < warp.cta.floor) {
      return true;
    }
    return graph.before(thread, otherLanes, time, group.node());
  }

  /** The same where that is seen at once; false if it would have to be looked for. */
  private static boolean plainlyOrdered(LaneGroup group, int thread, long lanes, int time) {
    WarpClock warp = group.warp();
    if (thread == warp.owner && ((lanes & ~group.lanes()) == 0 || time < warp.floor)) {
      return true;
    }
    int distance = thread - warp.cta.firstThread;
    return distance >= 0 && distance < warp.cta.threads && time < warp.cta.floor;
  }

  /** Whether no later access can be in conflict with an earlier one, and not with the group's. */
  private boolean kindStandsFor(LaneGroup group, int info) {
    return scopeStandsFor(group, info)
        && (instructions.nonCoherent(group.pc()) || !instructions.nonCoherent(Mark.pc(info)));
  }

  /** Whether a strong access is excused by no more threads than an earlier one is. */
  private boolean scopeStandsFor(LaneGroup group, int info) {
    return !group.strong()
        || instructions.of(group.pc()).scope().compareTo(instructions.of(Mark.pc(info)).scope())
            <= 0;
  }

  private void keep(LaneGroup group, Page page, long word, int bytes) {
    int wordIndex = ShadowAccesses.inPage(word);
    if (group.writes() && !group.strong()) {
      // Behind a weak write, or in a race with it: either is known.
      for (Plane plane : page.planes) {
        if (plane != null && (Mark.bytes(plane.info[wordIndex]) & ~bytes) == 0) {
          plane.info[wordIndex] = 0;
        }
      }
      extras.overwritten(page, wordIndex, bytes);
    }
    Plane plane = page.plane(group.plane());
    int info = plane.info[wordIndex];
    if (info != 0) {
      boolean covered = (Mark.bytes(info) & ~bytes) == 0 && kindStandsFor(group, info);
      boolean replaced =
          covered
              && (group.updates()
                  || (group.plane() == Plane.STRONG_WRITE && observed(group, page, word))
                  || plainlyOrdered(
                      group,
                      plane.thread[wordIndex],
                      plane.lanes[wordIndex],
                      plane.time[wordIndex]));
      if (!replaced) {
        extras.push(
            page,
            wordIndex,
            group.plane(),
            plane,
            extra ->
                (Mark.bytes(extra.info) & ~bytes) == 0
                    && kindStandsFor(group, extra.info)
                    && ordered(group, extra.thread, extra.lanes, extra.time));
      }
    }
    if (group.plane() == Plane.STRONG_WRITE) {
      Plane readers = page.planes[Plane.STRONG_READ];
      if (readers != null) {
        readers.info[wordIndex] &= ~Mark.OBSERVED;
      }
    }
    plane.thread[wordIndex] = group.warp().firstThread;
    plane.lanes[wordIndex] = group.lanes();
    plane.time[wordIndex] = group.node();
    plane.info[wordIndex] = Mark.of(group.pc(), bytes, group.transaction());
  }
}
