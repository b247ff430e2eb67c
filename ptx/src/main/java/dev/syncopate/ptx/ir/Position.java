package dev.syncopate.ptx.ir;

/**
 * Position in a PTX text.
 *
 * @param file the file's name as the user gave it
 * @param line from 1
 * @param column from 1
 */
public record Position(String file, int line, int column) {
  /** How a text is called that was compiled from a file: by this in front of the file's name. */
  public static final String COMPILED = "PTX of ";

  /** The file's name without its folder. */
  public String fileName() {
    return fileName(file);
  }

  /** A file's name without its folder. */
  public static String fileName(String file) {
    String name = file.substring(file.lastIndexOf('/') + 1);
    return file.startsWith(COMPILED) && !name.startsWith(COMPILED) ? COMPILED + name : name;
  }

  @Override
  public String toString() {
    return file + ":" + line + ":" + column;
  }
}
