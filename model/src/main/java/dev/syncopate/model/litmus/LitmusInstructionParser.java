package dev.syncopate.model.litmus;

import dev.syncopate.model.litmus.LitmusInstruction.Update;
import dev.syncopate.model.source.SourceException;
import dev.syncopate.model.source.Token;
import dev.syncopate.model.source.Token.Kind;
import java.util.Locale;

/** Reads one instruction of one thread. */
final class LitmusInstructionParser {
  private final TermReader words;

  LitmusInstructionParser(TermReader words) {
    this.words = words;
  }

  /** Reads an instruction into a thread. */
  void read(ThreadBuilder thread) {
    Token start = words.tokens.expect(Kind.NAME, "an instruction");
    thread.at(start);
    String name = start.text();
    switch (name) {
      case "ld" -> thread.add(words.tokens.peek().is(".") ? load() : move());
      case "st" -> thread.add(store());
      case "atom", "red" -> thread.add(atomic(name.equals("atom")));
      case "fence" -> thread.add(fence());
      case "bar", "barrier" -> thread.add(barrier());
      case "tx" -> thread.add(transaction());
      case "add", "sub", "mul", "div" -> thread.add(compute(start));
      case "beq", "bne", "blt", "bgt", "ble", "bge" -> branch(thread, name);
      case "goto" -> {
        Token label = words.tokens.peek();
        words.label();
        thread.addJump(label, LitmusInstruction.Goto::new);
      }
      case "tld" -> throw refusedProxy(words, start, "texture");
      case "suld", "sust", "suatom", "sured" -> throw refusedProxy(words, start, "surface");
      case "cold" -> throw refusedProxy(words, start, "constant");
      default ->
          throw words
              .tokens
              .source()
              .unexpected(
                  start.offset(),
                  start.described(),
                  "an instruction (ld, st, atom, red, fence, bar, tx, add, sub, mul, div,"
                      + " beq…bge, goto)");
    }
  }

  static SourceException refusedProxy(TermReader words, Token proxy) {
    return refusedProxy(words, proxy, proxy.text());
  }

  private static SourceException refusedProxy(TermReader words, Token token, String proxy) {
    return words.error(token, token.described() + ": the " + proxy + " proxy is not supported");
  }

  private LitmusInstruction move() {
    String target = words.register();
    words.tokens.expect(",");
    return new LitmusInstruction.Move(target, value());
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
    return new LitmusInstruction.Load(q.order(), q.scope(), q.remote(), target, address());
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
    LitmusOperand address = address();
    words.tokens.expect(",");
    return new LitmusInstruction.Store(q.order(), q.scope(), q.remote(), address, value());
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
    LitmusOperand address = address();
    words.tokens.expect(",");
    Update update =
        switch (operation.text()) {
          case "add", "sub", "mul", "div", "and", "or", "xor" ->
              new Update.Combine(arithmetic(operation), value());
          case "exch" -> new Update.Exchange(value());
          case "cas" -> {
            LitmusOperand expected = value();
            words.tokens.expect(",");
            yield new Update.CompareAndSwap(expected, value());
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

  private LitmusInstruction fence() {
    if (words.tokens.peek().is(".") && words.tokens.peekSecond().is("proxy")) {
      words.tokens.take();
      words.tokens.take();
      words.tokens.expect(".");
      Token proxy = words.tokens.expect(Kind.NAME, "a proxy such as `alias`");
      return switch (proxy.text()) {
        case "alias" -> new LitmusInstruction.ProxyFence(LitmusInstruction.Proxy.ALIAS);
        case "generic" -> new LitmusInstruction.ProxyFence(LitmusInstruction.Proxy.GENERIC);
        case "constant", "texture", "surface" -> throw refusedProxy(words, proxy);
        default ->
            throw words
                .tokens
                .source()
                .unexpected(proxy.offset(), proxy.described(), "`alias` or `generic`");
      };
    }
    Qualifiers q = Qualifiers.read(words, "fence", LitmusOrder.ACQ_REL, LitmusOrder.SC);
    return new LitmusInstruction.Fence(q.order(), q.requireScope());
  }

  private LitmusInstruction barrier() {
    words.tokens.expect(".");
    words.tokens.expect("cta");
    words.tokens.expect(".");
    Token mode = words.tokens.expect(Kind.NAME, "`sync` or `arrive`");
    if (!mode.is("sync") && !mode.is("arrive")) {
      throw words.tokens.source().unexpected(mode.offset(), mode.described(), "`sync` or `arrive`");
    }
    LitmusOperand instance = value();
    LitmusOperand id = words.tokens.accept(",") ? value() : null;
    LitmusOperand quorum = id != null && words.tokens.accept(",") ? count() : null;
    return new LitmusInstruction.Barrier(mode.is("sync"), instance, id, quorum);
  }

  /** How many threads meet at a barrier. */
  private LitmusOperand count() {
    Token start = words.tokens.peek();
    LitmusOperand count = value();
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
    LitmusOperand a = value();
    words.tokens.expect(",");
    return new LitmusInstruction.Compute(arithmetic(operation), target, a, value());
  }

  private void branch(ThreadBuilder thread, String name) {
    ComparisonOperator comparison =
        ComparisonOperator.valueOf(name.substring(1).toUpperCase(Locale.ROOT));
    LitmusOperand a = value();
    words.tokens.expect(",");
    LitmusOperand b = value();
    words.tokens.expect(",");
    Token label = words.tokens.peek();
    words.label();
    thread.addJump(label, target -> new LitmusInstruction.Branch(comparison, a, b, target));
  }

  private static IntegerFunction arithmetic(Token operation) {
    return IntegerFunction.valueOf(operation.text().toUpperCase(Locale.ROOT));
  }

  /** A location, or a register that holds one's address; with or without brackets. */
  private LitmusOperand address() {
    boolean bracketed = words.tokens.accept("[");
    LitmusOperand address;
    if (words.atRegister()) {
      address = new LitmusOperand.Register(words.register());
    } else if (words.atLocation()) {
      address = new LitmusOperand.Location(words.location());
    } else {
      throw words.tokens.unexpected("a location or a register that holds an address");
    }
    if (bracketed) {
      words.tokens.expect("]");
    }
    return address;
  }

  private LitmusOperand value() {
    if (words.atRegister()) {
      return new LitmusOperand.Register(words.register());
    }
    if (words.tokens.accept("&") || words.atLocation()) {
      return new LitmusOperand.Location(words.location());
    }
    if (!words.atNumber()) {
      throw words.tokens.unexpected("a register, a number or a location");
    }
    return new LitmusOperand.Constant(words.number());
  }
}
