package dev.syncopate.model.litmus.opencl;

import dev.syncopate.model.litmus.BarrierReading;
import dev.syncopate.model.litmus.ConditionParser;
import dev.syncopate.model.litmus.FinalCondition;
import dev.syncopate.model.litmus.FinalCondition.Term;
import dev.syncopate.model.litmus.LitmusDialect;
import dev.syncopate.model.litmus.LitmusOperand;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.litmus.LitmusTest.Quantifier;
import dev.syncopate.model.litmus.LitmusThread;
import dev.syncopate.model.litmus.TestAnnotations;
import dev.syncopate.model.source.SourceException;
import dev.syncopate.model.source.SourceText;
import dev.syncopate.model.source.Spelling;
import dev.syncopate.model.source.Token;
import dev.syncopate.model.source.TokenStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Parser of OpenCL C litmus tests. A location is atomic, and in the address space, as the first
 * function says that takes it.
 */
public final class OpenClParser {
  private final SourceText source;
  private final String name;
  private final TokenStream tokens;
  private final TreeMap<String, LitmusOperand> locations = new TreeMap<>();
  private final TreeMap<String, SortedSet<String>> sets = new TreeMap<>();

  /** Initial values of variables by thread, with the place of each. */
  private final TreeMap<Integer, TreeMap<String, LitmusOperand>> variables = new TreeMap<>();

  private final Map<Integer, Token> variablePlaces = new TreeMap<>();
  private final TreeMap<Integer, SortedSet<String>> registers = new TreeMap<>();

  public OpenClParser(String fileName, String text) {
    this.source = new SourceText(fileName, text);
    int word = text.length() - text.stripLeading().length();
    while (word < text.length() && Character.isLetterOrDigit(text.charAt(word))) {
      word++;
    }
    int end = text.indexOf('\n', word);
    String line = text.substring(word, end < 0 ? text.length() : end);
    int stop = line.indexOf('{');
    this.name = (stop < 0 ? line : line.substring(0, stop)).strip();
    int brace = brace(text, stop < 0 ? word + line.length() : word + stop);
    if (brace < 0) {
      throw source.unexpected(text.length(), "the end of the file", "`{` and initial values");
    }
    this.tokens = new TokenStream(source, OpenClLexer.cut(source, brace));
  }

  /** The first brace that is in no comment; -1 for none. */
  private static int brace(String text, int start) {
    int next = start;
    while (next < text.length() && text.charAt(next) != '{') {
      int close = text.startsWith("(*", next) ? text.indexOf("*)", next + 2) : -1;
      next = close < 0 ? next + 1 : close + 2;
    }
    return next < text.length() ? next : -1;
  }

  /**
   * Reads the test.
   *
   * @throws SourceException where the text is none, or uses what is not supported
   */
  public LitmusTest test() {
    declarations();
    List<LitmusThread> threads = new ArrayList<>();
    do {
      threads.add(thread());
    } while (tokens.peek().text().matches("P[0-9]{1,4}"));
    for (Map.Entry<Integer, Token> place : variablePlaces.entrySet()) {
      if (!registers.containsKey(place.getKey())) {
        throw noThread(place.getValue(), place.getKey());
      }
    }
    if (tokens.accept("locations")) {
      shown();
    }
    ConditionParser conditions = new ConditionParser(tokens, this::term);
    FinalCondition filter = tokens.accept("filter") ? conditions.read() : null;
    Quantifier quantifier = conditions.quantifier();
    FinalCondition condition = conditions.read();
    tokens.accept(";");
    tokens.expect(Token.Kind.END, "the end of the file");
    return new LitmusTest(
        name,
        locations,
        Collections.emptySortedMap(),
        threads,
        filter,
        quantifier,
        condition,
        BarrierReading.MANUAL,
        Collections.emptySortedSet(),
        new TestAnnotations(LitmusDialect.OPENCL, sets, Set.of()));
  }

