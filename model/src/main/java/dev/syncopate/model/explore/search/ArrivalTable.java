package dev.syncopate.model.explore.search;

import dev.syncopate.model.explore.table.NumberedObjects;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Transitions of a part by its state and the message that arrives. Each state has a small table,
 * which is replaced when a transition is added. For any threads.
 */
final class ArrivalTable {
  private static final int FREE = -1;
  private static final int FIRST = 2;

  /** Transitions of a state, by open addressing, at most three quarters full. */
  private record Row(int[] messages, @Nullable Transition[] transitions, int size) {
    static final Row EMPTY = new Row(free(FIRST), new @Nullable Transition[FIRST], 0);

    static int[] free(int length) {
      int[] messages = new int[length];
      Arrays.fill(messages, FREE);
      return messages;
    }

    @Nullable Transition get(int message) {
      int mask = messages.length - 1;
      for (int place = message & mask; ; place = place + 1 & mask) {
        int occupant = messages[place];
        if (occupant == message) {
          return transitions[place];
        } else if (occupant == FREE) {
          return null;
        }
      }
    }

    Row with(int message, Transition transition) {
      int length = 4 * (size + 1) > 3 * messages.length ? 2 * messages.length : messages.length;
      Row row = new Row(free(length), new @Nullable Transition[length], size + 1);
      for (int i = 0; i < messages.length; i++) {
        Transition existing = transitions[i];
        if (existing != null) {
          row.put(messages[i], existing);
        }
      }
      row.put(message, transition);
      return row;
    }

    private void put(int message, Transition transition) {
      int mask = messages.length - 1;
      int place = message & mask;
      while (messages[place] != FREE) {
        place = place + 1 & mask;
      }
      messages[place] = message;
      transitions[place] = transition;
    }
  }

  private final NumberedObjects<Row> rows = new NumberedObjects<>();

  /** The transition of a state on a message, or null where it is not known. */
  @Nullable Transition get(int state, int message) {
    Row row = rows.get(state);
    return row == null ? null : row.get(message);
  }

  /**
   * Adds a transition unless it is known.
   *
   * @return the one that is known from now on
   */
  Transition put(int state, int message, Transition transition) {
    while (true) {
      Row row = rows.get(state);
      Transition existing = row == null ? null : row.get(message);
      if (existing != null) {
        return existing;
      }
      Row replacement = (row == null ? Row.EMPTY : row).with(message, transition);
      if (rows.replace(state, row, replacement)) {
        return transition;
      }
    }
  }
}
