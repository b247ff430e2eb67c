package dev.syncopate.app.cli.recording;

import dev.syncopate.app.cli.console.OutputFile;
import dev.syncopate.app.cli.console.UserErrorException;
import dev.syncopate.app.cli.watch.PerturbOptions;
import dev.syncopate.app.report.IntervalTable;
import dev.syncopate.check.interval.Intervals;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Statistics interval by interval. */
public final class IntervalOptions {
  private static final String INTERVAL = "--interval";

  @Option(
      names = INTERVAL,
      paramLabel = "CYCLES[=FILE.csv]",
      description =
          "What is counted in each interval of so many cycles: to FILE.csv, and with --json as its"
              + " member intervals.")
  private @Nullable String interval;

  /** The intervals of a run, and where they go. */
  record Kept(Intervals intervals, @Nullable Path file) {
    /** Writes the file, if one was asked for. */
    void write() {
      if (file != null) {
        String csv = IntervalTable.csv(intervals);
        OutputFile.write(INTERVAL, file, csv.getBytes(StandardCharsets.UTF_8));
      }
    }
  }

  void refuse(PerturbOptions perturb) {
    perturb.refuse(interval != null, INTERVAL);
  }

  /**
   * What was asked for, once a file is known to be writable; null for nothing.
   *
   * @param json whether a JSON document is written
   */
  @Nullable Kept asked(boolean json) {
    String text = interval;
    if (text == null) {
      return null;
    }
    int equals = text.indexOf('=');
    Path file = equals < 0 ? null : Path.of(text.substring(equals + 1));
    if (file != null) {
      OutputFile.check(INTERVAL, file);
    } else if (!json) {
      throw new UserErrorException(
          "--interval " + text + " has nowhere to go: give it =FILE.csv, or --json FILE as well");
    }
    return new Kept(new Intervals(cycles(equals < 0 ? text : text.substring(0, equals))), file);
  }

  private static long cycles(String text) {
    long cycles = -1;
    try {
      cycles = Long.parseLong(text);
    } catch (NumberFormatException e) {
      // said below
    }
    if (cycles < 1 || cycles > 1L << 40) {
      throw new UserErrorException(
          "--interval takes a number of cycles from 1, and =FILE.csv after it, found '"
              + text
              + "'");
    }
    return cycles;
  }
}
