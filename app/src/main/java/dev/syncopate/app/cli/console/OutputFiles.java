package dev.syncopate.app.cli.console;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The files that a command writes at its end. One that cannot be written keeps nothing else from
 * appearing; what went wrong is said last.
 */
public final class OutputFiles {
  private final List<String> errors = new ArrayList<>();

  /**
   * Writes a file.
   *
   * @param option for the message
   */
  public void write(String option, Path file, byte[] contents) {
    attempt(() -> OutputFile.write(option, file, contents));
  }

  /** Does something that may fail with a {@link UserErrorException}. */
  public void attempt(Runnable output) {
    try {
      output.run();
    } catch (UserErrorException e) {
      errors.add(String.valueOf(e.getMessage()));
    }
  }

  /**
   * Says what could not be written.
   *
   * @param code the exit code if everything was
   */
  public int finish(int code, PrintWriter err) {
    errors.forEach(error -> err.println("error: " + error));
    return errors.isEmpty() || code != ExitCode.RIGHT ? code : ExitCode.USAGE;
  }
}
