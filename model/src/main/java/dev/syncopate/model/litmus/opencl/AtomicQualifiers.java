package dev.syncopate.model.litmus.opencl;

import dev.syncopate.model.litmus.LitmusOrder;
import dev.syncopate.model.litmus.LitmusScope;
import dev.syncopate.model.source.Spelling;
import dev.syncopate.model.source.Token;
import dev.syncopate.model.source.TokenStream;
import java.util.List;
import java.util.Locale;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Memory order and scope of an atomic operation or a fence.
 *
 * @param order memory order
 * @param scope memory scope
 */
record AtomicQualifiers(MemoryOrder order, MemoryScope scope) {
  /** Order and scope of functions that take neither. */
  static final AtomicQualifiers DEFAULT =
      new AtomicQualifiers(MemoryOrder.SEQ_CST, MemoryScope.DEVICE);

  private static final String ORDER_PREFIX = "memory_order_";
  private static final String SCOPE_PREFIX = "memory_scope_";

  /** Memory orders of OpenCL C. */
  enum MemoryOrder {
    RELAXED,
    CONSUME,
    ACQUIRE,
    RELEASE,
    ACQ_REL,
    SEQ_CST;

    private String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Memory scopes of OpenCL C. */
  enum MemoryScope {
    WORK_ITEM("WI", LitmusScope.CTA),
    WORK_GROUP("CTA", LitmusScope.CTA),
    DEVICE("GPU", LitmusScope.GPU),
    ALL_SVM_DEVICES("SYS", LitmusScope.SYS),
    ALL_DEVICES("SYS", LitmusScope.SYS);

    private final String set;
    private final LitmusScope scope;

    MemoryScope(String set, LitmusScope scope) {
      this.set = set;
      this.scope = scope;
    }

    private String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Reads a memory order. */
  static MemoryOrder order(TokenStream tokens) {
    Token token = tokens.peek();
    for (MemoryOrder order : MemoryOrder.values()) {
      if (tokens.accept(ORDER_PREFIX + order.text())) {
        return order;
      }
    }
    throw tokens
        .source()
        .error(
            token.offset(),
            "found %s, expected a memory order such as `memory_order_acquire`%s"
                .formatted(
                    token.described(),
                    suggestion(
                        token,
                        ORDER_PREFIX,
                        Stream.of(MemoryOrder.values()).map(MemoryOrder::text))));
  }

  /** Reads a memory scope. */
  static MemoryScope scope(TokenStream tokens) {
    Token token = tokens.peek();
    for (MemoryScope scope : MemoryScope.values()) {
      if (tokens.accept(SCOPE_PREFIX + scope.text())) {
        return scope;
      }
    }
    throw tokens
        .source()
        .error(
            token.offset(),
            "found %s, expected a memory scope such as `memory_scope_device`%s"
                .formatted(
                    token.described(),
                    suggestion(
                        token,
                        SCOPE_PREFIX,
                        Stream.of(MemoryScope.values()).map(MemoryScope::text))));
  }

  private static String suggestion(Token token, String prefix, Stream<String> words) {
    List<String> names = words.map(prefix::concat).toList();
    return token.kind() == Token.Kind.NAME ? Spelling.suggestion(token.text(), names) : "";
  }

  /** Sets of the event that reads. */
  SortedSet<String> acquiring() {
    return withScope(
        switch (order) {
          case RELAXED, RELEASE -> List.of("RLX");
          case CONSUME, ACQUIRE -> List.of("ACQ");
          case ACQ_REL -> List.of("ACQ", "ACQ_REL");
          case SEQ_CST -> List.of("ACQ", "SC");
        });
  }

  /** Sets of the event that writes. */
  SortedSet<String> releasing() {
    return withScope(
        switch (order) {
          case RELAXED, CONSUME, ACQUIRE -> List.of("RLX");
          case RELEASE -> List.of("REL");
          case ACQ_REL -> List.of("REL", "ACQ_REL");
          case SEQ_CST -> List.of("REL", "SC");
        });
  }

  /** Sets of a fence. */
  SortedSet<String> fencing() {
    return withScope(
        switch (order) {
          case RELAXED -> List.of();
          case CONSUME, ACQUIRE -> List.of("ACQ");
          case RELEASE -> List.of("REL");
          case ACQ_REL -> List.of("ACQ_REL");
          case SEQ_CST -> List.of("ACQ_REL", "SC");
        });
  }

  private SortedSet<String> withScope(List<String> names) {
    SortedSet<String> sets = new TreeSet<>(names);
    sets.add(scope.set);
    return sets;
  }

  LitmusScope litmusScope() {
    return scope.scope;
  }

  LitmusOrder loadOrder() {
    return acquiring().contains("ACQ") ? LitmusOrder.ACQUIRE : LitmusOrder.RELAXED;
  }

  LitmusOrder storeOrder() {
    return releasing().contains("REL") ? LitmusOrder.RELEASE : LitmusOrder.RELAXED;
  }

  LitmusOrder updateOrder() {
    return switch (order) {
      case RELAXED -> LitmusOrder.RELAXED;
      case CONSUME, ACQUIRE -> LitmusOrder.ACQUIRE;
      case RELEASE -> LitmusOrder.RELEASE;
      case ACQ_REL, SEQ_CST -> LitmusOrder.ACQ_REL;
    };
  }

  LitmusOrder fenceOrder() {
    return order == MemoryOrder.SEQ_CST ? LitmusOrder.SC : LitmusOrder.ACQ_REL;
  }

  /** As executions show it: {@code .release.device}. */
  String text() {
    return "." + order.text() + "." + scope.text();
  }
}
