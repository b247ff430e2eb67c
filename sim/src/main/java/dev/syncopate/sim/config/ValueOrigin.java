package dev.syncopate.sim.config;

/** Place at which a value was written. */
sealed interface ValueOrigin {
  /** In front of an error. */
  String name();

  /** A complete error: the place, the message, and what the place looks like. */
  String error(String message);

  /**
   * A command line argument, {@code path=value}: a message about its own path does not repeat it.
   */
  record Argument(String name) implements ValueOrigin {
    @Override
    public String error(String message) {
      String path = name.substring(0, Math.max(0, name.indexOf('='))).strip() + ": ";
      return name + ": " + (message.startsWith(path) ? message.substring(path.length()) : message);
    }
  }

  /**
   * A position in a file.
   *
   * @param line from 0
   * @param column from 0
   */
  record Position(ConfigSource source, int line, int column) implements ValueOrigin {
    private static final int WIDTH = 140;

    @Override
    public String name() {
      return source.fileName() + ":" + (line + 1) + ":" + (column + 1);
    }

    /** With the source line and a caret below the message. */
    @Override
    public String error(String message) {
      String text = lineText();
      if (column > text.length() || column > WIDTH) {
        return name() + ": " + message;
      }
      StringBuilder error = new StringBuilder(name()).append(": ").append(message).append("\n    ");
      for (int i = 0; i < Math.min(text.length(), WIDTH); i++) {
        char c = text.charAt(i);
        error.append(c < ' ' ? ' ' : c);
      }
      return error.append("\n    ").repeat(' ', column).append('^').toString();
    }

    private String lineText() {
      String text = source.text();
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
  }
}
