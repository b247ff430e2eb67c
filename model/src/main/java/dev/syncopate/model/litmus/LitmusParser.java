package dev.syncopate.model.litmus;

import dev.syncopate.model.litmus.LitmusTest.Quantifier;
import dev.syncopate.model.source.SourceText;
import dev.syncopate.model.source.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Reads a test: its name, initial values, threads, rows of instructions, and its question. */
final class LitmusParser {
  /** First words of tests for other machines and languages, as herd7 and Dat3M have them. */
  private static final List<String> DIALECTS =
      List.of(
          "AArch64", "ARM", "ASL", "Bell", "BPF", "CPP", "Java", "MIPS", "PPC", "RISCV", "X86",
          "X86_64");

  /** Instructions whose first operand is a register that they write. */
  private static final Set<String> WRITING =
      Set.of("ld", "suld", "tld", "cold", "atom", "suatom", "rmw", "add", "sub", "mul", "div");

  private final SourceText source;

  /** The dialect; null for PTX. */
  private final @Nullable RowDialect dialect;

  LitmusParser(String fileName, String text) {
    this(fileName, text, null);
  }

  LitmusParser(String fileName, String text, @Nullable RowDialect dialect) {
    this.source = new SourceText(fileName, text);
    this.dialect = dialect;
  }

  LitmusTest test() {
    String name = name();
    int brace = source.text().indexOf('{');
    if (brace < 0) {
      throw source.unexpected(
          source.text().length(), "the end of the file", "`{` and initial values");
    }
    TermReader words = new TermReader(source, brace);
    Declarations declarations = new Declarations(words);
    declarations.read();
    if (dialect != null) {
      dialect.blocks(words);
    }
    int inBraces = words.locations.size();
    TreeMap<Integer, ThreadBuilder> byId = new TreeMap<>();
    List<ThreadBuilder> threads = threads(words, byId, !declarations.shared.isEmpty());
    for (Map.Entry<Token, Declarations.Initial> entry : declarations.registers.entrySet()) {
      Declarations.Initial initial = entry.getValue();
      ThreadBuilder thread = byId.get(initial.thread());
      if (thread == null) {
        throw NameCheck.noThread(words, byId, entry.getKey(), initial.thread());
      }
      thread.registers.put(initial.register(), initial.value());
    }
    Set<String> declared = new TreeSet<>(declarations.locations.keySet());
    declared.addAll(declarations.aliases.keySet());
    words.anyLabel = dialect != null && !dialect.statesPlaces();
    List<Set<String>> registers = rows(words, threads, declared);
    words.anyLabel = false;
    if (dialect != null) {
      dialect.tail(words, byId);
    }
    checkRegisters(words, registers);
    int inRows = words.locations.size();
    words.registers = new TreeSet<>();
    if (words.tokens.accept("locations")) {
      shown(words, byId);
    }
    ConditionParser conditions = new ConditionParser(words.tokens, new ConditionTerms(words, byId));
    FinalCondition filter = words.tokens.accept("filter") ? conditions.read() : null;
    boolean isAsked = words.tokens.peek().kind() != Token.Kind.END || filter == null;
    Quantifier quantifier = isAsked ? conditions.quantifier() : Quantifier.EXISTS;
    FinalCondition condition = isAsked ? conditions.read() : FinalCondition.TRUE;
    words.tokens.accept(";");
    words.tokens.expect(Token.Kind.END, "the end of the file");
    new NameCheck(words, declarations, byId, inBraces, inRows).check();
    SharedMemory.check(words, declarations, threads);
    AsyncPlaces.check(words, declarations, threads);
    return built(words, name, declarations, threads, filter, quantifier, condition);
  }

  /** What other tools are to show: nothing is made of it, but that the names are right. */
  private static void shown(TermReader words, SortedMap<Integer, ThreadBuilder> threads) {
    words.tokens.expect("[");
    while (!words.tokens.accept("]")) {
      Token start = words.tokens.peek();
      if (start.kind() == Token.Kind.END) {
        throw words.tokens.unexpected("`]`");
      } else if (words.tokens.peekSecond().is(":")) {
        int thread = start.kind() == Token.Kind.NUMBER ? words.index("a thread") : words.thread();
        words.tokens.expect(":");
        NameCheck.asked(words, threads, start, thread);
      } else if (words.atLocation()) {
        words.location();
      } else {
        words.tokens.take();
      }
    }
  }

