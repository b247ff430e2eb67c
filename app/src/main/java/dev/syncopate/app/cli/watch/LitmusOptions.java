package dev.syncopate.app.cli.watch;

import dev.syncopate.app.cli.console.OutputFile;
import dev.syncopate.app.cli.console.UserErrorException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options about litmus tests of what checks find. */
public final class LitmusOptions {
  private static final Pattern PLACE = Pattern.compile(".+:[0-9]+");
  private static final Pattern NUMBER = Pattern.compile("[1-9][0-9]{0,8}");

  @Option(
      names = "--litmus",
      paramLabel = "FOLDER",
      description =
          "Write a litmus test there of each race that --check races finds, or, where it finds none,"
              + " of each way in which conflicting accesses were ordered.")
  private @Nullable Path folder;

  @Option(
      names = "--litmus-at",
      paramLabel = "FILE:LINE",
      description = "Of those, write only the tests in which a line takes part.")
  private @Nullable String place;

  /** For {@code extract}: which test is printed, by the finding's number or by a line. */
  @Option(names = "--litmus-print", hidden = true)
  private @Nullable String printed;

  /** For {@code extract}: where that one goes. */
  @Option(names = "--litmus-file", hidden = true)
  private @Nullable Path file;

  /** Where the test goes that is printed; null for standard output. */
  @Nullable Path file() {
    return file;
  }

  /** Whether one test is what was asked for, so that what people read goes elsewhere. */
  public boolean printsTest() {
    return printed != null;
  }

  /**
   * The exit code: where one test is asked for, that there are races is no failure.
   *
   * @param otherwise the command's own
   * @param checked with what checks have found
   */
  public int exitCode(int otherwise, int checked) {
    return printed == null ? checked : otherwise;
  }

  /** Whether a test is asked for. */
  public boolean wanted() {
    return folder != null || printed != null;
  }

  /** Where tests go; null for nowhere. */
  @Nullable Path folder() {
    return folder;
  }

  /** The line that takes part; null for any. */
  @Nullable String at() {
    return place;
  }

  /** The one that is printed; null for none. */
  @Nullable String printed() {
    return printed;
  }

  /** Whether it is the number of a finding. */
  static boolean isNumber(String selector) {
    return NUMBER.matcher(selector).matches();
  }

  /**
   * Checks what {@code extract} is asked for.
   *
   * @throws UserErrorException if it is neither a number nor a line
   */
  public static void checkWhich(String selector) {
    if (!isNumber(selector) && !PLACE.matcher(selector).matches()) {
      throw new UserErrorException(
          "expected the number of a finding or FILE:LINE, found '" + selector + "'");
    }
  }

  void check() {
    if (place != null && folder == null) {
      throw new UserErrorException("--litmus-at chooses what --litmus writes, and there is none");
    }
    if (place != null && !PLACE.matcher(place).matches()) {
      throw new UserErrorException("--litmus-at takes FILE:LINE, found '" + place + "'");
    }
    if (folder != null) {
      try {
        Files.createDirectories(folder);
      } catch (IOException e) {
        throw new UserErrorException(
            "--litmus: cannot make the folder %s: %s".formatted(folder, e.getMessage()));
      }
    }
    if (file != null) {
      OutputFile.check("--output", file);
    }
  }
}
