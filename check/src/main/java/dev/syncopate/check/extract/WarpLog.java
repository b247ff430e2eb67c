package dev.syncopate.check.extract;

import java.util.ArrayDeque;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/** Recent actions of a warp, the latest last. */
final class WarpLog {
  /** How far back a loop that polls is looked for. */
  private static final int LOOK_BACK = 8;

  final int cta;

  /** Thread of lane 0 in the CTA, counted by whole warps. */
  final int firstThread;

  /** What {@code .cta} scope takes in: threads of the same number. */
  final int domain;

  final int gpu;

  /** Strong accesses, fences, meetings. */
  final ArrayDeque<WarpEvent> synchronising = new ArrayDeque<>();

  /** Weak accesses. */
  final ArrayDeque<WarpEvent> weak = new ArrayDeque<>();

  WarpLog(int cta, int firstThread, int domain, int gpu) {
    this.cta = cta;
    this.firstThread = firstThread;
    this.domain = domain;
    this.gpu = gpu;
  }

  /** Tells it from the launch's other warps. */
  long number() {
    return (long) cta << Integer.SIZE | firstThread;
  }

  /** Cuts a loop that polls to its last round, now that something new comes behind. */
  void cut() {
    WarpEvent last = synchronising.peekLast();
    if (last == null || !last.isStrongAccess()) {
      return;
    }
    WarpEvent previous = previousRound(last);
    if (previous == null) {
      return;
    }
    Iterator<WarpEvent> latest = synchronising.descendingIterator();
    latest.next();
    while (latest.hasNext()) {
      WarpEvent event = latest.next();
      if ((event.lanes & ~last.lanes) == 0) {
        event.drop();
        latest.remove();
      }
      if (event == previous) {
        return;
      }
    }
  }

  private @Nullable WarpEvent previousRound(WarpEvent last) {
    Iterator<WarpEvent> latest = synchronising.descendingIterator();
    latest.next();
    for (int i = 0; i < LOOK_BACK && latest.hasNext(); i++) {
      WarpEvent event = latest.next();
      if ((event.lanes & last.lanes) == 0) {
        continue;
      }
      if (last.repeats(event)) {
        return event;
      }
      for (long rest = event.lanes & last.lanes; rest != 0; rest &= rest - 1) {
        if (!event.onlyReads(Long.numberOfTrailingZeros(rest))) {
          return null;
        }
      }
    }
    return null;
  }

  /** The latest access of an instruction by a lane to a byte; null if it is not kept. */
  @Nullable WarpEvent access(int pc, int lane, boolean shared, long address) {
    WarpEvent strong = access(synchronising, pc, lane, shared, address);
    return strong == null ? access(weak, pc, lane, shared, address) : strong;
  }

  private static @Nullable WarpEvent access(
      ArrayDeque<WarpEvent> events, int pc, int lane, boolean shared, long address) {
    Iterator<WarpEvent> latest = events.descendingIterator();
    while (latest.hasNext()) {
      WarpEvent event = latest.next();
      if (event.pc == pc
          && event.shared == shared
          && event.by(lane)
          && event.element(lane, address) >= 0) {
        return event;
      }
    }
    return null;
  }
}