  private LitmusTest built(
      TermReader words,
      String name,
      Declarations declarations,
      List<ThreadBuilder> threads,
      @Nullable FinalCondition filter,
      Quantifier quantifier,
      FinalCondition condition) {
    for (Token location : words.locations) {
      if (!declarations.aliases.containsKey(location.text())) {
        declarations.locations.putIfAbsent(location.text(), new LitmusOperand.Constant(0));
      }
    }
    return new LitmusTest(
        name,
        declarations.locations,
        declarations.aliases,
        threads.stream().map(thread -> thread.build(words)).toList(),
        filter,
        quantifier,
        condition,
        BarrierReading.MANUAL,
        new TreeSet<>(declarations.shared.keySet()),
        annotations(declarations));
  }

  private TestAnnotations annotations(Declarations declarations) {
    TestAnnotations facts = dialect == null ? TestAnnotations.PTX : dialect.annotations();
    return new TestAnnotations(
        facts.dialect(),
        facts.locations(),
        facts.hostOrder(),
        declarations.proxyNames,
        declarations.owners,
        declarations.mbarriers);
  }

  /** What follows the word {@code PTX} in its line. */
  private String name() {
    String text = source.text();
    int start = 0;
    while (start < text.length() && Character.isWhitespace(text.charAt(start))) {
      start++;
    }
    String header = dialect == null ? "PTX" : dialect.dialect().name();
    if (!text.regionMatches(true, start, header, 0, header.length())) {
      int end = start;
      while (end < text.length() && Character.isLetterOrDigit(text.charAt(end))) {
        end++;
      }
      String foundText =
          start == text.length()
              ? "the end of the file"
              : "`" + text.substring(start, Math.max(end, start + 1)) + "`";
      String word = text.substring(start, end);
      if (DIALECTS.stream().anyMatch(word::equalsIgnoreCase)) {
        throw source.error(
            start,
            foundText
                + " is a dialect of litmus tests that is not read; expected `PTX`, `OpenCL`, `Vulkan` or `LISA`");
      }
      throw source.unexpected(start, foundText, "`PTX` and the test's name");
    }
    int end = text.indexOf('\n', start);
    String line = text.substring(start + header.length(), end < 0 ? text.length() : end);
    int stop = line.indexOf('{');
    String name = stop < 0 ? line : line.substring(0, stop);
    int comment = name.indexOf("(*");
    return (comment < 0 ? name : name.substring(0, comment)).strip();
  }

  private List<ThreadBuilder> threads(
      TermReader words, Map<Integer, ThreadBuilder> byId, boolean isShared) {
    List<ThreadBuilder> threads = new ArrayList<>();
    do {
      Token start = words.tokens.peek();
      int id = words.thread();
      if (dialect == null || dialect.statesPlaces()) {
        words.tokens.expect("@");
      }
      ThreadBuilder thread =
          dialect == null ? place(words, id, isShared) : dialect.place(words, id);
      if (byId.put(id, thread) != null) {
        throw words.error(start, "P" + id + " is declared a second time");
      }
      if (thread.isOnCpu() && threads.stream().anyMatch(ThreadBuilder::isOnCpu)) {
        throw words.error(start, "P" + id + " is a second thread on the CPU, which runs one");
      }
      for (ThreadBuilder earlier : threads) {
        if (thread.isBesides(earlier) && thread.cluster != earlier.cluster) {
          throw words.error(
              start,
              "P%d and P%d are of one block, which is of one cluster".formatted(earlier.id, id));
        }
      }
      threads.add(thread);
    } while (words.tokens.accept("|"));
    words.tokens.expect(";");
    return threads;
  }

