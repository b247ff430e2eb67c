package dev.syncopate.model.explore.search;

import dev.syncopate.model.explore.machine.Machine;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/** Values of observed registers and locations in final states. */
final class FinalValues {
  private final Machine machine;
  private final PartMemo[] parts;
  private final Predicate<String> observed;
  private final List<Map<Object, Integer>> numberings = new ArrayList<>();

  /** By part: the parts whose states decide what is found there. */
  private final List<int[]> decide = new ArrayList<>();

  private final Map<Map<String, Long>, Integer> numbers = new HashMap<>();

  FinalValues(Machine machine, PartMemo[] parts, Predicate<String> observed) {
    this.machine = machine;
    this.parts = parts;
    this.observed = observed;
    for (int i = 0; i < parts.length; i++) {
      numberings.add(new HashMap<>());
      decide.add(machine.decide(i));
    }
  }

  /** Equal for states that hold the same. */
  List<Integer> of(int[] row) {
    List<Integer> key = new ArrayList<>(parts.length);
    for (int i = 0; i < parts.length; i++) {
      int part = i;
      key.add(numberings.get(i).computeIfAbsent(states(i, row), unseen -> number(part(part, row))));
    }
    return key;
  }

  private Object states(int part, int[] row) {
    int[] deciding = decide.get(part);
    return deciding.length == 1
        ? (Integer) row[deciding[0]]
        : Arrays.stream(deciding).mapToObj(index -> row[index]).toList();
  }

  private int number(SortedMap<String, Long> values) {
    return numbers.computeIfAbsent(values, unseen -> numbers.size());
  }

  private SortedMap<String, Long> part(int part, int[] row) {
    TreeMap<String, Long> values = new TreeMap<>();
    if (machine.isTile(part)) {
      values.putAll(machine.registers(part, parts[part].state(row[part])));
    } else {
      for (String location : machine.addresses().names()) {
        if (machine.home(location) == part) {
          values.put(location, machine.content(location, index -> parts[index].state(row[index])));
        }
      }
    }
    values.keySet().removeIf(observed.negate());
    return values;
  }

  SortedMap<String, Long> values(int[] row) {
    TreeMap<String, Long> values = new TreeMap<>();
    for (int i = 0; i < parts.length; i++) {
      values.putAll(part(i, row));
    }
    return values;
  }
}
