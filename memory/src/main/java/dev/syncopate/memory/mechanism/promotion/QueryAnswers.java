package dev.syncopate.memory.mechanism.promotion;

import dev.syncopate.memory.protocol.MemoryMessage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The L1s' answers to one round of asking at a bank that watches the line, and their reads that
 * wait for the remote access.
 */
final class QueryAnswers {
  private final int firstTile;
  private final AnswerState[] states;

  /** Reads of L1s whose answer counts, in the order of their arrival. */
  private final ArrayDeque<MemoryMessage> reads = new ArrayDeque<>();

  QueryAnswers(int firstTile, int endTile) {
    this.firstTile = firstTile;
    states = new AnswerState[endTile - firstTile];
    Arrays.fill(states, AnswerState.UNASKED);
  }

  /** Whether a number is that of an L1 that may be asked. */
  boolean serves(int tile) {
    return tile >= firstTile && tile < firstTile + states.length;
  }

  /** The state of an L1's answer. */
  AnswerState of(int tile) {
    return states[tile - firstTile];
  }

  void set(int tile, AnswerState state) {
    states[tile - firstTile] = state;
  }

  /** Whether an L1 has answered and not written the line since. */
  boolean counts(int tile) {
    return of(tile) == AnswerState.ANSWERED || of(tile) == AnswerState.HOLDING;
  }

  /** Whether an L1 holds the line, since it was asked a second time. */
  boolean holds(int tile) {
    return of(tile) == AnswerState.ASKED_AGAIN || of(tile) == AnswerState.HOLDING;
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
    long expected =
        Arrays.stream(states)
            .filter(state -> state == AnswerState.ASKED || state == AnswerState.ASKED_AGAIN)
            .count();
    if (expected != pending) {
      wrong.add(expected + " caches are asked, " + pending + " answers are counted");
    }
    for (MemoryMessage read : reads) {
      if (pending == 0 || !counts(read.node.number())) {
        wrong.add(read + " waits, and nothing keeps it");
      }
    }
    return wrong;
  }
}
