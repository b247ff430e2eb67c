package dev.syncopate.app.report;

/** Text broken into lines. */
public final class Paragraph {
  private static final int WIDTH = 96;

  private Paragraph() {}

  /**
   * Breaks at spaces so that no line is longer than 96 characters unless a word is.
   *
   * @param indent in front of every line
   * @return the lines, each with a line feed
   */
  public static String wrap(String text, String indent) {
    StringBuilder lines = new StringBuilder();
    StringBuilder line = new StringBuilder(indent);
    for (String word : text.split(" ", -1)) {
      boolean first = line.length() == indent.length();
      if (!first && line.length() + 1 + word.length() > WIDTH) {
        lines.append(line).append('\n');
        line = new StringBuilder(indent);
        first = true;
      }
      line.append(first ? "" : " ").append(word);
    }
    return lines.append(line).append('\n').toString();
  }
}
