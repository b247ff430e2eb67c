package dev.syncopate.sim.config;

/**
 * Where a value was written.
 *
 * @param name in front of an error: {@code file:line:column}, or a command line argument
 * @param excerpt below an error: the source line and a caret, or nothing
 */
record Place(String name, String excerpt) {
  private static final int WIDTH = 140;

  /**
   * @param line from 0
   * @param column from 0
   */
  static Place inFile(ConfigSource source, int line, int column) {
    String name = source.fileName() + ":" + (line + 1) + ":" + (column + 1);
    String text = lineOf(source.text(), line);
    if (column > text.length() || column > WIDTH) {
      return new Place(name, "");
    }
    StringBuilder excerpt = new StringBuilder("\n    ");
    for (int i = 0; i < Math.min(text.length(), WIDTH); i++) {
      char c = text.charAt(i);
      excerpt.append(c < ' ' ? ' ' : c);
    }
    excerpt.append("\n    ").repeat(' ', column).append('^');
    return new Place(name, excerpt.toString());
  }

  private static String lineOf(String text, int line) {
    int start = 0;
    for (int i = 0; i < line; i++) {
      int end = text.indexOf('\n', start);
      if (end < 0) {
        return "";
      }
      start = end + 1;
    }
    int end = text.indexOf('\n', start);
    return text.substring(start, end < 0 ? text.length() : end).stripTrailing();
  }

  String error(String message) {
    return name + ": " + message + excerpt;
  }
}
