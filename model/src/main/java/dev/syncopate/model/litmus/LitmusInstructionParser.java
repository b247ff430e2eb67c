package dev.syncopate.model.litmus;

import dev.syncopate.model.litmus.LitmusInstruction.Update;
import dev.syncopate.model.source.Token;
import dev.syncopate.model.source.Token.Kind;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reads one instruction of one thread. */
final class LitmusInstructionParser {
  private final TermReader words;
  private final @Nullable RowDialect dialect;

  /**
   * @param dialect the dialect; null for PTX
   */
  LitmusInstructionParser(TermReader words, @Nullable RowDialect dialect) {
    this.words = words;
    this.dialect = dialect;
  }

  /** Reads an instruction into a thread. */
  void read(ThreadBuilder thread) {
    Token start = words.tokens.expect(Kind.NAME, "an instruction");
    thread.at(start);
    if (dialect != null && dialect.instruction(words, start, thread)) {
      return;
    }
    String name = start.text();
    switch (name) {
      case "ld" -> thread.add(words.tokens.peek().is(".") ? load() : move());
      case "st", "red" ->
          thread.add(
              words.tokens.peekSecond().is("async")
                  ? asynchronous(start)
                  : name.equals("st") ? store() : atomic(false));
      case "cp", "mbarrier", "tensormap" -> thread.add(asynchronous(start));
      case "atom" -> thread.add(atomic(true));
      case "fence" -> fence(start, thread);
      case "bar", "barrier" ->
          thread.add(words.tokens.peekSecond().is("cluster") ? asynchronous(start) : barrier());
      case "tx" -> thread.add(transaction());
      case "add", "sub", "mul", "div" -> thread.add(compute(start));
      case "beq", "bne", "blt", "bgt", "ble", "bge" -> branch(thread, name);
      case "goto" -> {
        Token label = words.tokens.peek();
        words.label();
        thread.addJump(label, LitmusInstruction.Goto::new);
      }
      case "suld" -> proxied(thread, load(), LitmusInstruction.Proxy.SURFACE);
      case "tld" -> proxied(thread, load(), LitmusInstruction.Proxy.TEXTURE);
      case "cold" -> proxied(thread, load(), LitmusInstruction.Proxy.CONSTANT);
      case "sust" -> proxied(thread, store(), LitmusInstruction.Proxy.SURFACE);
      case "suatom", "sured" ->
          proxied(thread, atomic(name.equals("suatom")), LitmusInstruction.Proxy.SURFACE);
      default ->
          throw words
              .tokens
              .source()
              .unexpected(
                  start.offset(),
                  start.described(),
                  "an instruction (ld, st, atom, red, fence, bar, cp, mbarrier, tensormap, tx, suld, sust, suatom, sured, tld, cold, add, sub, mul, div,"
                      + " beq…bge, goto)");
    }
  }

  /** Adds an access by another proxy than the generic one. */
  private static void proxied(
      ThreadBuilder thread, LitmusInstruction access, LitmusInstruction.Proxy proxy) {
    thread.add(access, ProxyAnnotation.of(access, proxy));
  }

  private LitmusInstruction move() {
    String target = words.register();
    words.tokens.expect(",");
    return new LitmusInstruction.Move(target, words.value());
  }

  private LitmusInstruction load() {
    Qualifiers q =
        Qualifiers.read(
            words,
            "ld",
            LitmusOrder.WEAK,
            LitmusOrder.RELAXED,
            LitmusOrder.ACQUIRE,
            LitmusOrder.SC);
    String target = words.register();
    words.tokens.expect(",");
    return new LitmusInstruction.Load(q.order(), q.scope(), q.remote(), target, words.address());
  }

  private LitmusInstruction store() {
    Qualifiers q =
        Qualifiers.read(
            words,
            "st",
            LitmusOrder.WEAK,
            LitmusOrder.RELAXED,
            LitmusOrder.RELEASE,
            LitmusOrder.SC);
    LitmusOperand address = words.address();
    words.tokens.expect(",");
    return new LitmusInstruction.Store(q.order(), q.scope(), q.remote(), address, words.value());
  }

  private LitmusInstruction atomic(boolean returns) {
    Qualifiers q =
        Qualifiers.read(
            words,
            returns ? "atom" : "red",
            LitmusOrder.RELAXED,
            LitmusOrder.ACQUIRE,
            LitmusOrder.RELEASE,
            LitmusOrder.ACQ_REL,
            LitmusOrder.SC,
            LitmusOrder.COMM);
    words.tokens.expect(".");
    Token operation = words.tokens.expect(Kind.NAME, "an operation such as `add`");
    String target = null;
    if (returns) {
      target = words.register();
      words.tokens.expect(",");
    }
    LitmusOperand address = words.address();
    words.tokens.expect(",");
    Update update =
        switch (operation.text()) {
          case "add", "plus", "sub", "minus", "mul", "div", "and", "or", "xor" ->
              new Update.Combine(arithmetic(operation), words.value());
          case "exch" -> new Update.Exchange(words.value());
          case "cas" -> {
            LitmusOperand expected = words.value();
            words.tokens.expect(",");
            yield new Update.CompareAndSwap(expected, words.value());
          }
          default ->
              throw words
                  .tokens
                  .source()
                  .unexpected(
                      operation.offset(),
                      operation.described(),
                      "`add`, `sub`, `mul`, `div`, `and`, `or`, `xor`, `exch` or `cas`");
        };
    return new LitmusInstruction.Atomic(q.order(), q.scope(), q.remote(), update, target, address);
  }

