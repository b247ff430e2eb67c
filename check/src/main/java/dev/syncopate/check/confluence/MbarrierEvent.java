package dev.syncopate.check.confluence;

/** An operation on an mbarrier object in a run, and which earlier events it follows. */
final class MbarrierEvent {
  /** Kind of operation. */
  enum Kind {
    INIT,
    INVAL,

    /** Arrival of {@link #count}, which also expects {@link #bytes}. */
    ARRIVE,

    /** Arrival that lowers the arrivals of later phases. */
    DROP,

    /** Expects {@link #bytes}. */
    EXPECT,

    /** {@link #bytes} have come. */
    COMPLETE,

    /** Expects {@link #count} arrivals that follow asynchronous copies. */
    REQUEST,

    /** Arrival that a {@link #REQUEST} has expected. */
    COPIED,

    /** Wait that has seen the end of {@link #phase}. */
    WAIT,

    /** No operation: what follows it follows its predecessors. */
    JOIN;

    /** Whether the current phase cannot end without it. */
    boolean contributes() {
      return switch (this) {
        case ARRIVE, DROP, EXPECT, COMPLETE, REQUEST, COPIED -> true;
        case INIT, INVAL, WAIT, JOIN -> false;
      };
    }

    /** Whether it is an arrival that nothing has asked for in the same phase. */
    boolean arrives() {
      return this == ARRIVE || this == DROP;
    }
  }

  /** {@link #life} of an event without an object. */
  static final int NO_LIFE = -1;

  final Kind kind;

  /** Index of the object's life. */
  final int life;

  /**
   * Phase of the life in which it happened, from 0; of a wait the one whose end it has seen, -1 for
   * the one before the first.
   */
  final int phase;

  /** Arrivals; of an initialisation those that each phase takes. */
  final int count;

  final int bytes;

  /** Whether a wait names a parity, and no state. */
  final boolean parity;

  /** Program counter of the instruction. */
  final int pc;

  final int cta;

  /** The first thread that performed it, in its CTA, counted by whole warps. */
  final int thread;

  /** Ascending; each is less than the event's own number. */
  final int[] predecessors;

  MbarrierEvent(
      Kind kind,
      int life,
      int phase,
      int count,
      int bytes,
      boolean parity,
      int pc,
      int cta,
      int thread,
      int[] predecessors) {
    this.kind = kind;
    this.life = life;
    this.phase = phase;
    this.count = count;
    this.bytes = bytes;
    this.parity = parity;
    this.pc = pc;
    this.cta = cta;
    this.thread = thread;
    this.predecessors = predecessors;
  }

  /** An event without an object. */
  static MbarrierEvent join(int[] predecessors) {
    return new MbarrierEvent(Kind.JOIN, NO_LIFE, 0, 0, 0, false, -1, -1, -1, predecessors);
  }
}
