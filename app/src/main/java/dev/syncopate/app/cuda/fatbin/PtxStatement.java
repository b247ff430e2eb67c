package dev.syncopate.app.cuda.fatbin;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A statement at the top of a module, as text: as much of the language as linking needs.
 *
 * @param text without comments
 * @param name of what it declares or defines; empty where it is neither
 */
record PtxStatement(String text, String name) {
  /** Visibility of a name, and precedence of its definitions; the last of these first. */
  enum Linkage {
    /** Only the module. */
    LOCAL,
    /** All; another module defines it. */
    EXTERN,
    /** All; a definition of the same name wins, or the largest of several such. */
    COMMON,
    /** All; a visible definition of the same name wins, or the first of several such. */
    WEAK,
    /** All; there is one. */
    VISIBLE
  }

  /** Kind of a named object. */
  enum Kind {
    FUNCTION,
    KERNEL,
    VARIABLE,
    /** Another name of a function. */
    ALIAS,
    NONE
  }

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
      Pattern.compile("\\.(?:func|entry)\\s*(\\([^)]*\\)\\s*)?([\\w$%]+)\\s*(\\([^)]*\\))?");
  private static final Pattern VARIABLE = Pattern.compile("([\\w$%]+)\\s*(?:\\[[^;={]*)?\\s*$");

  private static final Pattern ALIAS = Pattern.compile("\\.alias\\s+([\\w$%]+)");

  /** What stands before the first name of a declaration of variables. */
  private static final Pattern HEAD =
      Pattern.compile("(?:\\.\\w+(?:\\s*\\([^)]*\\))?\\s+(?:\\d+\\s+)?)+");

  private static final Pattern SPACE = Pattern.compile("\\.(?:global|const|shared|param)\\b");
  private static final Pattern ALIGNMENT = Pattern.compile("\\.align\\s+(\\d+)");
  private static final Pattern TYPE =
      Pattern.compile("(?:\\.v([24])\\s*)?\\.[bufs](8|16|32|64|128)\\b");
  private static final Pattern DIMENSION = Pattern.compile("\\[\\s*(\\w*)\\s*\\]");

