package dev.syncopate.model.axiom.candidate;

import dev.syncopate.model.axiom.candidate.path.MemoryEvent;
import dev.syncopate.model.litmus.InstructionAnnotation;
import org.jspecify.annotations.Nullable;

/**
 * An event as people see it.
 *
 * @param number its number in the execution
 * @param thread the number of its thread, the 1 of {@code P1}; -1 for initial writes
 * @param name a short name: letters, or of an initial write its location in brackets
 * @param label what it does, such as {@code W.release.gpu y=1}
 */
public record EventView(int number, int thread, String name, String label) {
  /** Whether it is an initial write. */
  public boolean isInitial() {
    return thread < 0;
  }

  static EventView of(
      int number,
      int thread,
      int ordinal,
      MemoryEvent event,
      @Nullable InstructionAnnotation annotation,
      String place,
      String value) {
    String qualifiers = annotation == null ? qualifiers(event) : annotation.text();
    String label =
        switch (event.kind()) {
          case INITIAL -> "%s=%s".formatted(place, value);
          case READ -> "R%s %s=%s".formatted(qualifiers, place, value);
          case WRITE -> "W%s %s=%s".formatted(qualifiers, place, value);
          case FENCE -> "F" + qualifiers;
          case PROXY_FENCE -> annotation == null ? "F.alias" : "F" + qualifiers;
          case ARRIVAL -> "arrives";
          case DEPARTURE -> "departs";
        };
    String name = event.kind() == MemoryEvent.Kind.INITIAL ? "[" + place + "]" : letters(ordinal);
    return new EventView(number, thread, name, label);
  }

  private static String qualifiers(MemoryEvent event) {
    StringBuilder text = new StringBuilder();
    if (event.remote()) {
      text.append(".remote");
    }
    text.append('.').append(event.order().text());
    if (event.scope() != null) {
      text.append('.').append(event.scope().text());
    }
    return text.toString();
  }

  /** a to z, then aa, ab and so on. */
  private static String letters(int ordinal) {
    char last = (char) ('a' + ordinal % 26);
    return ordinal < 26 ? String.valueOf(last) : letters(ordinal / 26 - 1) + last;
  }
}
