package dev.syncopate.memory.mechanism.promotion;

import dev.syncopate.memory.protocol.MemoryMessage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which L1s' answers count, for a remote access whose line no L1 holds. What an L1 has answered is
 * true of it until it writes the line. If it only reads it, a copy that it got before the access
 * would be stale after it; so such reads wait here.
 */
final class Answers {
  private enum State {
    /** Neither asked nor to be asked, so far. */
    UNASKED,
    /** Asked, and has not answered, or its answer no longer counts. */
    ASKED,
    COUNTS
  }

  private final int firstTile;
  private final State[] states;

  /** Those that were asked a second time, and hold the line since. */
  private final boolean[] again;

  /** Reads of L1s whose answer counts, in the order of their arrival. */
  private final ArrayDeque<MemoryMessage> reads = new ArrayDeque<>();

  Answers(int firstTile, int endTile) {
    this.firstTile = firstTile;
    states = new State[endTile - firstTile];
    Arrays.fill(states, State.UNASKED);
    again = new boolean[states.length];
  }

  void asked(int tile) {
    states[tile - firstTile] = State.ASKED;
  }

  void askedAgain(int tile) {
    asked(tile);
    again[tile - firstTile] = true;
  }

  void answered(int tile) {
    states[tile - firstTile] = State.COUNTS;
  }

  /** Whether an L1 has answered and not written the line since. */
  boolean counts(int tile) {
    return states[tile - firstTile] == State.COUNTS;
  }

  /** Whether an L1 holds the line, since it was asked a second time. */
  boolean holds(int tile) {
    return again[tile - firstTile];
  }

  /** Lets a read wait until the access is performed. */
  void park(MemoryMessage read) {
    reads.add(read);
  }

  /** The first read of an L1 that waits, or null. */
  @Nullable MemoryMessage firstRead(int tile) {
    for (MemoryMessage read : reads) {
      if (read.node.number() == tile) {
        return read;
      }
    }
    return null;
  }

  /** A read waits no more. */
  void remove(MemoryMessage read) {
    reads.remove(read);
  }

  /** The first read that waits, which then waits no more, or null. */
  @Nullable MemoryMessage nextRead() {
    return reads.poll();
  }

  /**
   * What does not hold between two events.
   *
   * @param pending answers to come
   */
  List<String> checkInvariants(int pending) {
    List<String> wrong = new ArrayList<>();
    long asked = Arrays.stream(states).filter(state -> state == State.ASKED).count();
    if (asked != pending) {
      wrong.add(asked + " caches are asked, " + pending + " answers are counted");
    }
    for (Iterator<MemoryMessage> i = reads.iterator(); i.hasNext(); ) {
      MemoryMessage read = i.next();
      if (pending == 0 || !counts(read.node.number())) {
        wrong.add(read + " waits, and nothing keeps it");
      }
    }
    return wrong;
  }
}
