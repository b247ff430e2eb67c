package dev.syncopate.memory.mechanism.denovo;

import dev.syncopate.memory.mechanism.denovo.WordTable.WordEvent;
import dev.syncopate.memory.protocol.Transitions;
import org.jspecify.annotations.Nullable;

/** In which state each word of an L1 is, and what happens to it there. */
final class WordStates {
  private final WordTable table;
  private final Words words;
  private final Registrations registrations;
  private final int lineBytes;

  WordStates(WordTable table, Words words, Registrations registrations, int lineBytes) {
    this.table = table;
    this.words = words;
    this.registrations = registrations;
    this.lineBytes = lineBytes;
  }

  /** Something happens to words of a line. */
  void record(WordEvent event, long line, int frame, @Nullable Registration at, int some) {
    int asked = at == null ? 0 : some & at.asked;
    int stored = at == null || !at.buffered ? 0 : some & at.unasked();
    int owned = words.registered(frame) & some;
    table.record(event, line, some, asked, stored, owned, words.valid(frame) & some & ~owned);
  }

  private WordState state(long key) {
    long line = key & -lineBytes;
    int word = 1 << (int) (key - line);
    Registration at = registrations.find(line);
    int frame = words.find(line);
    if (at != null && (at.asked & word) != 0) {
      return WordState.REGISTERING;
    }
    if (at != null && (at.stored() & word) != 0) {
      return WordState.STORED;
    }
    return (words.registered(frame) & word) != 0
        ? WordState.REGISTERED
        : (words.valid(frame) & word) != 0 ? WordState.VALID : WordState.INVALID;
  }

  /** Compares the states that words are in with those that the table says. */
  void settle() {
    table.transitions.settle(this::state);
  }

  Transitions<WordState, WordEvent> transitions() {
    return table.transitions;
  }
}
