package dev.syncopate.model.litmus;

import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Sets of the events of accesses by other proxies than the generic one, and of proxy fences. */
final class ProxyAnnotation {
  private ProxyAnnotation() {}

  static InstructionAnnotation of(LitmusInstruction instruction, LitmusInstruction.Proxy proxy) {
    return switch (instruction) {
      case LitmusInstruction.Load i -> of(proxy, i.order(), i.scope());
      case LitmusInstruction.Store i -> of(proxy, i.order(), i.scope());
      case LitmusInstruction.Atomic i -> of(proxy, i.order(), i.scope());
      default -> {
        SortedSet<String> sets = new TreeSet<>(List.of("F", proxy.set()));
        yield new InstructionAnnotation(sets, sets, "." + proxy.text());
      }
    };
  }

  private static InstructionAnnotation of(
      LitmusInstruction.Proxy proxy, LitmusOrder order, @Nullable LitmusScope scope) {
    String text = "." + proxy.text() + "." + order.text();
    return new InstructionAnnotation(
        sets(proxy, scope, order, acquiring(order)),
        sets(proxy, scope, order, releasing(order)),
        scope == null ? text : text + "." + scope.text());
  }

  private static SortedSet<String> sets(
      LitmusInstruction.Proxy proxy, @Nullable LitmusScope scope, LitmusOrder order, String half) {
    SortedSet<String> sets = new TreeSet<>(List.of(proxy.set(), half));
    if (order == LitmusOrder.SC) {
      sets.add("SC");
    }
    if (scope != null) {
      sets.add(scope.name());
    }
    return sets;
  }

  private static String acquiring(LitmusOrder order) {
    return switch (order) {
      case WEAK -> "WEAK";
      case ACQUIRE, ACQ_REL, SC -> "ACQ";
      case RELAXED, RELEASE, COMM -> "RLX";
    };
  }

  private static String releasing(LitmusOrder order) {
    return switch (order) {
      case WEAK -> "WEAK";
      case RELEASE, ACQ_REL, SC -> "REL";
      case RELAXED, ACQUIRE, COMM -> "RLX";
    };
  }

  /** The first letters of the instructions of a proxy: {@code su}, {@code t}, {@code co}. */
  static String prefix(@Nullable InstructionAnnotation annotation) {
    if (annotation == null) {
      return "";
    }
    SortedSet<String> sets = annotation.acquiring();
    return sets.contains("SUR")
        ? "su"
        : sets.contains("TEX") ? "t" : sets.contains("CON") ? "co" : "";
  }
}
