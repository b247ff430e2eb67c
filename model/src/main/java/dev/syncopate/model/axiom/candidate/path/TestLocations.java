package dev.syncopate.model.axiom.candidate.path;

import dev.syncopate.model.litmus.LitmusOperand;
import dev.syncopate.model.litmus.LitmusTest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A test's locations, numbered: first the locations, in order of their names, then other names of
 * them. A name's number is its address's.
 */
public final class TestLocations {
  /** Far from the numbers that tests compute with. */
  private static final long FIRST_ADDRESS = 1L << 40;

  private static final long APART = 1L << 12;

  /** Bytes of a location. */
  private static final int BYTES = 8;

  private final List<String> names;
  private final List<Integer> locations = new ArrayList<>();
  private final List<LitmusOperand> initial;
  private final int count;

  public TestLocations(LitmusTest test) {
    names = new ArrayList<>(test.locations().keySet());
    initial = List.copyOf(test.locations().values());
    count = names.size();
    for (int i = 0; i < count; i++) {
      locations.add(i);
    }
    for (Map.Entry<String, String> alias : test.aliases().entrySet()) {
      names.add(alias.getKey());
      locations.add(names.indexOf(alias.getValue()));
    }
  }

  /** How many locations there are. */
  public int count() {
    return count;
  }

  /** How many names they have. */
  public int names() {
    return names.size();
  }

  /** What a location holds at first. */
  public long initial(int location) {
    Long value = constant(initial.get(location));
    if (value == null) {
      throw new IllegalArgumentException(name(location) + " starts as a register");
    }
    return value;
  }

  /** The number of a name. */
  public int named(String name) {
    return names.indexOf(name);
  }

  /** The name of a number. */
  public String name(int number) {
    return names.get(number);
  }

  /** The location that a name is of. */
  public int location(int name) {
    return locations.get(name);
  }

  /** Where a name is. */
  public long address(int name) {
    return FIRST_ADDRESS + APART * name;
  }

  /** The name whose address a number is; -1 for none. */
  public int at(long address) {
    long index = (address - FIRST_ADDRESS) / APART;
    return index >= 0 && index < names.size() && address(Math.toIntExact(index)) == address
        ? Math.toIntExact(index)
        : -1;
  }

  /** A number as results show it: an address, and what follows it closely, by its name. */
  public String shown(long value) {
    for (int offset = 0; offset < BYTES; offset++) {
      int name = at(value - offset);
      if (name >= 0) {
        return "&" + name(name) + (offset == 0 ? "" : "+" + offset);
      }
    }
    return Long.toString(value);
  }

  /** What an operand is where no register is read; null for a register. */
  public @Nullable Long constant(LitmusOperand operand) {
    return switch (operand) {
      case LitmusOperand.Constant(long value) -> value;
      case LitmusOperand.Location(String name) -> address(named(name));
      case LitmusOperand.Register _ -> null;
    };
  }
}
