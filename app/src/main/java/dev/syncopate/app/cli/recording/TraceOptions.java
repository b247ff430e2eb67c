package dev.syncopate.app.cli.recording;

import dev.syncopate.app.cli.console.OutputFile;
import dev.syncopate.app.cli.console.UserErrorException;
import dev.syncopate.app.cli.watch.PerturbOptions;
import dev.syncopate.check.trace.TraceChoice;
import dev.syncopate.check.trace.TraceExtent;
import dev.syncopate.check.trace.TraceKind;
import dev.syncopate.sim.config.NearestName;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options about a run's trace. */
public final class TraceOptions {
  static final String TRACE = "--trace";
  private static final String WINDOW = "--trace-window";
  private static final String UNITS = "--trace-units";
  private static final String KINDS = "--trace-kinds";
  private static final String WAITS = "--trace-waits";
  private static final String LIMIT = "--trace-limit";
  private static final String DEFAULT_LIMIT = "50MB";
  private static final int DEFAULT_WAITS = 16;
  private static final long LOAD_INTERVAL = 1000;
  private static final int MOST_UNITS = 1 << 16;

  @Option(
      names = TRACE,
      paramLabel = "FILE",
      description = "Write a trace of the run, which ui.perfetto.dev opens; 1 cycle is 1 ns there.")
  private @Nullable Path trace;

  @Option(
      names = WINDOW,
      paramLabel = "FROM:TO",
      description = "Trace these cycles only; either may be left out.")
  private @Nullable String window;

  @Option(
      names = UNITS,
      paramLabel = "LIST",
      description = "Trace these compute units only, as in 0-3,7.")
  private @Nullable String units;

  @Option(
      names = KINDS,
      paramLabel = "KIND",
      split = ",",
      description =
          "Trace only these, in addition to launches: CTA, warp, sync, promotion, load. Default: all")
  private List<String> kinds = List.of();

  @Option(
      names = WAITS,
      paramLabel = "CYCLES",
      description =
          "Show waits of a warp from so many cycles on; shorter ones count as running. Default: "
              + DEFAULT_WAITS)
  private @Nullable Integer waits;

  @Option(
      names = LIMIT,
      paramLabel = "SIZE",
      description =
          "End the trace before its file is larger, as in 200MB. Default: " + DEFAULT_LIMIT)
  private @Nullable String limit;

  void refuse(PerturbOptions perturb) {
    perturb.refuse(trace != null, TRACE);
  }

  /** A trace that was asked for. */
  record Wish(Path file, TraceChoice choice, TraceExtent extent) {}

  /**
   * What was asked for, once the file is known to be writable; null for nothing.
   *
   * @param intervals those that were asked for with it, which are shown as well
   */
  @Nullable Wish asked(IntervalOptions.@Nullable Kept intervals) {
    Path file = trace;
    if (file == null) {
      refuseAlone();
      return null;
    }
    OutputFile.check(TRACE, file);
    long[] cycles = parsedWindow();
    int shortest = waits == null ? DEFAULT_WAITS : waits;
    if (shortest < 1) {
      throw new UserErrorException(WAITS + " takes a number of cycles from 1, not " + shortest);
    }
    BitSet shown = parsedUnits();
    return new Wish(
        file,
        new TraceChoice(
            parsedKinds(),
            unit -> shown == null || shown.get(unit),
            shortest,
            intervals == null ? LOAD_INTERVAL : intervals.intervals().interval(),
            intervals != null),
        new TraceExtent(cycles[0], cycles[1], bytes(limit == null ? DEFAULT_LIMIT : limit)));
  }

  private void refuseAlone() {
    String givenOption =
        window != null
            ? WINDOW
            : units != null
                ? UNITS
                : !kinds.isEmpty() ? KINDS : waits != null ? WAITS : limit != null ? LIMIT : null;
    if (givenOption != null) {
      throw new UserErrorException(
          givenOption + " says what --trace shows, and there is no --trace");
    }
  }

  private long[] parsedWindow() {
    String text = window;
    if (text == null) {
      return new long[] {0, Long.MAX_VALUE};
    }
    String[] ends = text.split(":", -1);
    try {
      if (ends.length == 2) {
        long start = ends[0].isEmpty() ? 0 : Long.parseLong(ends[0]);
        long end = ends[1].isEmpty() ? Long.MAX_VALUE : Long.parseLong(ends[1]);
        if (start >= 0 && start < end) {
          return new long[] {start, end};
        }
      }
    } catch (NumberFormatException e) {
      // said below
    }
    throw new UserErrorException(
        WINDOW + " takes FROM:TO, cycles of which the first is less, found '" + text + "'");
  }

  private @Nullable BitSet parsedUnits() {
    String text = units;
    if (text == null) {
      return null;
    }
    BitSet shown = new BitSet();
    try {
      for (String range : text.split(",", -1)) {
        String[] ends = range.split("-", 2);
        int first = Integer.parseInt(ends[0]);
        int last = ends.length == 1 ? first : Integer.parseInt(ends[1]);
        if (first < 0 || last < first || last >= MOST_UNITS) {
          throw new NumberFormatException(range);
        }
        shown.set(first, last + 1);
      }
    } catch (NumberFormatException e) {
      throw new UserErrorException(
          UNITS + " takes numbers and ranges of compute units, as in 0-3,7, found '" + text + "'");
    }
    return shown;
  }

  private Set<TraceKind> parsedKinds() {
    if (kinds.isEmpty()) {
      return EnumSet.allOf(TraceKind.class);
    }
    Set<TraceKind> chosen = EnumSet.noneOf(TraceKind.class);
    for (String name : kinds) {
      chosen.add(
          Stream.of(TraceKind.values())
              .filter(kind -> kind.label().equalsIgnoreCase(name))
              .findFirst()
              .orElseThrow(() -> unknown(name)));
    }
    return chosen;
  }

  private static UserErrorException unknown(String name) {
    List<String> knownKinds = Arrays.stream(TraceKind.values()).map(TraceKind::label).toList();
    return new UserErrorException(
        "%s: there is nothing named %s to trace; there are %s%s"
            .formatted(
                KINDS, name, String.join(", ", knownKinds), NearestName.hint(name, knownKinds)));
  }

  private static long bytes(String text) {
    String digits = text.replaceFirst("[KMG]?B$", "");
    long factor =
        switch (text.substring(digits.length())) {
          case "KB" -> 1000;
          case "MB" -> 1_000_000;
          case "GB" -> 1_000_000_000;
          default -> 1;
        };
    try {
      long bytes = Math.multiplyExact(Long.parseLong(digits), factor);
      if (bytes >= TraceExtent.FEWEST_BYTES) {
        return bytes;
      }
    } catch (NumberFormatException | ArithmeticException e) {
      // said below
    }
    throw new UserErrorException(
        "%s takes a size from %,d bytes, as in 200MB, found '%s'"
            .formatted(LIMIT, TraceExtent.FEWEST_BYTES, text));
  }
}