  private LitmusInstruction asynchronous(Token start) {
    return new LitmusInstruction.Asynchronous(new AsyncInstructionParser(words).read(start));
  }

  private void fence(Token start, ThreadBuilder thread) {
    if (words.tokens.peekSecond().is("mbarrier_init")) {
      thread.add(asynchronous(start));
      return;
    }
    if (!words.tokens.peek().is(".") || !words.tokens.peekSecond().is("proxy")) {
      Qualifiers q = Qualifiers.read(words, "fence", LitmusOrder.ACQ_REL, LitmusOrder.SC);
      thread.add(new LitmusInstruction.Fence(q.order(), q.requireScope()));
      return;
    }
    words.tokens.take();
    words.tokens.take();
    words.tokens.expect(".");
    Token token = words.tokens.peek();
    if (token.is("async") || token.is("tensormap")) {
      thread.add(
          new LitmusInstruction.Asynchronous(new AsyncInstructionParser(words).proxyFence()));
      return;
    }
    for (LitmusInstruction.Proxy proxy : LitmusInstruction.Proxy.values()) {
      if (words.tokens.accept(proxy.text())) {
        LitmusInstruction fence = new LitmusInstruction.ProxyFence(proxy);
        if (proxy == LitmusInstruction.Proxy.ALIAS) {
          thread.add(fence);
        } else {
          thread.add(fence, ProxyAnnotation.of(fence, proxy));
        }
        return;
      }
    }
    throw words
        .tokens
        .source()
        .unexpected(
            token.offset(),
            token.described(),
            "`alias`, `async`, `tensormap`, `generic`, `surface`, `texture` or `constant`");
  }

  private LitmusInstruction barrier() {
    words.tokens.expect(".");
    words.tokens.expect("cta");
    words.tokens.expect(".");
    Token mode = words.tokens.expect(Kind.NAME, "`sync` or `arrive`");
    if (!mode.is("sync") && !mode.is("arrive")) {
      throw words.tokens.source().unexpected(mode.offset(), mode.described(), "`sync` or `arrive`");
    }
    LitmusOperand instance = words.value();
    LitmusOperand id = words.tokens.accept(",") ? words.value() : null;
    LitmusOperand quorum = id != null && words.tokens.accept(",") ? count() : null;
    return new LitmusInstruction.Barrier(mode.is("sync"), instance, id, quorum);
  }

  /** How many threads meet at a barrier. */
  private LitmusOperand count() {
    Token start = words.tokens.peek();
    LitmusOperand count = words.value();
    if (count instanceof LitmusOperand.Constant(long value) && value < 1) {
      throw words
          .tokens
          .source()
          .unexpected(start.offset(), "`" + value + "`", "a count of 1 or more threads");
    } else if (count instanceof LitmusOperand.Location) {
      throw words
          .tokens
          .source()
          .unexpected(
              start.offset(), start.described(), "a count: a number or a register that holds one");
    }
    return count;
  }

  private LitmusInstruction transaction() {
    words.tokens.expect(".");
    Token end = words.tokens.expect(Kind.NAME, "`begin`, `commit` or `failed`");
    return switch (end.text()) {
      case "begin" -> new LitmusInstruction.Begin();
      case "commit" -> new LitmusInstruction.Commit();
      case "failed" -> new LitmusInstruction.Failed(words.register());
      default ->
          throw words
              .tokens
              .source()
              .unexpected(
                  end.offset(), end.described(), "`begin`, `commit` or `failed` after `tx`");
    };
  }

  private LitmusInstruction compute(Token operation) {
    String target = words.register();
    words.tokens.expect(",");
    LitmusOperand a = words.value();
    words.tokens.expect(",");
    return new LitmusInstruction.Compute(arithmetic(operation), target, a, words.value());
  }

  private void branch(ThreadBuilder thread, String name) {
    ComparisonOperator comparison =
        ComparisonOperator.valueOf(name.substring(1).toUpperCase(Locale.ROOT));
    LitmusOperand a = words.value();
    words.tokens.expect(",");
    LitmusOperand b = words.value();
    words.tokens.expect(",");
    Token label = words.tokens.peek();
    words.label();
    thread.addJump(label, target -> new LitmusInstruction.Branch(comparison, a, b, target));
  }

  private static IntegerFunction arithmetic(Token operation) {
    return switch (operation.text()) {
      case "plus" -> IntegerFunction.ADD;
      case "minus" -> IntegerFunction.SUB;
      default -> IntegerFunction.valueOf(operation.text().toUpperCase(Locale.ROOT));
    };
  }
}
