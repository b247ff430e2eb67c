package dev.syncopate.app.profile;

import dev.syncopate.check.profile.KernelProfile;
import dev.syncopate.check.profile.LineProfile;
import dev.syncopate.check.profile.MeasureCounts;
import dev.syncopate.check.profile.ProfileMeasure;
import dev.syncopate.check.profile.Profiler;
import dev.syncopate.check.profile.SourceLine;
import dev.syncopate.check.profile.lock.LockFigures;
import dev.syncopate.sim.text.KernelName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A profile for people: the lines that cost most, and the locks that were waited for longest. */
public final class ProfileText {
  private static final int MOST_LINES = 12;
  private static final int MOST_LOCKS = 8;

  /** Characters of a line of the source. */
  private static final int LONGEST = 48;

  /** The sources, by name. */
  private final Map<String, List<String>> texts = new HashMap<>();

  private final StringBuilder out = new StringBuilder();

  private ProfileText() {}

  /** The lines, each with a line feed at its end. */
  public static String of(Profiler profiler) {
    ProfileText text = new ProfileText();
    profiler.kernels().forEach(text::kernel);
    return text.out.toString();
  }

  private void kernel(KernelProfile kernel) {
    MeasureCounts total = kernel.total();
    List<LineProfile> lines = kernel.lines();
    out.append(title(kernel)).append('\n');
    List<List<String>> rows = new ArrayList<>();
    rows.add(with(ProfileColumns.LINE_HEADER, "line"));
    for (LineProfile line : lines.subList(0, Math.min(MOST_LINES, lines.size()))) {
      rows.add(
          with(ProfileColumns.of(line.counts(), total), ProfileColumns.where(line) + text(line)));
    }
    table(
        rows,
        List.of(
            ProfileColumns.LINE_HEADER.indexOf("waits for"), ProfileColumns.LINE_HEADER.size()));
    if (lines.size() > MOST_LINES) {
      MeasureCounts rest = new MeasureCounts();
      lines.subList(MOST_LINES, lines.size()).forEach(line -> rest.add(line.counts()));
      out.append(
          String.format(
              Locale.ROOT,
              "  %d more lines: %s\n",
              lines.size() - MOST_LINES,
              ProfileColumns.share(rest.warpCycles(), total.warpCycles())));
    }
    if (elsewhere(kernel)) {
      out.append(
          String.format(
              Locale.ROOT,
              "  begin and end of launches: %,d flushes, %,d invalidations\n",
              kernel.elsewhere().of(ProfileMeasure.FLUSHES),
              kernel.elsewhere().of(ProfileMeasure.INVALIDATIONS)));
    }
    locks(kernel.locks());
  }

  /** The line itself, as far as there is room; nothing where it cannot be read. */
  private String text(LineProfile line) {
    SourceLine place = line.source();
    String file = place == null ? line.ptxFile() : place.file();
    int number = place == null ? line.ptx().getFirst() : place.line();
    List<String> lines = texts.computeIfAbsent(file, SourceFiles::lines);
    if (number > lines.size()) {
      return "";
    }
    String text = lines.get(number - 1).strip().replace('\t', ' ');
    return "  " + (text.length() > LONGEST ? text.substring(0, LONGEST - 1) + "…" : text);
  }

  private static boolean elsewhere(KernelProfile kernel) {
    return kernel.elsewhere().of(ProfileMeasure.FLUSHES)
            + kernel.elsewhere().of(ProfileMeasure.INVALIDATIONS)
        > 0;
  }

  /** What was profiled, in one line. */
  static String title(KernelProfile kernel) {
    return String.format(
        Locale.ROOT,
        "profile of %s: %,d warp-cycles in %s",
        KernelName.readable(kernel.name()),
        kernel.total().warpCycles(),
        kernel.launches() == 1 ? "1 launch" : kernel.launches() + " launches");
  }

  private void locks(List<LockFigures> locks) {
    if (locks.isEmpty()) {
      return;
    }
    List<List<String>> rows = new ArrayList<>();
    rows.add(ProfileColumns.LOCK_HEADER);
    locks.stream().limit(MOST_LOCKS).map(ProfileColumns::of).forEach(rows::add);
    table(rows, List.of(0));
    if (locks.size() > MOST_LOCKS) {
      out.append("  ").append(locks.size() - MOST_LOCKS).append(" more locks\n");
    }
  }

  private static List<String> with(List<String> cells, String last) {
    List<String> extended = new ArrayList<>(cells);
    extended.add(last);
    return extended;
  }

  /**
   * Columns that are empty but for their headers are left out.
   *
   * @param words columns at the left of their places
   */
  private void table(List<List<String>> rows, List<Integer> words) {
    int columns = rows.getFirst().size();
    int[] widths = new int[columns];
    for (List<String> row : rows.subList(1, rows.size())) {
      for (int i = 0; i < columns; i++) {
        int header = row.get(i).isEmpty() ? 0 : rows.getFirst().get(i).length();
        widths[i] = Math.max(widths[i], Math.max(header, row.get(i).length()));
      }
    }
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < columns; i++) {
        if (widths[i] > 0) {
          String pad = " ".repeat(widths[i] - row.get(i).length());
          line.append("  ").append(words.contains(i) ? row.get(i) + pad : pad + row.get(i));
        }
      }
      out.append(line.toString().stripTrailing()).append('\n');
    }
  }
}
