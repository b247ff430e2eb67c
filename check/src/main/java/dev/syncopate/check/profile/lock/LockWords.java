package dev.syncopate.check.profile.lock;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Words that may be locks, by address: a hash table with open addressing. */
final class LockWords {
  private static final int SMALLEST = 64;

  private @Nullable LockWord[] table = new @Nullable LockWord[SMALLEST];
  private int size;

  @Nullable LockWord get(long address) {
    return table[place(address)];
  }

  /** The one at an address, made if need be. */
  LockWord at(long address, int bytes) {
    LockWord known = get(address);
    if (known != null) {
      return known;
    }
    if (2 * ++size > table.length) {
      @Nullable LockWord[] before = table;
      table = new @Nullable LockWord[2 * before.length];
      for (LockWord word : before) {
        if (word != null) {
          table[place(word.address)] = word;
        }
      }
    }
    LockWord made = new LockWord(address, bytes);
    table[place(address)] = made;
    return made;
  }

  /** All of them, by address. */
  List<LockWord> all() {
    return Arrays.stream(table)
        .filter(Objects::nonNull)
        .map(Objects::requireNonNull)
        .sorted(Comparator.comparingLong(word -> word.address))
        .toList();
  }

  private int place(long address) {
    int mask = table.length - 1;
    int at = Long.hashCode(address * 0x9E37_79B9_7F4A_7C15L) & mask;
    for (LockWord found = table[at]; found != null && found.address != address; found = table[at]) {
      at = at + 1 & mask;
    }
    return at;
  }
}