  private void declarations() {
    tokens.expect("{");
    while (!tokens.accept("}")) {
      if (!tokens.accept(";")) {
        declaration();
        if (!tokens.peek().is("}")) {
          tokens.expect(";");
        }
      }
    }
    tokens.accept(";");
  }

  private void declaration() {
    if (CTypes.at(tokens)) {
      CTypes.skip(tokens);
    }
    Token start = tokens.peek();
    if (tokens.peekSecond().is(":")) {
      int thread = threadNumber();
      tokens.expect(":");
      String variable = tokens.expect(Token.Kind.NAME, "a variable").text();
      variablePlaces.putIfAbsent(thread, start);
      variables
          .computeIfAbsent(thread, _ -> new TreeMap<>())
          .put(variable, tokens.accept("=") ? initial() : OpenClExpressions.ZERO);
      return;
    }
    boolean isBracketed = tokens.accept("[");
    Token location = tokens.expect(Token.Kind.NAME, "a declaration such as `[x] = 0`");
    if (isBracketed) {
      tokens.expect("]");
    } else if (tokens.peek().is("[")) {
      throw source.error(
          tokens.peek().offset(), "`" + location.text() + "` is an array, which is not supported");
    }
    LitmusOperand value = tokens.accept("=") ? initial() : OpenClExpressions.ZERO;
    if (locations.put(location.text(), value) != null) {
      throw source.error(location.offset(), "`" + location.text() + "` is declared a second time");
    }
  }

  private LitmusOperand initial() {
    if (tokens.accept("ATOMIC_VAR_INIT") || tokens.accept("ATOMIC_INIT") || tokens.peek().is("(")) {
      tokens.expect("(");
      LitmusOperand value = initial();
      tokens.expect(")");
      return value;
    }
    if (tokens.accept("&") || tokens.peek().kind() == Token.Kind.NAME) {
      return new LitmusOperand.Location(tokens.expect(Token.Kind.NAME, "a location").text());
    }
    boolean isNegative = tokens.accept("-");
    long number = OpenClExpressions.number(tokens);
    return new LitmusOperand.Constant(isNegative ? -number : number);
  }

  private int threadNumber() {
    Token token = tokens.take();
    String digits = token.text().startsWith("P") ? token.text().substring(1) : token.text();
    if (!digits.matches("[0-9]{1,4}")) {
      throw source.unexpected(token.offset(), token.described(), "a thread such as `P0`");
    }
    return Integer.parseInt(digits);
  }

  private int placeNumber(String description) {
    Token token = tokens.peek();
    long value = OpenClExpressions.number(tokens);
    if (value > 9999) {
      throw source.unexpected(token.offset(), token.described(), description + " of 0 to 9999");
    }
    return (int) value;
  }

  private LitmusThread thread() {
    Token start = tokens.expect(Token.Kind.NAME, "a function such as `P0@wg 0, dev 0 (…) {…}`");
    if (!start.text().matches("P[0-9]{1,4}")) {
      throw source.unexpected(
          start.offset(), start.described(), "a function such as `P0@wg 0, dev 0 (…) {…}`");
    }
    int id = Integer.parseInt(start.text(), 1, start.text().length(), 10);
    if (registers.containsKey(id)) {
      throw source.error(start.offset(), "P" + id + " is declared a second time");
    }
    int group = 0;
    int device = 0;
    if (tokens.accept("@")) {
      tokens.expect("wg");
      group = placeNumber("a work-group");
      tokens.expect(",");
      tokens.expect("dev");
      device = placeNumber("a device");
    }
    SortedSet<String> parameters = parameters();
    FunctionScope scope = new FunctionScope(tokens, locations.keySet(), parameters);
    TreeMap<String, LitmusOperand> initial =
        new TreeMap<>(variables.getOrDefault(id, new TreeMap<>()));
    initial.keySet().forEach(scope::declare);
    parameters.forEach(name -> initial.put(name, new LitmusOperand.Location(name)));
    OpenClProgram program = new OpenClFunction(tokens, scope).read();
    registers.put(id, scope.registers());
    return new LitmusThread(
        id, group, device, LitmusThread.ALONE, initial, program.linked(), program.annotations);
  }

