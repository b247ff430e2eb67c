package dev.syncopate.check.race;

import dev.syncopate.machine.observer.LaunchObserver;
import dev.syncopate.machine.observer.Observer;
import dev.syncopate.machine.warp.Cta;
import dev.syncopate.machine.warp.Grid;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.memory.access.Kind;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.memory.access.WarpAccess;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.IntToLongFunction;

/**
 * Races of a small launch by the definitions of the PTX memory model, relation by relation, over
 * all pairs of events: what {@link RaceDetector} is compared with. Values tell which write was
 * read, so each write must write another one; threads are lanes 0.
 */
final class ReferenceRaces implements Observer, LaunchObserver {
  /** What a thread did, in its program order. */
  private static final class Event {
    final int thread;
    final int cta;
    final int pc;
    final MemoryOperation operation;
    final long address;
    long written = -1;
    long read = -1;
    boolean barrier;

    Event(int thread, int cta, int pc, MemoryOperation operation, long address) {
      this.thread = thread;
      this.cta = cta;
      this.pc = pc;
      this.operation = operation;
      this.address = address;
    }

    boolean memory() {
      return !barrier && operation.kind() != Kind.FENCE;
    }

    boolean writes() {
      return memory() && operation.kind() != Kind.LOAD;
    }

    boolean reads() {
      return memory() && operation.kind() != Kind.STORE;
    }

    boolean strong() {
      return !barrier && operation.order() != Order.WEAK;
    }

    boolean overlaps(Event other) {
      return address == other.address;
    }
  }

  private final List<Event> events = new ArrayList<>();
  private final Map<WarpAccess, Event> pending = new HashMap<>();
  private final Map<Warp, Integer> threads = new HashMap<>();
  private final Map<Warp, Integer> ctas = new HashMap<>();
  private final List<int[]> meetings = new ArrayList<>();

  @Override
  public LaunchObserver launched(Grid grid, IntToLongFunction clock) {
    return this;
  }

  @Override
  public void started(int unit, Cta cta) {
    for (Warp warp : cta.warps) {
      threads.put(warp, (int) cta.index * cta.warps.length + warp.indexInCta);
      ctas.put(warp, (int) cta.index);
    }
  }

  @Override
  public void issued(int unit, Warp warp, int pc, WarpAccess access, long lanes) {
    long address = access.address.length == 0 ? -1 : access.address[0];
    Event event =
        new Event(
            threads.getOrDefault(warp, -1),
            ctas.getOrDefault(warp, -1),
            pc,
            access.operation,
            address);
    if (event.writes()) {
      event.written = access.operand[0]; // an exchange writes its operand, too
    }
    events.add(event);
    pending.put(access, event);
  }

  @Override
  public void completed(int unit, Warp warp, WarpAccess access) {
    Event event = pending.get(access);
    if (event != null && event.reads()) {
      event.read = access.result[access.resultBase[0]];
    }
  }

  @Override
  public void barrier(int unit, Cta cta, Warp[] warps, long[] lanes, int[] pcs, int count) {
    int[] met = new int[count];
    for (int i = 0; i < count; i++) {
      Event event =
          new Event(
              threads.getOrDefault(warps[i], -1),
              (int) cta.index,
              -1,
              MemoryOperation.fence(Order.WEAK, Scope.CTA),
              -1);
      event.barrier = true;
      met[i] = events.size();
      events.add(event);
    }
    meetings.add(met);
  }

