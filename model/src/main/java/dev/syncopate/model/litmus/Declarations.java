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
  final TreeMap<String, TestAnnotations.ProxyName> proxyNames = new TreeMap<>();

  /** The proxy of each other name, by where the name is declared. */
  private final Map<Token, LitmusInstruction.Proxy> proxies = new LinkedHashMap<>();

  /** Where locations are given a value. */
  final Set<Token> starts = new HashSet<>();

  /** The blocks of locations in shared memory, where they are stated. */
  final TreeMap<String, TestAnnotations.Owner> owners = new TreeMap<>();

  /** The arrivals that mbarriers expect from the start. */
  final TreeMap<String, Long> mbarriers = new TreeMap<>();

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
    resolve();
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
    boolean isMbarrier =
        start.is("mbarrier") && words.tokens.peekSecond().kind() == Token.Kind.NAME;
    boolean isShared =
        isMbarrier || (start.is("shared") && words.tokens.peekSecond().kind() == Token.Kind.NAME);
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
      if (words.tokens.accept("@")) {
        owners.put(location, owner());
      }
    }
    if (isMbarrier) {
      words.tokens.expect("=");
      Token count = words.tokens.peek();
      long arrivals = words.number();
      if (arrivals < 1 || arrivals > AsyncInstructionParser.MOST_ARRIVALS) {
        throw words
            .tokens
            .source()
            .unexpected(
                count.offset(),
                count.described(),
                "arrivals of 1 to " + AsyncInstructionParser.MOST_ARRIVALS);
      }
      mbarriers.put(location, arrivals);
      locations.put(location, new LitmusOperand.Constant(0));
      starts.add(start);
      return;
    }
    if (isShared && (words.tokens.peek().is(";") || words.tokens.peek().is("}"))) {
      locations.put(location, new LitmusOperand.Constant(0));
      starts.add(start);
    } else if (!isShared && words.tokens.peek().is("aliases")) {
      alias(start, location, LitmusInstruction.Proxy.GENERIC);
    } else if (!isShared && words.tokens.accept("@")) {
      alias(start, location, proxy());
    } else {
      words.tokens.expect("=");
      locations.put(location, value());
      starts.add(start);
    }
  }

  /** The block whose shared memory a location is in. */
  private TestAnnotations.Owner owner() {
    words.tokens.expect("cta");
    int cta = words.index("a block");
    words.tokens.expect(",");
    words.tokens.expect("gpu");
    return new TestAnnotations.Owner(cta, words.index("a GPU"));
  }

  private LitmusInstruction.Proxy proxy() {
    Token token = words.tokens.peek();
    for (LitmusInstruction.Proxy proxy : LitmusInstruction.Proxy.values()) {
      if (proxy != LitmusInstruction.Proxy.ALIAS && words.tokens.accept(proxy.text())) {
        return proxy;
      }
    }
    throw words
        .tokens
        .source()
        .unexpected(
            token.offset(), token.described(), "`generic`, `surface`, `texture` or `constant`");
  }

  private void alias(Token start, String location, LitmusInstruction.Proxy proxy) {
    words.tokens.expect("aliases");
    aliases.put(location, words.location());
    proxies.put(start, proxy);
  }

  /** Follows each name to its location, and to the generic name of its virtual address. */
  private void resolve() {
    TreeMap<String, LitmusInstruction.Proxy> kinds = new TreeMap<>();
    proxies.forEach((token, proxy) -> kinds.put(token.text(), proxy));
    TreeMap<String, String> roots = new TreeMap<>();
    for (Token start : proxies.keySet()) {
      String name = start.text();
      Set<String> visited = new HashSet<>();
      String generic = null;
      while (aliases.containsKey(name)) {
        if (!visited.add(name)) {
          throw words.error(start, "`" + start.text() + "` is another name of itself");
        }
        if (generic == null && kinds.get(name) == LitmusInstruction.Proxy.GENERIC) {
          generic = name;
        }
        name = aliases.get(name);
      }
      roots.put(start.text(), name);
      LitmusInstruction.Proxy proxy =
          kinds.getOrDefault(start.text(), LitmusInstruction.Proxy.GENERIC);
      if (proxy != LitmusInstruction.Proxy.GENERIC) {
        proxyNames.put(
            start.text(), new TestAnnotations.ProxyName(proxy, generic == null ? name : generic));
      }
    }
    aliases.putAll(roots);
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
