package dev.syncopate.memory.mechanism.denovo;

import static dev.syncopate.memory.mechanism.denovo.WordState.INVALID;
import static dev.syncopate.memory.mechanism.denovo.WordState.REGISTERED;
import static dev.syncopate.memory.mechanism.denovo.WordState.REGISTERING;
import static dev.syncopate.memory.mechanism.denovo.WordState.STORED;
import static dev.syncopate.memory.mechanism.denovo.WordState.VALID;

import dev.syncopate.memory.protocol.Transitions;
import java.util.function.LongSupplier;

/**
 * What an L1 does with words, by their state (heterosync §II-B). It counts by line: words of one
 * that are in the same state go through an event together.
 */
final class WordTable {
  /** What happens to words in an L1. */
  enum WordEvent {
    LOAD_HIT,
    LOAD_MISS,
    STORE,
    SYNC,
    REGISTER,
    GRANT,
    FILL,
    ANSWER_LEAVING,
    WAIT,
    HAND_OVER,
    LEND,
    EVICT
  }

  final Transitions<WordState, WordEvent> transitions;

  /**
   * @param where for messages
   * @param buffers whether stores stay in the store buffer until a release
   */
  WordTable(String where, LongSupplier clock, boolean buffers) {
    transitions = of(where, clock);
    if (buffers) {
      addBuffered(transitions);
    }
  }

  /**
   * Something happens to words of a line: an event of each state that they are in.
   *
   * @param asked of them those that are asked for
   * @param stored of the others those with bytes in the store buffer
   * @param owned of the others those that are registered
   * @param shared of the others those that are valid
   */
  void record(WordEvent event, long line, int some, int asked, int stored, int owned, int shared) {
    record(WordState.REGISTERING, event, line, asked);
    record(WordState.STORED, event, line, stored);
    record(WordState.REGISTERED, event, line, owned);
    record(WordState.VALID, event, line, shared);
    record(WordState.INVALID, event, line, some & ~(asked | stored | owned | shared));
  }

  private void record(WordState state, WordEvent event, long line, int some) {
    if (some != 0) {
      transitions.record(state, event, line, line + Integer.numberOfTrailingZeros(some));
      if (transitions.checks()) {
        others(line, some & some - 1);
      }
    }
  }

  /** Words that change together with the one that stands for them: what each was in is over. */
  private void others(long line, int some) {
    for (int left = some; left != 0; left &= left - 1) {
      transitions.changed(line + Integer.numberOfTrailingZeros(left));
    }
  }

  private static Transitions<WordState, WordEvent> of(String where, LongSupplier clock) {
    Transitions<WordState, WordEvent> table =
        new Transitions<>(where, WordState.values(), WordEvent.values(), clock);
    String read = "read it from the L2 or its owner; wait";
    String register = "ask the L2 to own it";
    String wait = "let what is forwarded wait until the registration is complete";
    String giveBack = "answer from what is being written back";
    table
        .on(INVALID, WordEvent.LOAD_MISS, read, INVALID)
        .on(INVALID, WordEvent.FILL, "keep it", VALID)
        .on(INVALID, WordEvent.REGISTER, register, REGISTERING)
        .on(INVALID, WordEvent.ANSWER_LEAVING, giveBack, INVALID)
        .on(VALID, WordEvent.LOAD_HIT, "give the bytes", VALID)
        .on(VALID, WordEvent.REGISTER, "drop it; " + register, REGISTERING)
        .on(VALID, WordEvent.ANSWER_LEAVING, giveBack, VALID)
        .on(VALID, WordEvent.EVICT, "drop it", INVALID);
    table
        .on(REGISTERED, WordEvent.LOAD_HIT, "give the bytes", REGISTERED)
        .on(REGISTERED, WordEvent.STORE, "write the bytes", REGISTERED)
        .on(REGISTERED, WordEvent.SYNC, "perform the access", REGISTERED)
        .on(REGISTERED, WordEvent.ANSWER_LEAVING, giveBack, REGISTERED)
        .on(REGISTERED, WordEvent.WAIT, wait, REGISTERED)
        .on(REGISTERED, WordEvent.HAND_OVER, "send it to its new owner", INVALID)
        .on(REGISTERED, WordEvent.LEND, "send its bytes to the reader", REGISTERED)
        .on(REGISTERED, WordEvent.EVICT, "write it back", INVALID);
    table
        .on(REGISTERING, WordEvent.LOAD_HIT, "give the bytes stored", REGISTERING)
        .on(REGISTERING, WordEvent.STORE, "keep the bytes for the grant", REGISTERING)
        .on(REGISTERING, WordEvent.ANSWER_LEAVING, giveBack, REGISTERING)
        .on(REGISTERING, WordEvent.WAIT, wait, REGISTERING)
        .on(REGISTERING, WordEvent.GRANT, "own it, with the bytes stored meanwhile", REGISTERED);
    return table;
  }

  /** What there is beside, where words are registered at the release. */
  private static void addBuffered(Transitions<WordState, WordEvent> table) {
    String store = "keep the bytes in the store buffer";
    table
        .on(INVALID, WordEvent.STORE, store, STORED)
        .on(VALID, WordEvent.STORE, "drop it; " + store, STORED)
        .on(STORED, WordEvent.STORE, store, STORED)
        .on(STORED, WordEvent.LOAD_HIT, "give the bytes stored", STORED)
        .on(STORED, WordEvent.LOAD_MISS, "read what is not stored of it; wait", STORED)
        .on(STORED, WordEvent.REGISTER, "ask the L2 to own it", REGISTERING)
        .on(STORED, WordEvent.ANSWER_LEAVING, "answer from what is being written back", STORED);
  }
}
