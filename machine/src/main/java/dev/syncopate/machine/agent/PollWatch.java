package dev.syncopate.machine.agent;

import java.util.function.LongFunction;

/**
 * Distinguishes a program that makes progress from one that polls: what it has read lately, and how
 * often it has read nothing else.
 */
final class PollWatch {
  /** Words that a polling loop may look at. */
  private static final int WORDS = 8;

  private final long[] addresses = new long[WORDS];
  private final long[] values = new long[WORDS];
  private int knownWords;
  private int next;
  private int latest;
  private long again;

  void clear() {
    knownWords = 0;
    next = 0;
    again = 0;
  }

  /** Whether a word has not been read lately with that value. */
  boolean isNew(long address, long value) {
    for (int i = 0; i < knownWords; i++) {
      if (addresses[i] == address && values[i] == value) {
        latest = i;
        again++;
        return false;
      }
    }
    addresses[next] = address;
    values[next] = value;
    latest = next;
    next = (next + 1) % WORDS;
    knownWords = Math.min(WORDS, knownWords + 1);
    again = 0;
    return true;
  }

  /** For people: what is polled, if it is. */
  String text(LongFunction<String> word) {
    return again < 2
        ? ""
        : "; it has read nothing new in %d accesses, last %s as %d"
            .formatted(again, word.apply(addresses[latest]), values[latest]);
  }
}
