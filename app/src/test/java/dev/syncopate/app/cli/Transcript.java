package dev.syncopate.app.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A command on a page, indented and after {@code $}, with what it prints below it; {@code …} stands
 * for lines that are left out. Lines that say how fast the simulator was are left out everywhere.
 *
 * @param command as typed, without {@code ./syncopate}
 * @param output lines, without the indentation
 */
record Transcript(String command, List<String> output) {
  private static final Pattern COMMAND = Pattern.compile("( +)\\$ \\./syncopate (.*)");
  private static final Pattern EXPLORED = Pattern.compile(" *[0-9,]+ states in [0-9.]+ s");
  private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");

  /** What stands above a column of examples is as wide as their paths, before "../" goes. */
  private static final Pattern TABLE_OF_EXAMPLES =
      Pattern.compile("(?m)^(\\S+) {3}( {2,}.*\n)(?=\\.\\./examples/)");

  static List<Transcript> of(List<String> page) {
    List<Transcript> transcripts = new ArrayList<>();
    for (int index = 0; index < page.size(); index++) {
      Matcher matcher = COMMAND.matcher(page.get(index));
      if (!matcher.matches()) {
        continue;
      }
      String indentation = Objects.requireNonNull(matcher.group(1));
      StringBuilder command = new StringBuilder(Objects.requireNonNull(matcher.group(2)));
      while (command.charAt(command.length() - 1) == '\\') {
        command.setLength(command.length() - 1);
        command.append(page.get(++index).strip());
      }
      List<String> output = new ArrayList<>();
      while (index + 1 < page.size()
          && (page.get(index + 1).startsWith(indentation) || page.get(index + 1).isEmpty())) {
        index++;
        output.add(
            page.get(index).isEmpty() ? "" : page.get(index).substring(indentation.length()));
      }
      while (!output.isEmpty() && output.getLast().isEmpty()) {
        output.removeLast();
      }
      transcripts.add(new Transcript(command.toString(), output));
    }
    return transcripts;
  }

  /** What the command prints now: standard output, then standard error. */
  List<String> actual() {
    Shell.Result result = run(command);
    return (result.out() + result.err()).lines().toList();
  }

  /** Runs a command as it stands on a page, and leaves out lines that say how long it took. */
  static Shell.Result run(String command) {
    Shell.Result result = Shell.run(words(command).toArray(String[]::new));
    return new Shell.Result(result.code(), timeless(result.out()), timeless(result.err()));
  }

  /** A command's words, with files where they are. */
  static List<String> words(String command) {
    return WORD.matcher(command)
        .results()
        .map(Transcript::word)
        .map(word -> word.startsWith("examples/") ? file(word).toString() : word)
        .toList();
  }

  /**
   * An example of the repository as seen from the module, since the width of tables with paths must
   * not depend on where the checkout is.
   */
  private static Path file(String example) {
    return Path.of("").toAbsolutePath().relativize(Checkout.launcher().resolveSibling(example));
  }

  private static String timeless(String printed) {
    return TABLE_OF_EXAMPLES
        .matcher(printed)
        .replaceAll("$1$2")
        .replace(Checkout.launcher().resolveSibling("") + "/", "")
        .replace("../examples/", "examples/")
        .lines()
        .filter(line -> !line.contains(" simulated; whole command "))
        .filter(line -> !EXPLORED.matcher(line).matches())
        .map(line -> line + "\n")
        .collect(Collectors.joining());
  }

  /** A word, or several with quotes among them. */
  private static String word(MatchResult match) {
    return Objects.requireNonNull(match.group(1) == null ? match.group(2) : match.group(1))
        .replace("'", "");
  }

  /** The first line that is not there, in order, among those printed; null if all are. */
  @Nullable String missing(List<String> printed) {
    int position = 0;
    boolean gap = false;
    for (String line : output) {
      if (line.strip().equals("…") || line.strip().equals("...")) {
        gap = true;
        continue;
      }
      int offset = gap ? printed.subList(position, printed.size()).indexOf(line) : 0;
      if (offset < 0
          || position + offset >= printed.size()
          || !printed.get(position + offset).equals(line)) {
        return line;
      }
      position += offset + 1;
      gap = false;
    }
    return gap || position == printed.size() ? null : "the end, not " + printed.get(position);
  }
}
