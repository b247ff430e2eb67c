package dev.syncopate.check.race;

import dev.syncopate.check.race.ShadowAccesses.Extra;
import dev.syncopate.check.race.ShadowAccesses.Mark;
import dev.syncopate.check.race.ShadowAccesses.Page;
import dev.syncopate.check.race.ShadowAccesses.Plane;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The accesses to words that are kept in addition to the latest of each plane, in lists, the latest
 * first. A word that many threads read gets a long one as long as there is room for it; where it
 * has become too long, those go first that later ones stand for.
 */
final class ExtraAccesses {
  private static final int MANY = 2048;
  private static final int FEW = 24;

  /** Entries of all lists together, up to which lists may be long: 48 bytes each. */
  private static final long ROOM = 1 << 23;

  private long keptCount;

  /**
   * Keeps the access that a plane has of a word in addition to the access that takes its place.
   *
   * @param replaced those for which what takes its place stands as well; asked only where there are
   *     too many
   */
  void push(Page page, int wordIndex, int kind, Plane plane, Predicate<Extra> replaced) {
    @Nullable Extra[] lists = page.extras(kind);
    int thread = plane.thread[wordIndex];
    int info = plane.info[wordIndex];
    int value = plane.value(wordIndex);
    int time = plane.time[wordIndex];
    long lanes = plane.lanes[wordIndex];
    Extra head = lists[wordIndex];
    if (head != null
        && head.plane == kind
        && head.thread == thread
        && head.info == info
        && head.value == value
        && (head.time == time || (head.lanes & ~lanes) == 0)) {
      // The same instruction of the same warp: the later of them, or both as one.
      lanes |= head.time == time ? head.lanes : 0;
      head = head.next;
    }
    int limit = keptCount < ROOM ? MANY : FEW;
    if (head != null && head.count >= limit) {
      keptCount -= head.count;
      head = shorter(head, replaced);
      if (head != null && head.count > limit / 2) {
        page.forget(wordIndex);
        head = latest(head, limit / 2);
      }
      keptCount += head == null ? 0 : head.count;
    }
    lists[wordIndex] = new Extra(kind, thread, lanes, time, info, value, head);
    keptCount++;
  }

  /** Kind of access to a word, as far as a later access represents an earlier one. */
  private record Same(int plane, int thread, int info, int value) {}

  /** A list without those that are replaced, or for which a later one of it stands. */
  private static @Nullable Extra shorter(Extra list, Predicate<Extra> replaced) {
    Map<Same, Long> later = new HashMap<>();
    Extra reversed = null;
    for (Extra extra = list; extra != null; extra = extra.next) {
      Same key = new Same(extra.plane, extra.thread, extra.info, extra.value);
      long laterLanes = later.getOrDefault(key, 0L);
      if ((extra.lanes & ~laterLanes) != 0 && !replaced.test(extra)) {
        later.put(key, laterLanes | extra.lanes);
        reversed = extra.before(reversed);
      }
    }
    return turned(reversed);
  }

  private static @Nullable Extra latest(Extra list, int count) {
    Extra reversed = null;
    int remaining = count;
    for (Extra extra = list; extra != null && remaining > 0; extra = extra.next) {
      reversed = extra.before(reversed);
      remaining--;
    }
    return turned(reversed);
  }

  private static @Nullable Extra turned(@Nullable Extra reversed) {
    Extra list = null;
    for (Extra extra = reversed; extra != null; extra = extra.next) {
      list = extra.before(list);
    }
    return list;
  }

  /** A weak write to bytes of a word stands for what is known of these bytes. */
  void overwritten(Page page, int wordIndex, int bytes) {
    uncover(page.writes, wordIndex, bytes);
    uncover(page.reads, wordIndex, bytes);
  }

  private void uncover(@Nullable Extra @Nullable [] lists, int wordIndex, int bytes) {
    Extra list = lists == null ? null : lists[wordIndex];
    if (lists == null || list == null) {
      return;
    }
    keptCount -= list.count;
    Extra reversed = null;
    for (Extra extra = list; extra != null; extra = extra.next) {
      if ((Mark.bytes(extra.info) & ~bytes) != 0) {
        reversed = extra.before(reversed);
      }
    }
    Extra remaining = turned(reversed);
    lists[wordIndex] = remaining;
    keptCount += remaining == null ? 0 : remaining.count;
  }
}
