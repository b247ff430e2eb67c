package dev.syncopate.app.cli.console;

import dev.syncopate.sim.config.FileErrors;
import dev.syncopate.sim.text.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file that a command writes at its end: whole, or not at all. */
public final class OutputFile {
  private OutputFile() {}

  /**
   * Refuses, before any work is done, what could not be written after it.
   *
   * @param option for the message
   */
  public static void check(String option, Path file) {
    Path folder = file.toAbsolutePath().getParent();
    if (Files.isDirectory(file)) {
      throw new UserErrorException(option + ": " + file + " is a folder");
    }
    if (folder != null && !Files.isDirectory(folder)) {
      throw new UserErrorException(option + ": there is no folder " + folder);
    }
    if (!Files.isWritable(Files.exists(file) || folder == null ? file : folder)) {
      throw new UserErrorException(option + ": " + file + " may not be written");
    }
  }

  public static void write(String option, Path file, byte[] contents) {
    try {
      WholeFile.write(file, contents);
    } catch (IOException e) {
      throw new UserErrorException(
          "%s: cannot write %s: %s".formatted(option, file, FileErrors.reason(e)));
    }
  }
}
