package dev.syncopate.app.extract;

import dev.syncopate.check.extract.Excerpt;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The values of a test: those of the run, as signed numbers, but where two must be told apart. What
 * is read follows from running the threads one after the other.
 */
final class TestValues {
  private final Map<Excerpt.Step, Long> stored = new HashMap<>();
  private final Map<Integer, Long> initial = new HashMap<>();
  private final List<String> notes = new ArrayList<>();

  /**
   * @param draft the whole of it: its values stay while it is made smaller
   */
  TestValues(TestDraft draft) {
    Excerpt.Step earlier = draft.earlier().step();
    Excerpt.Step later = draft.later().step();
    long fresh = 1;
    for (TestDraft.Row row : draft.rows()) {
      for (DraftInstruction item : row.items()) {
        if (item.isStore()) {
          stored.put(item.step(), item.step().valued() ? item.step().operand() : fresh++);
          if (!item.step().valued()) {
            notes.add("What the asynchronous copy stored is not known");
          }
        }
      }
    }
    if (draft.earlier().isStore() && draft.later().isStore() && value(earlier) == value(later)) {
      notes.add("Both stored %d, and are told apart here".formatted(value(earlier)));
      stored.put(later, value(later) + 1);
    }
    for (int place = 0; place < draft.excerpt().places().size(); place++) {
      initial.put(place, first(draft, place));
    }
    if (draft.earlier().isStore() && draft.later().isAtomic() && later.atomic().equals("cas")) {
      swap(earlier, later);
    } else if (draft.later().isStore()
        && draft.earlier().isAtomic()
        && earlier.atomic().equals("cas")) {
      swap(later, earlier);
    }
    if (draft.earlier().isAtomic() && draft.later().isStore()) {
      long finalValue = written(draft.earlier(), initial(earlier.place()));
      if (finalValue == value(later)) {
        notes.add("Both left %d, and are told apart here".formatted(finalValue));
        stored.put(later, finalValue + 1);
      }
    }
  }

  /**
   * A compare-and-swap that writes tells more than one that fails, even if it failed in the run.
   */
  private void swap(Excerpt.Step store, Excerpt.Step swap) {
    initial.put(swap.place(), swap.operand());
    long newValue = value(store);
    while (newValue == swap.operand() || newValue == swap.operand2()) {
      newValue = Math.max(swap.operand(), swap.operand2()) + 1;
    }
    if (newValue != value(store)) {
      notes.add("What was stored, %d, and what was there are told apart".formatted(value(store)));
      stored.put(store, newValue);
    }
  }

  /** What a place holds at first: what was read there, or a number that is never written. */
  private long first(TestDraft draft, int place) {
    List<DraftInstruction> items =
        draft.rows().stream()
            .flatMap(row -> row.items().stream())
            .filter(item -> item.step().place() == place)
            .toList();
    Long knownValue = items.getFirst().isAtomic() ? behind(items) : null;
    if (knownValue != null) {
      return knownValue;
    }
    Set<Long> takenValues = new HashSet<>();
    for (DraftInstruction item : items) {
      if (item.isStore()) {
        takenValues.add(value(item.step()));
      } else if (item.isAtomic()) {
        takenValues.add(item.step().operand());
      }
    }
    long free = 0;
    while (takenValues.contains(free)) {
      free++;
    }
    return free;
  }

  /** What atomics must have found for the next one to read what it has read; null if unknown. */
  private static @Nullable Long behind(List<DraftInstruction> items) {
    long added = 0;
    for (DraftInstruction item : items) {
      Long read = item.step().read();
      if (read != null) {
        return read - added;
      }
      String operation = item.step().atomic();
      if (operation.equals("cas")) {
        return item.step().operand() - added;
      }
      if (!operation.equals("add")) {
        return null;
      }
      added += item.step().operand();
    }
    return null;
  }

  /** What of it is not as in the run, a clause each. */
  List<String> notes() {
    return notes;
  }

  long initial(int place) {
    return initial.getOrDefault(place, 0L);
  }

  /** What a store stores. */
  long value(Excerpt.Step store) {
    return stored.getOrDefault(store, store.operand());
  }

  /** What an item leaves in its place. */
  long written(DraftInstruction item, long old) {
    return item.isStore() ? value(item.step()) : item.isAtomic() ? item.step().updated(old) : old;
  }
}
