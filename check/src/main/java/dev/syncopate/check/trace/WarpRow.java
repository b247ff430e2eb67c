package dev.syncopate.check.trace;

import dev.syncopate.machine.warp.Stall;
import dev.syncopate.sim.trace.TraceAnnotation;
import dev.syncopate.sim.trace.TraceLabel;
import dev.syncopate.sim.trace.Track;
import org.jspecify.annotations.Nullable;

/**
 * Track of one warp slot: a slice for each warp's life, and in it slices without gaps for its
 * states. Waits that are shorter than is shown are part of running.
 */
final class WarpRow {
  private static final TraceLabel RUNNING = TraceLabel.of("running");
  private static final TraceLabel LEAVING = TraceLabel.of("leaving");

  private final Track track;
  private final SliceLabels labels;
  private final int shortestWait;

  /** Up to when its states are known. */
  private long knownCycle;

  /** Since when it has run, with nothing shown of it yet; negative if it has not. */
  private long running = -1;

  /** What it has waited for since it last ran; null for nothing. */
  private @Nullable Stall cause;

  private int pc;
  private long waiting;

  WarpRow(Track track, SliceLabels labels, int shortestWait) {
    this.track = track;
    this.labels = labels;
    this.shortestWait = shortestWait;
  }

  /** A warp moves in. */
  void started(long now, TraceLabel name, TraceAnnotation... notes) {
    track.begin(now, name, notes);
    knownCycle = now;
  }

  /** It has waited from where its states are known. */
  void waited(Stall why, int newPc, long cycles) {
    if (cause != why || pc != newPc) {
      settle();
      cause = why;
      pc = newPc;
      waiting = knownCycle;
    }
    knownCycle += cycles;
  }

  /** It has issued an instruction, in this cycle. */
  void issued(long now) {
    settle();
    if (running < 0) {
      running = knownCycle;
    }
    knownCycle = now + 1;
  }

  /** What it has waited for is over. */
  private void settle() {
    Stall why = cause;
    if (why == null) {
      return;
    }
    cause = null;
    if (knownCycle - waiting < shortestWait) {
      running = running < 0 ? waiting : running;
      return;
    }
    run(waiting);
    track.slice(waiting, knownCycle, labels.waiting(why, pc));
  }

  /** Shows that it has run until then. */
  private void run(long endCycle) {
    if (running >= 0 && running < endCycle) {
      track.slice(running, endCycle, RUNNING);
    }
    running = -1;
  }

  /** It moves out. */
  void left(long now) {
    if (!track.isOpen()) {
      return;
    }
    settle();
    run(Math.min(knownCycle, now));
    if (knownCycle < now) {
      track.slice(knownCycle, now, LEAVING);
    }
    track.end(now);
  }

  /** The launch is over before the warp is, which has waited since its states were known. */
  void cut(long now, Stall why, int newPc) {
    if (!track.isOpen()) {
      return;
    }
    long end = Math.max(now, knownCycle);
    if (end > knownCycle) {
      waited(why, newPc, end - knownCycle);
    }
    settle();
    run(end);
    track.end(end);
  }
}
