package dev.syncopate.ptx.ir;

/**
 * Where something stands in a PTX text.
 *
 * @param file the file's name as the user gave it
 * @param line from 1
 * @param column from 1
 */
public record Position(String file, int line, int column) {
  @Override
  public String toString() {
    return file + ":" + line + ":" + column;
  }
}
