package dev.syncopate.model.explore.transaction;

import dev.syncopate.memory.config.TxConfig;
import dev.syncopate.memory.transaction.TransactionUnit;
import dev.syncopate.model.litmus.LitmusOperand;
import dev.syncopate.model.litmus.LitmusTest;
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
  private final List<LitmusOperand> initial;
  private final int[] offsets;
  private final WordLayout layout;
  final int banks;

  WordMap(LitmusTest test, WordLayout layout, TxConfig config) {
    names = List.copyOf(test.locations().keySet());
    initial = List.copyOf(test.locations().values());
    names.forEach(name -> numbers.put(name, numbers.size()));
    test.aliases().forEach((alias, name) -> numbers.put(alias, numbers.get(name)));
    banks = layout.banks(names.size());
    this.layout = layout;
    offsets = new int[names.size()];
    for (int i = 0; i < offsets.length; i++) {
      offsets[i] = layout.offset(i, config.filterBits());
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
    return offsets.length;
  }

  /** Bytes of a location. */
  int bytes() {
    return layout.bytes();
  }

  /** Bytes of the memory: whole words. */
  int size() {
    int largestEnd = 0;
    for (int offset : offsets) {
      largestEnd = Math.max(largestEnd, offset + layout.bytes());
    }
    return Math.ceilDiv(largestEnd, TransactionUnit.WORD) * TransactionUnit.WORD;
  }

  /**
   * The bytes of a value.
   *
   * @throws TooWideException where a location does not hold it
   */
  long cut(long value) {
    if (extended(value) != value) {
      throw new TooWideException(
          value
              + " is no value of "
              + layout.bytes() * Byte.SIZE
              + " bits, as locations have in this layout");
    }
    int unused = Long.SIZE - layout.bytes() * Byte.SIZE;
    return value << unused >>> unused;
  }

  /** The value of bytes, with its sign. */
  long extended(long bytes) {
    int unused = Long.SIZE - layout.bytes() * Byte.SIZE;
    return bytes << unused >> unused;
  }

  /** Where a location is in the memory. */
  int offset(int location) {
    return offsets[location];
  }

  private static long address(int location) {
    return BASE + APART * location;
  }

  /** The location at an address; -1 for none. */
  int at(long address) {
    long number = (address - BASE) / APART;
    return address >= BASE && number < offsets.length && address(Math.toIntExact(number)) == address
        ? Math.toIntExact(number)
        : -1;
  }

  /** What a location holds at first. */
  long initial(int location) {
    return constant(initial.get(location));
  }

  /** What an operand is that is no register. */
  long constant(@Nullable LitmusOperand operand) {
    return switch (operand) {
      case null -> 0;
      case LitmusOperand.Constant(long value) -> value;
      case LitmusOperand.Location(String name) -> address(numbers.getOrDefault(name, 0));
      case LitmusOperand.Register register ->
          throw new IllegalArgumentException(register + " is no number");
    };
  }

  /** A value as people read it: an address by its name. */
  String shown(long value) {
    int location = at(value);
    return location < 0 ? Long.toString(value) : "&" + names.get(location);
  }
}
