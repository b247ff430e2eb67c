package dev.syncopate.sim.config;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reader of the part of YAML that machines are written in: block mappings of plain keys and plain
 * scalars on one line, with comments, in ASCII. It takes a fraction of the time of {@link
 * YamlTree}'s library, which reads everything else and says what is wrong with a file.
 */
final class PlainYaml {
  private final ConfigSource source;
  private final String text;

  /** Mappings that the line read last is in, innermost last. */
  private final Deque<OpenMapping> open = new ArrayDeque<>();

  private record OpenMapping(int indent, List<ConfigNode.Entry> entries) {}

  /** Key without a value on its line, whose mapping the next line begins; null after a value. */
  private ConfigNode.@Nullable Scalar awaiting;

  private PlainYaml(ConfigSource source) {
    this.source = source;
    this.text = source.text();
  }

  /** The tree that the library makes of the same file; null for a file beyond that part of YAML. */
  static ConfigNode.@Nullable Mapping read(ConfigSource source) {
    return new PlainYaml(source).document();
  }

  private ConfigNode.@Nullable Mapping document() {
    ConfigNode.Mapping root = null;
    int line = 0;
    for (int start = 0; start < text.length(); line++) {
      int feed = text.indexOf('\n', start);
      int end = feed < 0 ? text.length() : feed;
      int first = start;
      while (first < end && text.charAt(first) == ' ') {
        first++;
      }
      if (!isAscii(first, end)) {
        return null;
      }
      if (first < end && text.charAt(first) != '#') {
        ConfigNode.Scalar key = key(line, start, first, end);
        ConfigNode.Mapping begun = key == null ? null : enter(key, first - start, root == null);
        if (key == null || (begun == null && open.isEmpty())) {
          return null;
        }
        root = root == null ? begun : root;
        if (!value(key, line, start, first + key.text().length() + 1, end)) {
          return null;
        }
      }
      start = end + 1;
    }
    return awaiting == null ? root : null;
  }

  /** Printable ASCII alone. */
  private boolean isAscii(int begin, int end) {
    for (int i = begin; i < end; i++) {
      char c = text.charAt(i);
      if (c < ' ' || c > '~') {
        return false;
      }
    }
    return true;
  }

  /** The key at the beginning of a line, with a colon behind it; null for anything else. */
  private ConfigNode.@Nullable Scalar key(int line, int start, int first, int end) {
    int colon = first;
    while (colon < end && isLetterOrDigit(text.charAt(colon))) {
      colon++;
    }
    boolean isKey =
        colon > first
            && colon - first < 100
            && colon < end
            && text.charAt(colon) == ':'
            && (colon + 1 == end || text.charAt(colon + 1) == ' ');
    return isKey ? scalar(line, start, first, colon) : null;
  }

  /**
   * Opens the mapping that a line begins, or closes those that it has left.
   *
   * @return a mapping that begins; null for none, and with nothing open for a wrong indentation
   */
  private ConfigNode.@Nullable Mapping enter(ConfigNode.Scalar key, int indent, boolean first) {
    ConfigNode.Scalar owner = awaiting;
    awaiting = null;
    if (first || owner != null) {
      OpenMapping around = open.peekLast();
      if (open.size() == YamlTree.MAX_DEPTH
          || (around == null ? indent > 0 : indent <= around.indent)) {
        open.clear();
        return null;
      }
      List<ConfigNode.Entry> entries = new ArrayList<>();
      ConfigNode.Mapping mapping = new ConfigNode.Mapping(key.place(), entries);
      if (around != null && owner != null) {
        around.entries.add(new ConfigNode.Entry(owner, mapping));
      }
      open.addLast(new OpenMapping(indent, entries));
      return mapping;
    }
    while (!open.isEmpty() && open.getLast().indent > indent) {
      open.removeLast();
    }
    if (!open.isEmpty() && open.getLast().indent < indent) {
      open.clear();
    }
    return null;
  }

  /** Takes what is behind a key's colon; false for what is no plain scalar. */
  private boolean value(ConfigNode.Scalar key, int line, int start, int begin, int end) {
    int first = begin;
    while (first < end && text.charAt(first) == ' ') {
      first++;
    }
    if (first == end || text.charAt(first) == '#') {
      awaiting = key;
      return first == end || first > begin;
    }
    if (!isLetterOrDigit(text.charAt(first))) {
      return false;
    }
    int last = first;
    while (last < end && isScalar(text.charAt(last))) {
      last++;
    }
    int rest = last;
    while (rest < end && text.charAt(rest) == ' ') {
      rest++;
    }
    if (rest < end && (text.charAt(rest) != '#' || rest == last)) {
      return false;
    }
    open.getLast().entries.add(new ConfigNode.Entry(key, scalar(line, start, first, last)));
    return true;
  }

  private ConfigNode.Scalar scalar(int line, int start, int begin, int end) {
    return new ConfigNode.Scalar(
        new ValueOrigin.Position(source, line, begin - start), text.substring(begin, end));
  }

  private static boolean isLetterOrDigit(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }

  private static boolean isScalar(char c) {
    return isLetterOrDigit(c) || c == '.' || c == '-' || c == '/' || c == '_' || c == '+';
  }
}
