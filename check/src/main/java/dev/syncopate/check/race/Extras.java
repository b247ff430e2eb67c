package dev.syncopate.check.race;

import dev.syncopate.check.race.Shadow.Extra;
import dev.syncopate.check.race.Shadow.Info;
import dev.syncopate.check.race.Shadow.Page;
import dev.syncopate.check.race.Shadow.Plane;
import org.jspecify.annotations.Nullable;

/** The accesses to a word that are kept beside the latest of each plane. */
final class Extras {
  /** How many are kept for a word. */
  private static final int MOST_EXTRAS = 24;

  private Extras() {}

  /** Those of a list that touch bytes besides these. */
  static @Nullable Extra uncovered(@Nullable Extra list, int bytes) {
    if (list == null) {
      return null;
    }
    Extra rest = uncovered(list.next, bytes);
    if ((Info.bytes(list.info) & ~bytes) == 0) {
      return rest;
    }
    list.next = rest;
    return list;
  }

  /** Keeps the access that a plane has of a word, beside whatever takes its place. */
  static void push(Page page, int at, int kind, Plane plane) {
    @Nullable Extra @Nullable [] extras = page.extras;
    if (extras == null) {
      extras = new @Nullable Extra[plane.info.length];
      page.extras = extras;
    }
    int thread = plane.thread[at];
    int info = plane.info[at];
    long lanes = plane.lanes[at];
    int value = plane.value(at);
    int time = plane.time[at];
    Extra before = null;
    int count = 0;
    for (Extra extra = extras[at]; extra != null; extra = extra.next) {
      boolean same =
          extra.plane == kind
              && extra.thread == thread
              && extra.info == info
              && extra.value == value;
      if (same && (extra.time == time || (extra.lanes & ~lanes) == 0)) {
        // The same instruction of the same warp: the later of them, or both as one.
        lanes |= extra.time == time ? extra.lanes : 0;
        if (before == null) {
          extras[at] = extra.next;
        } else {
          before.next = extra.next;
        }
        continue;
      }
      before = extra;
      count++;
    }
    if (count == MOST_EXTRAS) {
      page.forget(at);
      Extra last = extras[at];
      while (last != null && last.next != null && last.next.next != null) {
        last = last.next;
      }
      if (last != null) {
        last.next = null;
      }
    }
    extras[at] = new Extra(kind, thread, lanes, time, info, value, extras[at]);
  }
}