  /** A name, or text in quotation marks that has none. */
  private static final Pattern WORD = Pattern.compile("\"(?:\\\\.|[^\"\\\\])*\"|[\\w$%.]+");

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
    int position = 0;
    while (true) {
      while (position < text.length() && Character.isWhitespace(text.charAt(position))) {
        position++;
      }
      if (position == text.length()) {
        return statements;
      }
      int end = end(text, position);
      for (String statement : declarations(text.substring(position, end).strip())) {
        statements.add(new PtxStatement(statement, name(statement)));
      }
      position = end;
    }
  }

  private static int end(String text, int start) {
    Matcher first = FIRST.matcher(text).region(start, text.length());
    if (first.lookingAt() && LINES.contains(first.group())) {
      int line = text.indexOf('\n', start);
      return line < 0 ? text.length() : line;
    }
    boolean initialised = false;
    int depth = 0;
    for (int position = start; position < text.length(); position++) {
      switch (text.charAt(position)) {
        case '"' -> position = quoted(text, position);
        case '=' -> initialised = true;
        case '(', '{' -> depth++;
        case ')' -> depth--;
        case '}' -> {
          if (--depth == 0 && !initialised) {
            return position + 1;
          }
        }
        case ';' -> {
          if (depth == 0) {
            return position + 1;
          }
        }
        default -> {}
      }
    }
    return text.length();
  }

  private static int quoted(String text, int start) {
    int position = start + 1;
    while (position < text.length() && text.charAt(position) != '"') {
      position += text.charAt(position) == '\\' ? 2 : 1;
    }
    return position;
  }

  /** One statement for each variable of a list. */
  private static List<String> declarations(String statement) {
    Matcher head = HEAD.matcher(statement);
    if (isFunction(statement) || !SPACE.matcher(statement).find() || !head.lookingAt()) {
      return List.of(statement);
    }
    List<String> single = new ArrayList<>();
    int depth = 0;
    int start = head.end();
    for (int position = start; position < statement.length(); position++) {
      switch (statement.charAt(position)) {
        case '"' -> position = quoted(statement, position);
        case '(', '{', '[' -> depth++;
        case ')', '}', ']' -> depth--;
        case ',' -> {
          if (depth == 0) {
            single.add(head.group() + statement.substring(start, position).strip() + ";");
            start = position + 1;
          }
        }
        default -> {}
      }
    }
    single.add(head.group() + statement.substring(start).strip());
    return single;
  }

  private static String name(String statement) {
    Matcher first = FIRST.matcher(statement);
    if (first.lookingAt()
        && (LINES.contains(first.group())
            || first.group().equals(".section")
            || first.group().equals(".pragma"))) {
      return "";
    }
    Matcher alias = ALIAS.matcher(statement);
    if (alias.lookingAt()) {
      return alias.group(1);
    }
    Matcher function = FUNCTION.matcher(statement);
    if (isFunction(statement) && function.find()) {
      return function.group(2);
    }
    Matcher variable = VARIABLE.matcher(head(statement));
    return variable.find() ? variable.group(1) : "";
  }

  /** Without an initialiser. */
  private static String head(String statement) {
    return statement.split("[=;]", 2)[0];
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

  Linkage linkage() {
    if (text.startsWith(".extern")) {
      return Linkage.EXTERN;
    }
    if (text.startsWith(".common")) {
      return Linkage.COMMON;
    }
    if (text.startsWith(".weak")) {
      return Linkage.WEAK;
    }
    return text.startsWith(".visible") ? Linkage.VISIBLE : Linkage.LOCAL;
  }

  Kind kind() {
    if (name.isEmpty()) {
      return Kind.NONE;
    }
    if (text.startsWith(".alias")) {
      return Kind.ALIAS;
    }
    if (!isFunction(text)) {
      return Kind.VARIABLE;
    }
    return text.split("[({;=]", 2)[0].contains(".entry") ? Kind.KERNEL : Kind.FUNCTION;
  }

  /** Whether it is there, and not only said to be. */
  boolean isDefinition() {
    return switch (kind()) {
      case FUNCTION, KERNEL -> text.endsWith("}");
      case ALIAS -> true;
      default -> linkage() != Linkage.EXTERN;
    };
  }

  /** The declaration of a function that is defined here. */
  String declaration() {
    int body = text.indexOf('{');
    return (body < 0 ? text : text.substring(0, body).strip() + ";");
  }

  /** The state space of a variable. */
  String space() {
    Matcher space = SPACE.matcher(head(text));
    return space.find() ? space.group() : "";
  }

  /** A variable's alignment as it is written; 0 where it is not. */
  int alignment() {
    Matcher alignment = ALIGNMENT.matcher(head(text));
    return alignment.find() ? Integer.parseInt(alignment.group(1)) : 0;
  }

  /** A variable's size; empty where another statement has to say it. */
  OptionalLong bytes() {
    return bytes(head(text));
  }

  private static OptionalLong bytes(String declaration) {
    Matcher type = TYPE.matcher(declaration);
    if (!type.find()) {
      return OptionalLong.empty();
    }
    long bytes = Long.parseLong(type.group(2)) / 8;
    bytes *= type.group(1) == null ? 1 : Long.parseLong(type.group(1));
    Matcher dimension = DIMENSION.matcher(declaration);
    while (dimension.find()) {
      try {
        bytes *= Long.decode(dimension.group(1));
      } catch (NumberFormatException e) {
        return OptionalLong.empty(); // none, or an expression
      }
    }
    return OptionalLong.of(bytes);
  }

  /** Sizes of a function's results and parameters: who calls it must have declared the same. */
  String shape() {
    Matcher function = FUNCTION.matcher(text);
    return function.find() ? shape(function.group(1)) + ";" + shape(function.group(3)) : "";
  }

  private static String shape(@Nullable String group) {
    StringBuilder shape = new StringBuilder();
    for (String parameter : (group == null ? "" : group).split(",", -1)) {
      bytes(parameter)
          .ifPresent(bytes -> shape.append(parameter.contains("[") ? 'a' : 's').append(bytes));
    }
    return shape.toString();
  }

  /** The same with another alignment. */
  PtxStatement aligned(int alignment) {
    return new PtxStatement(ALIGNMENT.matcher(text).replaceFirst(".align " + alignment), name);
  }

  /** The same with other names. */
  PtxStatement renamed(Map<String, String> names) {
    if (names.isEmpty()) {
      return this;
    }
    String result =
        WORD.matcher(text)
            .replaceAll(
                word -> Matcher.quoteReplacement(names.getOrDefault(word.group(), word.group())));
    return new PtxStatement(result, names.getOrDefault(name, name));
  }
}
