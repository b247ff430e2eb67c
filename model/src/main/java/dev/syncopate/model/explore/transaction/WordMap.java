package dev.syncopate.model.explore.transaction;

import dev.syncopate.memory.config.TxConfig;
import dev.syncopate.memory.transaction.TransactionUnit;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.litmus.Operand;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A test's locations and the words that they are. Programs know addresses that are far apart and
 * far from the numbers that they compute with; a word is found by its location's number.
 */
final class WordMap {
  private static final long BASE = 0x1000_0000;
  private static final long APART = 64;

  private final List<String> names;
  private final Map<String, Integer> numbers = new TreeMap<>();
  private final List<Operand> initial;
  private final int[] words;
  final int banks;

  WordMap(LitmusTest test, WordLayout layout, TxConfig config) {
    names = List.copyOf(test.locations().keySet());
    initial = List.copyOf(test.locations().values());
    names.forEach(name -> numbers.put(name, numbers.size()));
    test.aliases().forEach((alias, name) -> numbers.put(alias, numbers.get(name)));
    banks = layout.banks(names.size());
    words = new int[names.size()];
    for (int i = 0; i < words.length; i++) {
      words[i] = layout.word(i, config.filterBits());
    }
  }

  /** The locations, in the order of their numbers. */
  List<String> names() {
    return names;
  }

  /** All names of locations with their addresses. */
  Map<String, Long> addresses() {
    Map<String, Long> addresses = new TreeMap<>();
    numbers.forEach((name, number) -> addresses.put(name, address(number)));
    return addresses;
  }

  int count() {
    return words.length;
  }

  /** Bytes of the memory. */
  int bytes() {
    int most = 0;
    for (int word : words) {
      most = Math.max(most, word);
    }
    return (most + 1) * TransactionUnit.WORD;
  }

  /** Where a location is in the memory. */
  int offset(int location) {
    return words[location] * TransactionUnit.WORD;
  }

  private static long address(int location) {
    return BASE + APART * location;
  }

  /** The location at an address; -1 for none. */
  int at(long address) {
    long number = (address - BASE) / APART;
    return address >= BASE && number < words.length && address(Math.toIntExact(number)) == address
        ? Math.toIntExact(number)
        : -1;
  }

  /** What a location holds at first. */
  long initial(int location) {
    return constant(initial.get(location));
  }

  /** What an operand is that is no register. */
  long constant(@Nullable Operand operand) {
    return switch (operand) {
      case null -> 0;
      case Operand.Constant(long value) -> value;
      case Operand.Location(String name) -> address(numbers.getOrDefault(name, 0));
      case Operand.Register register ->
          throw new IllegalArgumentException(register + " is no number");
    };
  }

  /** A value as people read it: an address by its name. */
  String shown(long value) {
    int location = at(value);
    return location < 0 ? Long.toString(value) : "&" + names.get(location);
  }
}
