package dev.syncopate.app.cuda.fatbin;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A statement at the top of a module, as text: as much of the language as linking needs.
 *
 * @param text without comments
 * @param name of what it declares or defines; empty where it is neither
 */
record PtxStatement(String text, String name) {
  /** Directives that end with their line. */
  private static final Set<String> LINES = Set.of(".version", ".target", ".address_size", ".file");

  private static final Pattern FIRST = Pattern.compile("\\.\\w+");

  /** Text in quotation marks, which may look like a comment, or a comment. */
  private static final Pattern COMMENT =
      Pattern.compile("(\"(?:\\\\.|[^\"\\\\])*\")|//[^\n]*|/\\*(?s:.*?)\\*/");

  /** A line of the source, or a file that has some; what was inlined there is left out. */
  private static final Pattern SOURCE =
      Pattern.compile("(?m)^(\\s*\\.(?:loc|file)\\s+)(\\d+)([^,\n]*)[^\n]*$");

  /** Files of one module have numbers below this. */
  private static final int MOST_FILES = 10_000;

  private static final Pattern FUNCTION =
      Pattern.compile("\\.(?:func|entry)\\s*(?:\\([^)]*\\)\\s*)?([\\w$%]+)");
  private static final Pattern VARIABLE = Pattern.compile("([\\w$%]+)\\s*(?:\\[[^;={]*)?\\s*$");

  /**
   * The statements of a module, in order.
   *
   * @param number of the module, by which its source files are told from those of others
   */
  static List<PtxStatement> of(String module, int number) {
    String bare =
        COMMENT
            .matcher(module)
            .replaceAll(
                match -> match.group(1) == null ? "" : Matcher.quoteReplacement(match.group(1)));
    String text =
        SOURCE
            .matcher(bare)
            .replaceAll(match ->
                Matcher.quoteReplacement(
                    match.group(1)
                        + (Integer.parseInt(match.group(2)) + number * MOST_FILES)
                        + match.group(3)));
    List<PtxStatement> statements = new ArrayList<>();
    int at = 0;
    while (true) {
      while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
        at++;
      }
      if (at == text.length()) {
        return statements;
      }
      int end = end(text, at);
      String statement = text.substring(at, end).strip();
      statements.add(new PtxStatement(statement, name(statement)));
      at = end;
    }
  }

  private static int end(String text, int from) {
    Matcher first = FIRST.matcher(text).region(from, text.length());
    if (first.lookingAt() && LINES.contains(first.group())) {
      int line = text.indexOf('\n', from);
      return line < 0 ? text.length() : line;
    }
    boolean initialised = false;
    int depth = 0;
    for (int at = from; at < text.length(); at++) {
      switch (text.charAt(at)) {
        case '"' -> at = quoted(text, at);
        case '=' -> initialised = true;
        case '(', '{' -> depth++;
        case ')' -> depth--;
        case '}' -> {
          if (--depth == 0 && !initialised) {
            return at + 1;
          }
        }
        case ';' -> {
          if (depth == 0) {
            return at + 1;
          }
        }
        default -> {}
      }
    }
    return text.length();
  }

  private static int quoted(String text, int from) {
    int at = from + 1;
    while (at < text.length() && text.charAt(at) != '"') {
      at += text.charAt(at) == '\\' ? 2 : 1;
    }
    return at;
  }

  private static String name(String statement) {
    Matcher first = FIRST.matcher(statement);
    if (first.lookingAt()
        && (LINES.contains(first.group())
            || first.group().equals(".section")
            || first.group().equals(".pragma"))) {
      return "";
    }
    Matcher function = FUNCTION.matcher(statement);
    if (isFunction(statement) && function.find()) {
      return function.group(1);
    }
    String head = statement.split("[=;]", 2)[0];
    Matcher variable = VARIABLE.matcher(head);
    return variable.find() ? variable.group(1) : "";
  }

  private static boolean isFunction(String statement) {
    String head = statement.split("[({;=]", 2)[0];
    return head.contains(".func") || head.contains(".entry");
  }

  /** Whether it belongs to the file and not to its contents. */
  boolean isHeader() {
    return text.startsWith(".section")
        || (LINES.stream().anyMatch(text::startsWith) && !text.startsWith(".file"));
  }

  boolean isFunction() {
    return isFunction(text);
  }

  boolean isExtern() {
    return text.startsWith(".extern");
  }

  boolean isWeak() {
    return text.startsWith(".weak") || text.startsWith(".common");
  }

  /** Whether other modules may mean it by its name. */
  boolean isForAll() {
    return text.startsWith(".visible") || isWeak();
  }

  /** Whether it is there, and not only said to be. */
  boolean isDefinition() {
    return isFunction() ? text.endsWith("}") : !isExtern();
  }

  /** A declaration of a function that another module defines. */
  String asVisible() {
    return isExtern() ? ".visible" + text.substring(".extern".length()) : text;
  }

  /** The same with other names. */
  PtxStatement renamed(Map<String, String> names) {
    String result = text;
    for (Map.Entry<String, String> each : names.entrySet()) {
      result =
          result.replaceAll(
              "(?<![\\w$%.])" + Pattern.quote(each.getKey()) + "(?![\\w$])",
              Matcher.quoteReplacement(each.getValue()));
    }
    return new PtxStatement(result, names.getOrDefault(name, name));
  }
}
