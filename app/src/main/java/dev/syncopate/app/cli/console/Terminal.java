package dev.syncopate.app.cli.console;

import dev.syncopate.app.report.ProgressDisplay;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Test whether standard error is a terminal, which the JDK does not provide. */
public final class Terminal {
  /** Set to true or false by the launcher, which can ask the shell. */
  static final String PROPERTY = "syncopate.terminal";

  private Terminal() {}

  /** Set by the launcher to how wide the terminal is. */
  private static final String COLUMNS = "syncopate.columns";

  /** Set by the launcher to how wide standard output is, if it is a terminal. */
  private static final String OUTPUT_COLUMNS = "syncopate.output.columns";

  private static final int USUAL_COLUMNS = 80;

  /** How wide standard error is, if it is a terminal; the usual width where it is unknown. */
  public static int columns() {
    return columns(System.getProperty(COLUMNS, ""));
  }

  /** How wide standard output is: without a bound where it is no terminal. */
  public static int outputColumns() {
    String configured = System.getProperty(OUTPUT_COLUMNS, "");
    return configured.isEmpty() ? Integer.MAX_VALUE : columns(configured);
  }

  static int columns(String text) {
    return text.matches("[1-9]\\d{0,4}") ? Integer.parseInt(text) : USUAL_COLUMNS;
  }

  /** Whether a line written to standard error may be rewritten. */
  static boolean isInteractive() {
    return decide(System.getProperty(PROPERTY), System.getenv(), standardError());
  }

  /**
   * Where a command shows how far it is.
   *
   * @param err standard error
   */
  public static ProgressDisplay progress(PrintWriter err) {
    return new ProgressDisplay(
        EscapedOutput.raw(err), isInteractive(), columns(), System::nanoTime);
  }

  /** In place of standard error, for a command that is to be quiet. */
  public static PrintWriter nowhere() {
    return new PrintWriter(Writer.nullWriter());
  }

  static boolean decide(
      @Nullable String property, Map<String, String> environment, String standardError) {
    if ("dumb".equals(environment.get("TERM"))) {
      return false;
    }
    return property != null
        ? Boolean.parseBoolean(property)
        : standardError.startsWith("/dev/pts/") || standardError.startsWith("/dev/tty");
  }

  private static String standardError() {
    try {
      return Files.readSymbolicLink(Path.of("/proc/self/fd/2")).toString();
    } catch (IOException | UnsupportedOperationException e) {
      return ""; // not Linux: only the launcher knows
    }
  }
}
