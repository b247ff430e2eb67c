package dev.syncopate.memory.kit.l1;

import static dev.syncopate.memory.kit.l1.MissEvent.ASK;
import static dev.syncopate.memory.kit.l1.MissEvent.ATTACH;
import static dev.syncopate.memory.kit.l1.MissEvent.CLEAR;
import static dev.syncopate.memory.kit.l1.MissEvent.DETACH;
import static dev.syncopate.memory.kit.l1.MissEvent.FILL;
import static dev.syncopate.memory.kit.l1.MissEvent.INVALIDATE;
import static dev.syncopate.memory.kit.l1.MissEvent.PARK;
import static dev.syncopate.memory.kit.l1.MissEvent.PARK_ATOMIC;
import static dev.syncopate.memory.kit.l1.MissEvent.PARK_BEHIND;
import static dev.syncopate.memory.kit.l1.MissEvent.RELEASE;
import static dev.syncopate.memory.kit.l1.MissState.CLOSED;
import static dev.syncopate.memory.kit.l1.MissState.CLOSED_DETACHED;
import static dev.syncopate.memory.kit.l1.MissState.DETACHED;
import static dev.syncopate.memory.kit.l1.MissState.FREE;
import static dev.syncopate.memory.kit.l1.MissState.OPEN;

import dev.syncopate.memory.protocol.Action;
import dev.syncopate.memory.protocol.StateTable;

/** State tables of an L1's MSHRs. */
public final class MissStateTable {
  /** Lets a load wait for bytes. */
  public static final Action<L1Misses, Object> APPEND_LOAD =
      new Action<>(
          "let the load wait", (misses, line, entry, load) -> misses.appendLoad(entry, load));

  /** Lets an atomic wait for bytes. */
  public static final Action<L1Misses, Object> SET_ATOMIC =
      new Action<>(
          "let the atomic wait", (misses, line, entry, atomic) -> misses.setAtomic(entry, atomic));

  /** Lets an access wait behind an atomic. */
  public static final Action<L1Misses, Object> APPEND_BEHIND =
      new Action<>(
          "let the access wait behind the atomic",
          (misses, line, entry, access) -> misses.appendBehind(entry, access));

  /** Notes the bytes for which the L2 is asked. */
  public static final Action<L1Misses, Object> NOTE_ASKED =
      new Action<>(
          "note the bytes asked for", (misses, line, entry, cause) -> misses.asked(entry, cause));

  /** Notes that a fill has come. */
  public static final Action<L1Misses, Object> NOTE_FILL =
      new Action<>("count the fill", (misses, line, entry, fill) -> misses.filled(entry, fill));

  /** Forgets what has been asked for: nothing of it is in flight. */
  public static final Action<L1Misses, Object> ASK_ANEW =
      new Action<>("ask for all bytes anew", (misses, line, entry, cause) -> misses.askAnew(entry));

  /** Hides the MSHR from later accesses, which ask for their bytes in another. */
  public static final Action<L1Misses, Object> UNLINK =
      new Action<>(
          "hide the MSHR from later accesses",
          (misses, line, entry, cause) -> misses.unlink(entry));

  /** Gives the MSHR back. */
  public static final Action<L1Misses, Object> GIVE_BACK =
      new Action<>("give the MSHR back", (misses, line, entry, cause) -> misses.giveBack(entry));

  // spotless:off
  /** Of an L1 whose atomics do not wait for bytes. */
  public static final StateTable<MissState, MissEvent, L1Misses, Object> LOADS =
      StateTable.<MissState, MissEvent, L1Misses, Object>of("MSHRs of an L1", MissState.class, MissEvent.class)
          .on(FREE, ASK)                                         .to(OPEN).does(NOTE_ASKED)
          .on(OPEN, PARK)                   .does(APPEND_LOAD)   .to(OPEN)
          .on(OPEN, ASK)                    .does(NOTE_ASKED)    .to(OPEN)
          .on(OPEN, FILL)                   .does(NOTE_FILL)     .to(OPEN)
          .on(OPEN, DETACH)                                      .to(DETACHED).does(UNLINK)
          .on(OPEN, INVALIDATE)                                  .to(DETACHED).does(UNLINK)
          .on(OPEN, RELEASE)                                     .to(FREE).does(GIVE_BACK)
          .on(DETACHED, FILL)               .does(NOTE_FILL)     .to(DETACHED)
          .on(DETACHED, RELEASE)                                 .to(FREE).does(GIVE_BACK)
          .build();

  /** Of an L1 in which an atomic waits for bytes, and other accesses of its line behind it. */
  public static final StateTable<MissState, MissEvent, L1Misses, Object> ATOMICS =
      LOADS.but()
          .on(OPEN, PARK_ATOMIC)                                 .to(CLOSED).does(SET_ATOMIC)
          .on(CLOSED, PARK)                 .does(APPEND_LOAD)   .to(CLOSED)
          .on(CLOSED, PARK_ATOMIC)          .does(SET_ATOMIC)    .to(CLOSED)
          .on(CLOSED, PARK_BEHIND)          .does(APPEND_BEHIND) .to(CLOSED)
          .on(CLOSED, ASK)                  .does(NOTE_ASKED)    .to(CLOSED)
          .on(CLOSED, FILL)                 .does(NOTE_FILL)     .to(CLOSED)
          .on(CLOSED, DETACH)                                    .to(CLOSED_DETACHED)
          .on(CLOSED, INVALIDATE)                                .to(CLOSED_DETACHED)
          .on(CLOSED, CLEAR)                                     .to(OPEN)
          .on(CLOSED_DETACHED, PARK_BEHIND) .does(APPEND_BEHIND) .to(CLOSED_DETACHED)
          .on(CLOSED_DETACHED, FILL)        .does(NOTE_FILL)     .to(CLOSED_DETACHED)
          .on(CLOSED_DETACHED, ATTACH)      .does(ASK_ANEW)      .to(CLOSED)
          .on(CLOSED_DETACHED, CLEAR)       .does(UNLINK)        .to(DETACHED)
          .build();
  // spotless:on

  private MissStateTable() {}
}
