package dev.syncopate.model.litmus;

import dev.syncopate.model.source.Token;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Qualifiers after the name of a memory instruction: {@code .remote}, the order, the scope. */
record Qualifiers(
    LitmusOrder order, @Nullable LitmusScope scope, boolean remote, Token token, TermReader words) {

  /** Reads them, with one of these orders. */
  static Qualifiers read(TermReader words, String instruction, LitmusOrder... orders) {
    boolean remote = false;
    words.tokens.expect(".");
    Token token = words.tokens.peek();
    if (words.tokens.accept("remote")) {
      remote = true;
      words.tokens.expect(".");
    }
    Token word = words.tokens.peek();
    LitmusOrder order =
        isVolatile(words, instruction, remote) ? null : order(words, instruction, List.of(orders));
    if (order == null) {
      return new Qualifiers(LitmusOrder.RELAXED, LitmusScope.SYS, false, token, words);
    }
    if (remote && !mayBeRemote(instruction, order)) {
      throw words.error(
          token,
          "`.remote` goes with ld.acquire, st.release and atom, not with "
              + instruction
              + "."
              + order.text());
    }
    LitmusScope scope = null;
    if (order == LitmusOrder.WEAK) {
      if (words.tokens.peek().is(".")) {
        throw words.error(words.tokens.peek(), "a weak access carries no scope");
      }
    } else if (order != LitmusOrder.COMM || isScope(words.tokens.peekSecond())) {
      words.tokens.expect(".");
      scope = scope(words, word);
    }
    return new Qualifiers(order, scope, remote, token, words);
  }

  /** A volatile access is a relaxed one of system scope. */
  private static boolean isVolatile(TermReader words, String instruction, boolean remote) {
    return !remote
        && (instruction.equals("ld") || instruction.equals("st"))
        && words.tokens.accept("volatile");
  }

  LitmusScope requireScope() {
    if (scope == null) {
      throw words.error(token, "a scope is missing");
    }
    return scope;
  }

  private static boolean mayBeRemote(String instruction, LitmusOrder order) {
    return switch (instruction) {
      case "ld" -> order == LitmusOrder.ACQUIRE;
      case "st" -> order == LitmusOrder.RELEASE;
      case "atom" -> order != LitmusOrder.COMM && order != LitmusOrder.SC;
      default -> false;
    };
  }

  private static LitmusOrder order(TermReader words, String instruction, List<LitmusOrder> orders) {
    for (LitmusOrder order : orders) {
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
    return Arrays.stream(LitmusScope.values()).anyMatch(scope -> token.is(scope.text()));
  }

  private static LitmusScope scope(TermReader words, Token order) {
    if (words.onCpu) {
      if (words.tokens.accept(LitmusScope.SYS.text())) {
        return LitmusScope.SYS;
      }
      throw words.tokens.unexpected("`sys`, the CPU's only scope, after `." + order.text() + "`");
    }
    for (LitmusScope scope : LitmusScope.values()) {
      if (words.tokens.accept(scope.text())) {
        return scope;
      }
    }
    throw words.tokens.unexpected(
        "a scope (`cta`, `cluster`, `gpu`, `sys`) after `." + order.text() + "`");
  }
}
