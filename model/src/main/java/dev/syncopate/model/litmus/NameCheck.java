package dev.syncopate.model.litmus;

import dev.syncopate.model.source.SourceException;
import dev.syncopate.model.source.Spelling;
import dev.syncopate.model.source.Token;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Checks that names in initial values and questions are names of something: a test that asks for
 * {@code flga} and means {@code flag} would hold in every execution.
 */
final class NameCheck {
  private final TermReader words;
  private final Declarations declarations;
  private final SortedMap<Integer, ThreadBuilder> threads;

  /** Where locations are named in the braces, in instructions, and behind these. */
  private final List<Token> inBraces;

  private final List<Token> inRows;
  private final List<Token> inTail;

  /**
   * @param braces how many locations the braces name
   * @param rows how many they and the instructions name
   */
  NameCheck(
      TermReader words,
      Declarations declarations,
      SortedMap<Integer, ThreadBuilder> threads,
      int braces,
      int rows) {
    this.words = words;
    this.declarations = declarations;
    this.threads = threads;
    this.inBraces = words.locations.subList(0, braces);
    this.inRows = words.locations.subList(braces, rows);
    this.inTail = words.locations.subList(rows, words.locations.size());
  }

  /** The register that a question names next, of a thread that was named before it. */
  static String asked(
      TermReader words, SortedMap<Integer, ThreadBuilder> threads, Token start, int number) {
    ThreadBuilder thread = threads.get(number);
    if (thread == null) {
      throw noThread(words, threads, start, number);
    }
    Token token = words.tokens.peek();
    String register = words.registerOfThread();
    thread.askedRegisters.add(register);
    if (!thread.named.contains(register) && !thread.registers.containsKey(register)) {
      throw noRegister(words, threads, token, thread);
    }
    return register;
  }

  static SourceException noThread(
      TermReader words, SortedMap<Integer, ThreadBuilder> threads, Token token, int number) {
    String threadNames =
        threads.keySet().stream().map(id -> "P" + id).collect(Collectors.joining(", "));
    return words.error(token, "there is no thread P" + number + "; there are " + threadNames);
  }

  private static SourceException noRegister(
      TermReader words,
      SortedMap<Integer, ThreadBuilder> threads,
      Token token,
      ThreadBuilder thread) {
    String hint =
        threads.values().stream()
            .filter(candidate -> candidate.named.contains(token.text()))
            .findFirst()
            .map(candidate -> "; is `P%d:%s` meant?".formatted(candidate.id, token.text()))
            .orElse(Spelling.suggestion(token.text(), thread.named));
    return words.error(
        token, "P%d uses no register `%s`%s".formatted(thread.id, token.text(), hint));
  }

  /** Checks all but what was checked while it was read. */
  void check() {
    Set<String> knownNames = new TreeSet<>(declarations.locations.keySet());
    knownNames.addAll(declarations.aliases.keySet());
    inRows.forEach(token -> knownNames.add(token.text()));
    inBraces.forEach(token -> checkBraces(token, knownNames));
    for (Declarations.Initial initial : declarations.registers.values()) {
      ThreadBuilder thread = threads.get(initial.thread());
      if (thread != null && isStray(initial, thread)) {
        throw noRegister(words, threads, initial.token(), thread);
      }
    }
    inBraces.forEach(token -> knownNames.add(token.text()));
    for (Token token : inTail) {
      if (!knownNames.contains(token.text())) {
        throw words.error(
            token,
            "the test has no location `%s`%s"
                .formatted(token.text(), Spelling.suggestion(token.text(), knownNames)));
      }
    }
  }

  /**
   * Whether a register gets a value that is never read, and another one is read without a value.
   */
  private boolean isStray(Declarations.Initial initial, ThreadBuilder thread) {
    Set<String> unset = LitmusRegisters.unset(thread.build(words).instructions());
    return !thread.named.contains(initial.register())
        && !thread.askedRegisters.contains(initial.register())
        && !(initial.value() instanceof LitmusOperand.Constant(long number) && number == 0)
        && !thread.registers.keySet().containsAll(unset);
  }

  /**
   * Checks a location that the braces name and nothing else does. It may be there for nothing, or
   * be reached by its address alone. Not so if a name that is like its own is used and not
   * declared.
   */
  private void checkBraces(Token token, Set<String> knownNames) {
    if (words.locations.stream().filter(location -> location.text().equals(token.text())).count()
        > 1) {
      return;
    }
    Set<String> meant = new TreeSet<>(knownNames);
    if (declarations.starts.contains(token)) {
      meant.removeAll(declarations.locations.keySet());
      meant.removeAll(declarations.aliases.keySet());
    }
    meant.removeIf(name -> !isMisspelt(token.text(), name));
    if (!meant.isEmpty()) {
      throw words.error(
          token,
          "nothing uses the location `%s`%s"
              .formatted(token.text(), Spelling.suggestion(token.text(), meant)));
    }
  }

  /** Whether one name may be a slip of the pen for another: {@code x1} is none for {@code x2}. */
  private static boolean isMisspelt(String foundName, String name) {
    return foundName.length() > 2
        && !letters(foundName).equals(letters(name))
        && !Spelling.suggestion(foundName, List.of(name)).isEmpty();
  }

  private static String letters(String name) {
    return name.replaceAll("[0-9]", "");
  }
}
