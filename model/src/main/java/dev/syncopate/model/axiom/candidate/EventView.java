package dev.syncopate.model.axiom.candidate;

import dev.syncopate.model.axiom.candidate.path.AsyncFacts;
import dev.syncopate.model.axiom.candidate.path.MemoryEvent;
import dev.syncopate.model.litmus.InstructionAnnotation;
import dev.syncopate.model.litmus.LitmusOrder;
import java.util.Objects;
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
    AsyncFacts async = event.async();
    String qualifiers =
        async != null
            ? asynchronous(event, async)
            : annotation == null ? qualifiers(event) : annotation.text();
    String label =
        switch (event.kind()) {
          case INITIAL -> "%s=%s".formatted(place, value);
          case READ -> "R%s %s=%s".formatted(qualifiers, place, value);
          case WRITE -> "W%s %s=%s".formatted(qualifiers, place, value);
          case FENCE -> "F" + qualifiers;
          case PROXY_FENCE -> annotation == null ? "F.alias" : "F" + qualifiers;
          case ARRIVAL -> async == null ? "arrives" : "arrives" + qualifiers;
          case DEPARTURE -> async == null ? "departs" : "departs" + qualifiers;
          case STEP -> step(Objects.requireNonNull(async), qualifiers, place);
        };
    String name = event.kind() == MemoryEvent.Kind.INITIAL ? "[" + place + "]" : letters(ordinal);
    return new EventView(number, thread, name, label);
  }

  private static String asynchronous(MemoryEvent event, AsyncFacts async) {
    String proxy =
        async.sets().contains("ASY") ? ".async" : async.sets().contains("TMP") ? ".tensormap" : "";
    boolean isOrdered = event.kind() != MemoryEvent.Kind.STEP || event.scope() != null;
    return proxy + (isOrdered ? qualifiers(event, order(event, async)) : "");
  }

  /** An order, which of steps is that of their sets. */
  private static LitmusOrder order(MemoryEvent event, AsyncFacts async) {
    return async.sets().contains("REL")
        ? LitmusOrder.RELEASE
        : async.sets().contains("ACQ") ? LitmusOrder.ACQUIRE : event.order();
  }

  private static String step(AsyncFacts async, String qualifiers, String place) {
    AsyncFacts.MbarrierStep step = async.step();
    if (step != null) {
      String result = step.action().waits() ? (step.succeeds() ? "=done" : "=not done") : "";
      return (async.inProgram() ? step.action().words() : "completes")
          + qualifiers
          + " "
          + place
          + result;
    }
    return async.space() != null
        ? "F.async" + async.space().suffix()
        : async.sets().contains("ISSUE")
            ? "issues"
            : async.sets().contains("GRP")
                ? "waits for groups"
                : async.sets().contains("FMI")
                    ? "F.mbarrier_init"
                    : "F.tensormap" + (async.sets().contains("FTR") ? ".release" : ".acquire");
  }

  private static String qualifiers(MemoryEvent event) {
    return qualifiers(event, event.order());
  }

  private static String qualifiers(MemoryEvent event, LitmusOrder order) {
    StringBuilder text = new StringBuilder();
    if (event.remote()) {
      text.append(".remote");
    }
    text.append('.').append(order.text());
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