  /** A thread's place: a block of a GPU and perhaps a warp of that, or the CPU. */
  private static ThreadBuilder place(TermReader words, int id, boolean isShared) {
    if (words.tokens.accept("cpu")) {
      return new ThreadBuilder(id, 0, LitmusThread.ALONE, LitmusThread.CPU, LitmusThread.ALONE);
    }
    if (!words.tokens.accept("cta")) {
      throw words.tokens.unexpected("`cta` or `cpu`");
    }
    int cta = words.index("a block");
    words.tokens.expect(",");
    int cluster = LitmusThread.ALONE;
    if (words.tokens.accept("cluster")) {
      cluster = words.index("a cluster");
      words.tokens.expect(",");
    }
    words.tokens.expect("gpu");
    int gpu = words.index("a GPU");
    int warp = LitmusThread.ALONE;
    if (words.tokens.accept(",")) {
      Token start = words.tokens.peek();
      words.tokens.expect("warp");
      if (!isShared) {
        throw words.error(start, "a `warp` is said where locations are `shared`, and none is");
      }
      warp = words.index("a warp");
    }
    return new ThreadBuilder(id, cta, cluster, gpu, warp);
  }

  /**
   * Registers that are not called {@code r0} and the like, for each thread: what an instruction
   * writes, unless the braces declare it as a location.
   */
  private static List<Set<String>> registers(
      List<Token> tokens, List<ThreadBuilder> threads, Set<String> locations) {
    List<Set<String>> registers = new ArrayList<>();
    threads.forEach(thread -> registers.add(new TreeSet<>(thread.registers.keySet())));
    int cell = 0;
    for (int i = 0; i < tokens.size() && !atTail(tokens.get(i)); i++) {
      Token token = tokens.get(i);
      if (token.is("|") || token.is(";")) {
        cell = token.is("|") ? cell + 1 : 0;
      } else if (isFirst(tokens, i) && WRITING.contains(token.text()) && cell < threads.size()) {
        int operand = i + 1;
        while (operand + 1 < tokens.size() && tokens.get(operand).is(".")) {
          operand += 2;
        }
        Token target = tokens.get(Math.min(operand, tokens.size() - 1));
        if (target.kind() == Token.Kind.NAME && !locations.contains(target.text())) {
          registers.get(cell).add(target.text());
        }
      }
    }
    return registers;
  }

  private static boolean isFirst(List<Token> tokens, int i) {
    return i == 0
        || tokens.get(i - 1).is("|")
        || tokens.get(i - 1).is(";")
        || tokens.get(i - 1).is(":");
  }

  /** A name that is a register of one thread and a location of another is an error. */
  private static void checkRegisters(TermReader words, List<Set<String>> registers) {
    for (Token location : words.locations) {
      for (Set<String> ofThread : registers) {
        if (ofThread.contains(location.text())) {
          throw words.error(
              location,
              "`%s` is a location here, and the register of an instruction elsewhere"
                  .formatted(location.text()));
        }
      }
    }
  }

  private List<Set<String>> rows(
      TermReader words, List<ThreadBuilder> threads, Set<String> locations) {
    List<Set<String>> registers = registers(words.tokens.remaining(), threads, locations);
    LitmusInstructionParser instructions = new LitmusInstructionParser(words, dialect);
    while (!isTail(words.tokens.peek())) {
      int cell = 0;
      words.namedRegisters = registers.get(0);
      cell(words, instructions, threads.get(0));
      while (words.tokens.peek().is("|")) {
        Token bar = words.tokens.take();
        if (++cell == threads.size()) {
          throw words.error(
              bar, "a row of more cells than there are threads (" + threads.size() + ")");
        }
        words.namedRegisters = registers.get(cell);
        cell(words, instructions, threads.get(cell));
      }
      if (!words.tokens.peek().is(";")) {
        throw words.tokens.unexpected("`|` or `;`");
      }
      words.tokens.take();
    }
    words.namedRegisters = Set.of();
    return registers;
  }

  private static void cell(
      TermReader words, LitmusInstructionParser instructions, ThreadBuilder thread) {
    words.registers = thread.named;
    words.onCpu = thread.isOnCpu();
    while (words.atLabel()) {
      Token label = words.tokens.take();
      if (!thread.place(label.text())) {
        throw words.error(
            label, "P" + thread.id + " has the label `" + label.text() + "` a second time");
      }
      words.tokens.expect(":");
    }
    if (!words.tokens.peek().is("|") && !words.tokens.peek().is(";")) {
      instructions.read(thread);
    }
  }

  private boolean isTail(Token token) {
    return atTail(token) || (dialect != null && dialect.isTail(token));
  }

  private static boolean atTail(Token token) {
    return token.kind() == Token.Kind.END
        || token.is("exists")
        || token.is("~")
        || token.is("not")
        || token.is("forall")
        || token.is("filter")
        || token.is("locations");
  }
}
