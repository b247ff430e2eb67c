package dev.syncopate.memory.mechanism.denovo;

import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.LineData;
import dev.syncopate.memory.cache.LineBytes;
import dev.syncopate.memory.cache.WordMask;
import dev.syncopate.memory.mechanism.denovo.message.DenovoMessage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.IntSupplier;

/**
 * Pending registration of the words of one line: an entry of the store buffer and an MSHR in one.
 * It holds
 *
 * <pre>
 *   words asked for | bytes stored meanwhile | accesses that wait, in order | what was forwarded, in order
 * </pre>
 */
final class Registration {
  /** An access that waits, and its lanes that have not been performed. */
  static final class Waiting {
    final LineAccess access;

    /** Whether it needs its words registered; else it waits for its turn only. */
    final boolean sync;

    long lanes;

    Waiting(LineAccess access, boolean sync) {
      this.access = access;
      this.sync = sync;
      lanes = access.lanes;
    }
  }

  /** A message that asks: of its words those that are not granted, and who waits for it. */
  private static final class Ask {
    /** Of registrations that no release waits for. */
    static final int NOBODY = -1;

    int generation = NOBODY;
    final int initialWords;
    int words;

    Ask(int words) {
      this.words = words;
      initialWords = words;
    }
  }

  /** What {@link #counted} is made of: stores wait here; accesses wait here. */
  static final int STORES = 1;

  static final int WAITS = 2;

  final long line;

  /** As what it is counted among all. */
  int counted;

  /** Words asked for and not granted. */
  int requestedWords;

  final LineData stored;
  long storedLow;
  long storedHigh;

  /** Whether its line is in the buffer of stored words that are not asked for. */
  boolean buffered;

  final ArrayDeque<Waiting> waiting = new ArrayDeque<>();

  /** What others want of words that are asked for. */
  final List<DenovoMessage> forwards = new ArrayList<>();

  private final List<Ask> asks = new ArrayList<>();

  Registration(long line, int lineBytes) {
    this.line = line;
    stored = new LineData(lineBytes);
  }

  boolean stores() {
    return (storedLow | storedHigh) != 0;
  }

  /** Words with stored bytes. */
  int stored() {
    return WordMask.touched(storedLow, storedHigh);
  }

  /** Words with stored bytes that have not been asked for. */
  int unasked() {
    return stored() & ~requestedWords;
  }

  boolean done() {
    return requestedWords == 0 && !stores() && waiting.isEmpty() && forwards.isEmpty();
  }

  /** Keeps stored bytes for the grant. */
  void store(LineData bytes, int base, long low, long high) {
    LineBytes.copy(bytes, base, stored, 0, low, high);
    storedLow |= low;
    storedHigh |= high;
  }

  /** Words are asked for. */
  void ask(int words) {
    requestedWords |= words;
    asks.add(new Ask(words));
  }

  /**
   * Bytes are stored to words that are asked for: a release waits for these registrations.
   *
   * @param generation gives the present one of the writes that are under way
   */
  void await(int words, IntSupplier generation) {
    for (Ask ask : asks) {
      if ((ask.words & words) != 0 && ask.generation == Ask.NOBODY) {
        ask.generation = generation.getAsInt();
      }
    }
  }

  /**
   * Words that have been granted, of registrations that are not complete: they are not handed over,
   * so that those that must be here together come to be so.
   */
  int held() {
    int heldWords = 0;
    for (Ask ask : asks) {
      heldWords |= ask.initialWords & ~ask.words;
    }
    return heldWords;
  }

  /**
   * Words have been granted.
   *
   * @return generations of writes, of each registration that is complete now
   */
  List<Integer> granted(int words) {
    requestedWords &= ~words;
    List<Integer> complete = new ArrayList<>();
    for (Iterator<Ask> i = asks.iterator(); i.hasNext(); ) {
      Ask ask = i.next();
      ask.words &= ~words;
      if (ask.words == 0) {
        i.remove();
        if (ask.generation != Ask.NOBODY) {
          complete.add(ask.generation);
        }
      }
    }
    return complete;
  }

  /** Moves the stored bytes of some words to where the line's byte 0 is. */
  void unstore(int words, LineData target, int base) {
    long low = storedLow & WordMask.low(words);
    long high = storedHigh & WordMask.high(words);
    LineBytes.copy(stored, 0, target, base, low, high);
    LineBytes.clear(stored.bytes, low, high);
    storedLow &= ~low;
    storedHigh &= ~high;
  }

  /** What does not hold and always should. */
  List<String> checkInvariants() {
    List<String> wrong = new ArrayList<>();
    int open = 0;
    for (Ask ask : asks) {
      if ((open & ask.words) != 0 || ask.words == 0) {
        wrong.add("words of line 0x" + Long.toHexString(line) + " are asked for twice, or none");
      }
      open |= ask.words;
    }
    if (open != requestedWords) {
      wrong.add("words asked for of line 0x" + Long.toHexString(line) + " are not those awaited");
    }
    if ((unasked() != 0) != buffered) {
      wrong.add(
          "stores to line 0x"
              + Long.toHexString(line)
              + (buffered ? " are in the buffer and asked for" : " wait for nothing"));
    }
    return wrong;
  }
}
