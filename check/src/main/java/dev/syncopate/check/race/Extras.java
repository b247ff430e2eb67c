package dev.syncopate.check.race;

import dev.syncopate.check.race.Shadow.Extra;
import dev.syncopate.check.race.Shadow.Mark;
import dev.syncopate.check.race.Shadow.Page;
import dev.syncopate.check.race.Shadow.Plane;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The accesses to words that are kept beside the latest of each plane, in lists, the latest first.
 * A word that many threads read gets a long one as long as there is room for it; where it has
 * become too long, those go first that later ones stand for.
 */
final class Extras {
  private static final int MANY = 2048;
  private static final int FEW = 24;

  /** Entries of all lists together, up to which lists may be long: 48 bytes each. */
  private static final long ROOM = 1 << 23;

  private long kept;

  /**
   * Keeps the access that a plane has of a word, beside whatever takes its place.
   *
   * @param replaced those for which what takes its place stands as well; asked only where there are
   *     too many
   */
  void push(Page page, int at, int kind, Plane plane, Predicate<Extra> replaced) {
    @Nullable Extra[] lists = page.extras(kind);
    int thread = plane.thread[at];
    int info = plane.info[at];
    int value = plane.value(at);
    int time = plane.time[at];
    long lanes = plane.lanes[at];
    Extra head = lists[at];
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
    int most = kept < ROOM ? MANY : FEW;
    if (head != null && head.count >= most) {
      kept -= head.count;
      head = shorter(head, replaced);
      if (head != null && head.count > most / 2) {
        page.forget(at);
        head = latest(head, most / 2);
      }
      kept += head == null ? 0 : head.count;
    }
    lists[at] = new Extra(kind, thread, lanes, time, info, value, head);
    kept++;
  }

  /** Who accesses a word by what, as far as a later access stands for an earlier one. */
  private record Same(int plane, int thread, int info, int value) {}

  /** A list without those that are replaced, or for which a later one of it stands. */
  private static @Nullable Extra shorter(Extra list, Predicate<Extra> replaced) {
    Map<Same, Long> later = new HashMap<>();
    Extra reversed = null;
    for (Extra extra = list; extra != null; extra = extra.next) {
      Same same = new Same(extra.plane, extra.thread, extra.info, extra.value);
      long known = later.getOrDefault(same, 0L);
      if ((extra.lanes & ~known) != 0 && !replaced.test(extra)) {
        later.put(same, known | extra.lanes);
        reversed = extra.before(reversed);
      }
    }
    return turned(reversed);
  }

  private static @Nullable Extra latest(Extra list, int count) {
    Extra reversed = null;
    int left = count;
    for (Extra extra = list; extra != null && left > 0; extra = extra.next) {
      reversed = extra.before(reversed);
      left--;
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
  void overwritten(Page page, int at, int bytes) {
    uncover(page.writes, at, bytes);
    uncover(page.reads, at, bytes);
  }

  private void uncover(@Nullable Extra @Nullable [] lists, int at, int bytes) {
    Extra list = lists == null ? null : lists[at];
    if (lists == null || list == null) {
      return;
    }
    kept -= list.count;
    Extra reversed = null;
    for (Extra extra = list; extra != null; extra = extra.next) {
      if ((Mark.bytes(extra.info) & ~bytes) != 0) {
        reversed = extra.before(reversed);
      }
    }
    Extra left = turned(reversed);
    lists[at] = left;
    kept += left == null ? 0 : left.count;
  }
}
