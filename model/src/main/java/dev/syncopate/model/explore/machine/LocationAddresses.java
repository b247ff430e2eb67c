package dev.syncopate.model.explore.machine;

import dev.syncopate.model.explore.machine.setup.Layout;
import dev.syncopate.model.litmus.AsyncInstruction;
import dev.syncopate.model.litmus.LitmusOperand;
import dev.syncopate.model.litmus.LitmusTest;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Addresses of a test's locations, each of {@value #BYTES} bytes; other names of a location are at
 * its address.
 *
 * <pre>
 *   apart      line:  [x.......] [y.......] [z.......]     banks 0, 1, 0, …
 *   pairs      line:  [xy......] [zw......]                banks 0, 1, …
 *   together   line:  [xyz.....]
 * </pre>
 *
 * <p>In a test with asynchronous operations locations have 16 bytes, of which the first eight hold
 * the value. Those that one bulk copy names follow one another. Where locations are apart, such a
 * run begins at the end of a line, so that the copy has two parts.
 */
public final class LocationAddresses {
  /** Bytes of a location. */
  public static final int BYTES = 8;

  static final int LINE = 64;
  private static final long BASE = 0x1000;

  private final TreeMap<String, Long> addresses = new TreeMap<>();
  private final List<String> names = new ArrayList<>();
  private final TreeMap<String, LitmusOperand> initial;
  private final int perLine;

  /** Bytes from one location to the next of its line. */
  private final int spacing;

  /** By address, the locations of a test with asynchronous operations; null for others. */
  private final @Nullable TreeMap<Long, String> runs;

  LocationAddresses(LitmusTest test, Layout layout) {
    spacing = test.isAsynchronous() ? AsyncInstruction.BYTES : BYTES;
    perLine =
        switch (layout) {
          case APART -> 1;
          case PAIRS -> 2;
          case TOGETHER -> LINE / spacing;
        };
    initial = new TreeMap<>(test.locations());
    if (test.isAsynchronous()) {
      runs = new TreeMap<>();
      place(CopiedRuns.global(test), layout);
    } else {
      runs = null;
      for (String location : test.locations().keySet()) {
        addresses.put(location, place(names.size()));
        names.add(location);
      }
    }
    for (Map.Entry<String, String> alias : test.aliases().entrySet()) {
      if (addresses.containsKey(alias.getValue())) {
        addresses.put(alias.getKey(), address(alias.getValue()));
      }
    }
  }

  /** Places locations of which those of a list are copied together. */
  private void place(List<List<String>> lists, Layout layout) {
    long next = BASE;
    for (List<String> list : lists) {
      long inLine = next % LINE / spacing;
      if (layout != Layout.TOGETHER && inLine > 0 && inLine + list.size() > perLine) {
        next = (next + LINE - 1) & -LINE;
      }
      if (layout == Layout.APART && list.size() > 1) {
        next += LINE - spacing;
      }
      for (String location : list) {
        addresses.put(location, next);
        names.add(location);
        Objects.requireNonNull(runs).put(next, location);
        next += spacing;
      }
    }
  }

  /**
   * Where a run of locations is.
   *
   * @throws IllegalArgumentException where they do not follow one another
   */
  long address(List<String> run) {
    long start = address(run.getFirst());
    for (int i = 1; i < run.size(); i++) {
      if (address(run.get(i)) != start + (long) i * spacing) {
        throw new IllegalArgumentException(
            "`%s` is copied with other locations elsewhere".formatted(run.get(i)));
      }
    }
    return start;
  }

  /** The locations, in the order of their addresses. */
  public List<String> names() {
    return names;
  }

  /** The locations, then other names of them. */
  Set<String> allNames() {
    Set<String> allNames = new LinkedHashSet<>(names);
    allNames.addAll(addresses.keySet());
    return allNames;
  }

  /** Where a location is. */
  public long address(String location) {
    Long address = addresses.get(location);
    if (address == null) {
      throw new IllegalArgumentException("the test has no location `" + location + "`");
    }
    return address;
  }

  /** What a location holds at first. */
  long initial(String location) {
    return switch (initial.get(location)) {
      case LitmusOperand.Constant constant -> constant.value();
      case LitmusOperand.Location operand -> address(operand.name());
      case null, default ->
          throw new IllegalArgumentException("`" + location + "` does not start as a number");
    };
  }

  /** The address of a location by its place among {@link #names}. */
  private long place(int number) {
    return BASE + (long) number / perLine * LINE + (long) number % perLine * BYTES;
  }

  /** The location at an address, or null. */
  public @Nullable String at(long address) {
    if (runs != null) {
      return runs.get(address);
    }
    long offset = address - BASE;
    if (offset < 0 || offset % BYTES != 0 || offset % LINE / BYTES >= perLine) {
      return null;
    }
    long number = offset / LINE * perLine + offset % LINE / BYTES;
    return number < names.size() ? names.get((int) number) : null;
  }

  /** The locations in a line. */
  List<String> in(long line) {
    List<String> matches = new ArrayList<>();
    for (int byteIndex = 0; byteIndex < LINE; byteIndex += BYTES) {
      String name = at(line + byteIndex);
      if (name != null) {
        matches.add(name);
      }
    }
    return matches;
  }

  /** Bytes from the first line's first to the last line's last. */
  int extent() {
    if (runs != null) {
      long end = runs.isEmpty() ? BASE : runs.lastKey();
      return (int) ((end - BASE) / LINE + 1) * LINE;
    }
    return (Math.max(1, names.size()) + perLine - 1) / perLine * LINE;
  }

  /** The offset of an address from the first line. */
  int offset(long address) {
    return (int) (address - BASE);
  }

  /** The address of a line by its number from the first. */
  long line(int number) {
    return BASE + (long) number * LINE;
  }

  /** A value as people read it: a location's address by its name. */
  public String text(long value) {
    String name = at(value);
    return name == null ? Long.toString(value) : "&" + name;
  }
}
