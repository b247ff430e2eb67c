package dev.syncopate.study.design;

import dev.syncopate.workload.runtime.Mechanisms;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The words of a {@code launch} or {@code cuda} command line, divided by blanks as a shell does:
 * quotes keep blanks, a backslash keeps the next character.
 */
public final class CommandWords {
  private static final List<String> COMMANDS = List.of("launch", "cuda");

  /** What a sweep or a comparison says itself: by factors, or by its own table. */
  private static final List<String> FACTOR_OPTIONS =
      List.of("--gpu", "--protocol", "--model", "--set", "--seed", "--json", "--perturb");

  private CommandWords() {}

  /**
   * The words.
   *
   * @throws IllegalArgumentException if a quote is not closed, or the first word is no such command
   */
  static List<String> of(String text) {
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    boolean inWord = false;
    char quote = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\' && quote != '\'' && i + 1 < text.length()) {
        word.append(text.charAt(++i));
        inWord = true;
      } else if (quote != 0) {
        if (c == quote) {
          quote = 0;
        } else {
          word.append(c);
        }
      } else if (c == '\'' || c == '"') {
        quote = c;
        inWord = true;
      } else if (Character.isWhitespace(c)) {
        if (inWord) {
          words.add(word.toString());
          word.setLength(0);
        }
        inWord = false;
      } else {
        word.append(c);
        inWord = true;
      }
    }
    if (quote != 0) {
      throw new IllegalArgumentException("found no closing %c in '%s'".formatted(quote, text));
    }
    if (inWord) {
      words.add(word.toString());
    }
    if (words.isEmpty() || !COMMANDS.contains(words.getFirst())) {
      throw new IllegalArgumentException(
          "found '%s', expected launch or cuda with their arguments"
              .formatted(words.isEmpty() ? "" : words.getFirst()));
    }
    factorOption(words)
        .ifPresent(option -> {
          throw new IllegalArgumentException(
              "found %s in a command, expected a factor of the sweep in its place"
                  .formatted(option));
        });
    return words;
  }

  /**
   * The first option of a command that its sweep or comparison says itself.
   *
   * @param words the command and its arguments; those behind {@code --} are a program's own
   */
  public static Optional<String> factorOption(List<String> words) {
    return words.stream()
        .skip(1)
        .takeWhile(word -> !word.equals("--"))
        .map(word -> word.replaceFirst("=.*", ""))
        .filter(option -> FACTOR_OPTIONS.contains(option) || isFront(option))
        .findFirst();
  }

  private static boolean isFront(String option) {
    return Mechanisms.fronts().stream().anyMatch(front -> option.equals("--" + front.name()));
  }

  /** The text of words: what {@link #of} divides into them. */
  public static String text(List<String> words) {
    return words.stream()
        .map(word -> word.matches("[\\w./=@:+-]+") ? word : "'" + word.replace("'", "'\\''") + "'")
        .collect(Collectors.joining(" "));
  }

  /** The command, and the file that it runs, for titles and files. */
  static String name(String text) {
    List<String> words = of(text);
    return words.stream()
        .skip(1)
        .filter(word -> !word.startsWith("-"))
        .findFirst()
        .map(word -> String.valueOf(Path.of(word).getFileName()))
        .orElse(words.getFirst());
  }
}
