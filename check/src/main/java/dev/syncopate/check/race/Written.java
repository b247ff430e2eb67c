package dev.syncopate.check.race;

import dev.syncopate.check.race.graph.SyncGraph;
import org.jspecify.annotations.Nullable;

/**
 * A strong write to a {@link Location}, with the releases that whoever reads it from there
 * synchronises with (PTX ISA, "Release and Acquire Patterns", "Observation order").
 */
final class Written {
  /** {@link #wideDomain} when no release is there, and when those of several are. */
  static final int NONE = -1;

  static final int SEVERAL = -2;

  final WarpClock warp;
  final int lane;
  final int pc;

  /** Whether it promotes the scope of whoever reads it (remote scope promotion). */
  final boolean remote;

  /** The value; not known while a read-modify-write is on its way, or returns nothing. */
  long value;

  boolean known;

  /** Releases at GPU scope or wider, as a node; the {@link CtaClock#domain} that made them. */
  int wide;

  int wideDomain = NONE;

  /** Releases of any scope by the writer's domain. */
  int own;

  /** Whether all of {@link #wide} is at system scope. */
  boolean system;

  /** Whether it stands for several writes, of which this is the last. */
  boolean several;

  /** The writer's own releases, without those of the writes that it has read. */
  int itsWide;

  int itsOwn;

  /** What a {@link Listener} knows the write by; null for none. */
  @Nullable Object source;

  Written(WarpClock warp, int lane, int pc, boolean remote) {
    this.warp = warp;
    this.lane = lane;
    this.pc = pc;
    this.remote = remote;
  }

  /** Whether it carries no releases but its own: it has not read another thread's. */
  boolean alone;

  /** It carries its own releases alone. */
  void alone() {
    alone = true;
    wide = itsWide;
    wideDomain = itsWide == 0 ? NONE : warp.cta.domain;
    own = itsOwn;
  }

  /** A read-modify-write has read another write: it carries that one's releases as well. */
  void continues(Written before, SyncGraph graph) {
    alone = before.wide == 0 && before.own == 0;
    wide = graph.join(itsWide, before.wide);
    if (before.wideDomain != NONE) {
      wideDomain =
          itsWide == 0 || before.wideDomain == warp.cta.domain ? before.wideDomain : SEVERAL;
    }
    own = before.warp.cta.domain == warp.cta.domain ? graph.join(itsOwn, before.own) : itsOwn;
    system &= before.wideDomain == NONE || before.system;
  }

  /** Whether a thread, and it alone, wrote it. */
  boolean by(WarpClock other, int otherLane) {
    return !several && warp == other && lane == otherLane;
  }
}