  private SortedSet<String> parameters() {
    SortedSet<String> parameters = new TreeSet<>();
    tokens.expect("(");
    while (!tokens.accept(")")) {
      CTypes type = CTypes.read(tokens);
      Token location = tokens.expect(Token.Kind.NAME, "the name of a parameter");
      if (type.pointers() != 1) {
        throw source.error(
            location.offset(),
            "`%s` is no pointer to a location, as parameters are: expected `%s* %s`"
                .formatted(
                    location.text(), type.isAtomic() ? "atomic_int" : "int", location.text()));
      }
      if (!parameters.add(location.text())) {
        throw source.error(
            location.offset(), "`" + location.text() + "` is a parameter a second time");
      }
      locations.putIfAbsent(location.text(), OpenClExpressions.ZERO);
      sets.computeIfAbsent(location.text(), _ -> sets(type));
      if (!tokens.peek().is(")")) {
        tokens.expect(",");
      }
    }
    return parameters;
  }

  /** The sets of a location. One without an address space is global, and its accesses may race. */
  private static SortedSet<String> sets(CTypes type) {
    SortedSet<String> sets = new TreeSet<>();
    if (type.space() == null) {
      sets.add("GLOBAL");
      return sets;
    }
    sets.add(type.space());
    if (!type.isAtomic()) {
      sets.add("NAL");
    }
    return sets;
  }

  /** Checks the names in a list of what other tools show. */
  private void shown() {
    tokens.expect("[");
    while (!tokens.accept("]")) {
      if (tokens.peek().kind() == Token.Kind.END) {
        throw tokens.unexpected("`]`");
      }
      if (!tokens.accept(";") && !tokens.accept(",")) {
        Term _ = term(true);
      }
    }
  }

  private Term term(boolean isLeft) {
    Token start = tokens.peek();
    if (tokens.peekSecond().is(":")) {
      return register(start);
    }
    if (start.kind() == Token.Kind.NUMBER) {
      return new Term.Constant(OpenClExpressions.number(tokens));
    }
    if (tokens.accept("-")) {
      return new Term.Constant(-OpenClExpressions.number(tokens));
    }
    if (tokens.accept("[")) {
      Term content = new Term.Content(location());
      tokens.expect("]");
      return content;
    }
    if (tokens.accept("&")) {
      return new Term.Address(location());
    }
    if (tokens.accept("*")) {
      return new Term.Content(location());
    }
    if (start.kind() == Token.Kind.NAME) {
      return isLeft ? new Term.Content(location()) : new Term.Address(location());
    }
    throw tokens.unexpected("a variable such as `0:r1`, a location or a number");
  }

  private Term register(Token start) {
    int thread = threadNumber();
    tokens.expect(":");
    if (!registers.containsKey(thread)) {
      throw noThread(start, thread);
    }
    Token variable = tokens.expect(Token.Kind.NAME, "a variable");
    SortedSet<String> names = registers.getOrDefault(thread, new TreeSet<>());
    if (!names.contains(variable.text())) {
      throw source.error(
          variable.offset(),
          "P%d has no variable `%s`%s"
              .formatted(thread, variable.text(), Spelling.suggestion(variable.text(), names)));
    }
    return new Term.Register(thread, variable.text());
  }

  private SourceException noThread(Token token, int number) {
    return source.error(
        token.offset(),
        "there is no thread P%d; there are %s"
            .formatted(
                number,
                registers.keySet().stream().map(id -> "P" + id).collect(Collectors.joining(", "))));
  }

  private String location() {
    Token token = tokens.expect(Token.Kind.NAME, "a location");
    if (!locations.containsKey(token.text())) {
      throw source.error(
          token.offset(),
          "the test has no location `%s`%s"
              .formatted(token.text(), Spelling.suggestion(token.text(), locations.keySet())));
    }
    return token.text();
  }
}
