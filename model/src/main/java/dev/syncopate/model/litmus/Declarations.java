package dev.syncopate.model.litmus;

import dev.syncopate.model.source.Token;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** Reads what stands in the braces: initial values, and other names of locations. */
final class Declarations {
  private final TermReader words;
  final TreeMap<String, LitmusOperand> locations = new TreeMap<>();
  final TreeMap<String, String> aliases = new TreeMap<>();

  /** Where locations are given a value. */
  final Set<Token> starts = new HashSet<>();

  /** The locations in shared memory, with where they are said to be. */
  final SortedMap<String, Token> shared = new TreeMap<>();

  /** A register's initial value and where it was named. */
  record Initial(int thread, Token token, LitmusOperand value) {
    String register() {
      return token.text();
    }
  }

  final Map<Token, Initial> registers = new LinkedHashMap<>();

  Declarations(TermReader words) {
    this.words = words;
  }

  void read() {
    words.tokens.expect("{");
    while (!words.tokens.accept("}")) {
      if (words.tokens.accept(";")) {
        continue;
      }
      declaration();
      if (!words.tokens.peek().is("}")) {
        words.tokens.expect(";");
      }
    }
  }

  private void declaration() {
    Token start = words.tokens.peek();
    if (words.tokens.peekSecond().is(":")) {
      int thread = start.kind() == Token.Kind.NUMBER ? words.index("a thread") : words.thread();
      words.tokens.expect(":");
      Token register = words.tokens.peek();
      words.registerOfThread();
      words.tokens.expect("=");
      registers.put(start, new Initial(thread, register, value()));
      return;
    }
    boolean isShared = start.is("shared") && words.tokens.peekSecond().kind() == Token.Kind.NAME;
    if (isShared) {
      words.tokens.take();
      start = words.tokens.peek();
    }
    if (!words.atLocation()) {
      throw words.tokens.unexpected(
          "a declaration such as `x=0`, `shared x=0`, `P0:r1=0` or `x @ generic aliases y`");
    }
    String location = words.location();
    if (aliases.containsKey(location) || locations.containsKey(location)) {
      throw words.error(start, "`" + location + "` is declared a second time");
    }
    if (isShared) {
      shared.put(location, start);
    }
    if (isShared && (words.tokens.peek().is(";") || words.tokens.peek().is("}"))) {
      locations.put(location, new LitmusOperand.Constant(0));
      starts.add(start);
    } else if (!isShared && words.tokens.accept("@")) {
      alias(start, location);
    } else {
      words.tokens.expect("=");
      locations.put(location, value());
      starts.add(start);
    }
  }

  private void alias(Token start, String location) {
    Token proxy = words.tokens.expect(Token.Kind.NAME, "a proxy such as `generic`");
    switch (proxy.text()) {
      case "generic" -> {}
      case "surface", "texture", "constant" ->
          throw LitmusInstructionParser.refusedProxy(words, proxy);
      default ->
          throw words.tokens.source().unexpected(proxy.offset(), proxy.described(), "`generic`");
    }
    words.tokens.expect("aliases");
    Token original = words.tokens.peek();
    String name = words.location();
    if (name.equals(location) || aliases.containsKey(name)) {
      throw words.error(
          original, "`" + name + "` is itself another name, `" + start.text() + "`'s");
    }
    if (aliases.containsValue(location)) {
      throw words.error(start, "`" + location + "` has other names already");
    }
    aliases.put(location, name);
  }

  private LitmusOperand value() {
    if (words.tokens.accept("&") || words.atLocation()) {
      return new LitmusOperand.Location(words.location());
    }
    if (!words.atNumber()) {
      throw words.tokens.unexpected("a number or a location");
    }
    return new LitmusOperand.Constant(words.number());
  }
}
