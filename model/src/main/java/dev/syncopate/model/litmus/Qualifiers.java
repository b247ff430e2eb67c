package dev.syncopate.model.litmus;

import dev.syncopate.model.source.Token;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What follows the name of a memory instruction: {@code .remote}, the order, the scope. */
record Qualifiers(Order order, @Nullable Scope scope, boolean remote, Token token, Words words) {

  /** Reads them, with one of these orders. */
  static Qualifiers read(Words words, String instruction, Order... orders) {
    boolean remote = false;
    words.tokens.expect(".");
    Token token = words.tokens.peek();
    if (words.tokens.accept("remote")) {
      remote = true;
      words.tokens.expect(".");
    }
    Token word = words.tokens.peek();
    Order order = order(words, instruction, List.of(orders));
    if (remote && !mayBeRemote(instruction, order)) {
      throw words.error(
          token,
          "`.remote` goes with ld.acquire, st.release and atom, not with "
              + instruction
              + "."
              + order.text());
    }
    Scope scope = null;
    if (order == Order.WEAK) {
      if (words.tokens.peek().is(".")) {
        throw words.error(words.tokens.peek(), "a weak access carries no scope");
      }
    } else if (order != Order.COMM || isScope(words.tokens.peekSecond())) {
      words.tokens.expect(".");
      scope = scope(words, word);
    }
    return new Qualifiers(order, scope, remote, token, words);
  }

  Scope requireScope() {
    if (scope == null) {
      throw words.error(token, "a scope is missing");
    }
    return scope;
  }

  private static boolean mayBeRemote(String instruction, Order order) {
    return switch (instruction) {
      case "ld" -> order == Order.ACQUIRE;
      case "st" -> order == Order.RELEASE;
      case "atom" -> order != Order.COMM;
      default -> false;
    };
  }

  private static Order order(Words words, String instruction, List<Order> orders) {
    for (Order order : orders) {
      if (words.tokens.accept(order.text())) {
        return order;
      }
    }
    throw words.tokens.unexpected(
        orders.stream().map(o -> "`." + o.text() + "`").collect(Collectors.joining(", "))
            + " after `"
            + instruction
            + "`");
  }

  private static boolean isScope(Token token) {
    return Arrays.stream(Scope.values()).anyMatch(scope -> token.is(scope.text()));
  }

  private static Scope scope(Words words, Token order) {
    if (words.onCpu) {
      if (words.tokens.accept(Scope.SYS.text())) {
        return Scope.SYS;
      }
      throw words.tokens.unexpected("`sys`, the CPU's only scope, after `." + order.text() + "`");
    }
    for (Scope scope : Scope.values()) {
      if (words.tokens.accept(scope.text())) {
        return scope;
      }
    }
    throw words.tokens.unexpected("a scope (`cta`, `gpu`, `sys`) after `." + order.text() + "`");
  }
}
