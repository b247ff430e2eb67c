package dev.syncopate.machine.preset;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A machine's file as people read it: what it is after, and each value with the comment that says
 * where it comes from.
 *
 * @param about the comment at its top, a paragraph each
 * @param base which machine it extends; empty for none
 * @param values by their paths, in the file's order
 */
record ValueSources(List<String> about, String base, Map<String, Value> values) {
  /**
   * A value.
   *
   * @param text as written in the file
   * @param source where it comes from
   */
  record Value(String text, String source) {
    boolean decided() {
      return source.startsWith("decision");
    }

    /** A field of a part that the machine does not have. */
    boolean ofNoAccount() {
      return source.contains("of no account");
    }
  }

  private static final Pattern VALUE = Pattern.compile("( +)(\\w+): +(\\S+) +# (.*)");
  private static final Pattern GROUP = Pattern.compile("( *)(\\w+):");

  static ValueSources of(String machine) {
    List<String> about = new ArrayList<>();
    StringBuilder paragraph = new StringBuilder();
    String base = "";
    List<String> groups = new ArrayList<>(); // that are open, from the outermost
    Map<String, Value> values = new LinkedHashMap<>();
    boolean top = true;
    for (String line : Presets.source(machine).text().lines().toList()) {
      Matcher value = VALUE.matcher(line);
      Matcher opens = GROUP.matcher(line);
      if (top && line.startsWith("#")) {
        String words = line.substring(1).strip();
        if (words.isEmpty()) {
          about.add(paragraph.toString());
          paragraph.setLength(0);
        } else {
          paragraph.append(paragraph.isEmpty() ? "" : " ").append(words);
        }
        continue;
      }
      top = false;
      if (line.startsWith("extends: ")) {
        base = line.substring("extends: ".length());
      } else if (opens.matches()) {
        close(groups, text(opens, 1));
        groups.add(text(opens, 2));
      } else if (value.matches()) {
        close(groups, text(value, 1));
        values.put(
            String.join(".", groups) + "." + text(value, 2),
            new Value(text(value, 3), text(value, 4)));
      }
    }
    about.add(paragraph.toString());
    return new ValueSources(List.copyOf(about), base, values);
  }

  /**
   * Closes the groups that a line is not in: each is two columns further in than the one around.
   */
  private static void close(List<String> groups, String indent) {
    groups.subList(indent.length() / 2, groups.size()).clear();
  }

  private static String text(Matcher matcher, int part) {
    return Objects.requireNonNull(matcher.group(part));
  }
}
