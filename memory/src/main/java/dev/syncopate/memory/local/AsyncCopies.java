package dev.syncopate.memory.local;

import java.util.ArrayList;
import java.util.List;

/**
 * The asynchronous copies of one warp that have not landed, and the groups its lanes have put them
 * into. Groups are counted lane by lane: lanes that went apart may have committed different numbers
 * of them.
 */
public final class AsyncCopies {
  /** A copy in flight. */
  public static final class Copy {
    public final long lanes;

    /** Groups that each lane had committed before the copy: the number of the group it is in. */
    final int[] group;

    Copy(long lanes, int[] group) {
      this.lanes = lanes;
      this.group = group;
    }
  }

  /** An arrival at an mbarrier that happens when copies have landed. */
  private record Arrival(List<Copy> pendingCopies, Runnable arrive) {}

  private final int[] committed;
  private final List<Copy> pending = new ArrayList<>();
  private final List<Arrival> arrivals = new ArrayList<>();

  public AsyncCopies(int width) {
    this.committed = new int[width];
  }

  public Copy begin(long lanes) {
    Copy copy = new Copy(lanes, committed.clone());
    pending.add(copy);
    return copy;
  }

  public void landed(Copy copy) {
    pending.remove(copy);
    for (int i = 0; i < arrivals.size(); i++) {
      Arrival arrival = arrivals.get(i);
      arrival.pendingCopies().remove(copy);
      if (arrival.pendingCopies().isEmpty()) {
        arrivals.remove(i--);
        arrival.arrive().run();
      }
    }
  }

  public void commit(long lanes) {
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      committed[Long.numberOfTrailingZeros(rest)]++;
    }
  }

  /**
   * Whether each of the lanes has at most {@code maxPendingGroups} committed groups that have not
   * landed.
   */
  public boolean landed(long lanes, int maxPendingGroups) {
    for (Copy copy : pending) {
      for (long rest = copy.lanes & lanes; rest != 0; rest &= rest - 1) {
        int lane = Long.numberOfTrailingZeros(rest);
        if (copy.group[lane] < committed[lane] - maxPendingGroups) {
          return false;
        }
      }
    }
    return true;
  }

  /** Whether every copy of the lanes has landed, committed or not. */
  public boolean allLanded(long lanes) {
    for (Copy copy : pending) {
      if ((copy.lanes & lanes) != 0) {
        return false;
      }
    }
    return true;
  }

  /** Does something once every copy so far of the lanes has landed. */
  public void whenLanded(long lanes, Runnable arrive) {
    List<Copy> pendingCopies = new ArrayList<>();
    for (Copy copy : pending) {
      if ((copy.lanes & lanes) != 0) {
        pendingCopies.add(copy);
      }
    }
    if (pendingCopies.isEmpty()) {
      arrive.run();
    } else {
      arrivals.add(new Arrival(pendingCopies, arrive));
    }
  }
}
