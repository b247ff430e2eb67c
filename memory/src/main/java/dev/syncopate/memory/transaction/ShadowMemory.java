package dev.syncopate.memory.transaction;

import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * The shadow memory (localtm §III-B): for each word a value and who owns it. The words of each
 * owner are chained, which the hardware finds by its banks in parallel.
 */
final class ShadowMemory {
  static final int NOBODY = -1;
  private static final int END = -1;

  private final int[] value;
  private final short[] owner;

  /** The owner's words: the first of each work-item, and behind each word the next. */
  private final int[] first;

  private final int[] next;

  ShadowMemory(int words, int items) {
    value = new int[words];
    owner = new short[words];
    first = new int[items];
    next = new int[words];
    Arrays.fill(owner, (short) NOBODY);
    Arrays.fill(first, END);
    Arrays.fill(next, END);
  }

  private ShadowMemory(ShadowMemory original) {
    value = original.value.clone();
    owner = original.owner.clone();
    first = original.first.clone();
    next = original.next.clone();
  }

  ShadowMemory copy() {
    return new ShadowMemory(this);
  }

  int owner(int word) {
    return owner[word];
  }

  int value(int word) {
    return value[word];
  }

  void value(int word, int now) {
    value[word] = now;
  }

  /** Makes a work-item the owner. */
  void own(int word, int item) {
    if (owner[word] == item) {
      return; // an owner of old whose mark was kept
    }
    if (owner[word] != NOBODY) {
      unchain(word);
    }
    owner[word] = (short) item;
    next[word] = first[item];
    first[item] = word;
  }

  private void unchain(int word) {
    int item = owner[word];
    if (first[item] == word) {
      first[item] = next[word];
      return;
    }
    int predecessor = first[item];
    while (next[predecessor] != word) {
      predecessor = next[predecessor];
    }
    next[predecessor] = next[word];
  }

  /** The first word of an owner, or a negative number. */
  int first(int item) {
    return first[item];
  }

  /** The one after it, or a negative number. */
  int after(int word) {
    return next[word];
  }

  /** Takes the owner away, if there is one. */
  void free(int word) {
    if (owner[word] == NOBODY) {
      return; // the owner's roll-back has freed it
    }
    unchain(word);
    owner[word] = NOBODY;
    value[word] = 0; // unused: equal states must look equal
  }

  void write(LongConsumer sink) {
    for (int word = 0; word < value.length; word++) {
      sink.accept(((long) owner[word] << Integer.SIZE) | (value[word] & 0xffff_ffffL));
    }
  }
}
