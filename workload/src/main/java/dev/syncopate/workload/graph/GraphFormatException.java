package dev.syncopate.workload.graph;

import dev.syncopate.sim.text.NotTextException;

/** A file that is not a graph of its format: {@code file:line: found X, expected Y}. */
public final class GraphFormatException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final String file;
  private final long line;

  /**
   * @param line from 1, or 0 if the whole file is meant
   */
  GraphFormatException(String file, long line, String problem) {
    super(file + ":" + (line > 0 ? line + ":" : "") + " " + problem);
    this.file = file;
    this.line = line;
  }

  /** Of a file that is no text. */
  GraphFormatException(String file, NotTextException e) {
    super(e.getMessage(), e);
    this.file = file;
    this.line = e.line();
  }

  /** The file's name as given to the reader. */
  public String file() {
    return file;
  }

  /** The line, from 1; 0 if the whole file is meant. */
  public long line() {
    return line;
  }
}