  /** Pairs of instructions that race, the smaller first, as "3-5". */
  SortedSet<String> pairs() {
    int n = events.size();
    boolean[][] po = relation((a, b) -> events.get(a).thread == events.get(b).thread && a < b);
    boolean[][] ms = relation(this::morallyStrong);
    boolean[][] rf =
        relation((a, b) -> {
          Event w = events.get(a);
          Event r = events.get(b);
          return a != b && w.writes() && r.reads() && w.overlaps(r) && w.written == r.read;
        });
    boolean[][] obs = and(ms, rf);
    for (boolean grown = true; grown; ) {
      grown = false;
      for (int w = 0; w < n; w++) {
        for (int z = 0; z < n; z++) {
          if (!obs[w][z] || !events.get(z).writes()) {
            continue;
          }
          for (int r = 0; r < n; r++) {
            if (obs[z][r] && !obs[w][r]) {
              obs[w][r] = true;
              grown = true;
            }
          }
        }
      }
    }
    boolean[][] base = new boolean[n][n];
    for (int a = 0; a < n; a++) {
      for (int b = 0; b < n; b++) {
        base[a][b] = po[a][b] || (ms[a][b] && synchronises(a, b, po, obs));
      }
    }
    for (int[] met : meetings) {
      for (int a : met) {
        for (int b : met) {
          base[a][b] |= a != b;
        }
      }
    }
    close(base);
    SortedSet<String> pairs = new TreeSet<>();
    for (int a = 0; a < n; a++) {
      for (int b = a + 1; b < n; b++) {
        Event first = events.get(a);
        Event second = events.get(b);
        boolean conflict =
            first.memory()
                && second.memory()
                && first.thread != second.thread
                && first.overlaps(second)
                && (first.writes() || second.writes());
        if (conflict && !ms[a][b] && !causes(a, b, base, obs) && !causes(b, a, base, obs)) {
          pairs.add(Math.min(first.pc, second.pc) + "-" + Math.max(first.pc, second.pc));
        }
      }
    }
    return pairs;
  }

  /** Whether a relation holds between two events. */
  @FunctionalInterface
  private interface Holds {
    boolean test(int a, int b);
  }

  private boolean[][] relation(Holds holds) {
    int n = events.size();
    boolean[][] relation = new boolean[n][n];
    for (int a = 0; a < n; a++) {
      for (int b = 0; b < n; b++) {
        relation[a][b] = holds.test(a, b);
      }
    }
    return relation;
  }

  private static boolean[][] and(boolean[][] one, boolean[][] other) {
    boolean[][] both = new boolean[one.length][one.length];
    for (int a = 0; a < one.length; a++) {
      for (int b = 0; b < one.length; b++) {
        both[a][b] = one[a][b] && other[a][b];
      }
    }
    return both;
  }

  private static void close(boolean[][] relation) {
    int n = relation.length;
    for (int via = 0; via < n; via++) {
      for (int a = 0; a < n; a++) {
        for (int b = 0; relation[a][via] && b < n; b++) {
          relation[a][b] |= relation[via][b];
        }
      }
    }
  }

  private boolean morallyStrong(int a, int b) {
    Event one = events.get(a);
    Event other = events.get(b);
    if (one.barrier || other.barrier || a == b) {
      return false;
    }
    if (one.memory() && other.memory() && !one.overlaps(other)) {
      return false;
    }
    return one.thread == other.thread
        || (one.strong() && other.strong() && includes(one, other) && includes(other, one));
  }

  private static boolean includes(Event one, Event other) {
    return one.operation.scope() != Scope.CTA || one.cta == other.cta;
  }

  /**
   * Whether a release pattern that begins with a is seen by an acquire pattern that ends with b.
   */
  private boolean synchronises(int a, int b, boolean[][] po, boolean[][] obs) {
    int n = events.size();
    for (int w = 0; w < n; w++) {
      for (int r = 0; r < n; r++) {
        if (obs[w][r] && releases(a, w, po) && acquires(r, b, po)) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean releases(int a, int w, boolean[][] po) {
    Event first = events.get(a);
    Event write = events.get(w);
    if (!write.writes() || !write.strong() || !first.strong()) {
      return false;
    }
    boolean releases = first.operation.order().releases();
    return first.operation.kind() == Kind.FENCE
        ? releases && po[a][w]
        : releases && first.writes() && (a == w || (po[a][w] && first.overlaps(write)));
  }

  private boolean acquires(int r, int b, boolean[][] po) {
    Event read = events.get(r);
    Event last = events.get(b);
    if (!read.reads() || !read.strong() || !last.strong()) {
      return false;
    }
    boolean acquires = last.operation.order().acquires();
    return last.operation.kind() == Kind.FENCE
        ? acquires && po[r][b]
        : acquires && last.reads() && (r == b || (po[r][b] && last.overlaps(read)));
  }

  private static boolean causes(int a, int b, boolean[][] base, boolean[][] obs) {
    if (base[a][b]) {
      return true;
    }
    for (int via = 0; via < base.length; via++) {
      if (obs[a][via] && base[via][b]) {
        return true;
      }
    }
    return false;
  }
}
