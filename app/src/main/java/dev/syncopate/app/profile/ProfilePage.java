package dev.syncopate.app.profile;

import dev.syncopate.check.profile.KernelProfile;
import dev.syncopate.check.profile.LineProfile;
import dev.syncopate.check.profile.MeasureCounts;
import dev.syncopate.check.profile.Profiler;
import dev.syncopate.check.profile.SourceLine;
import dev.syncopate.study.html.PageTemplate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A profile as one page, which needs no other file: the sources with what their lines cost. What
 * was inlined is shown at the line that it was called from.
 */
public final class ProfilePage {
  /** Lines of a source shown before the first and behind the last that cost something. */
  private static final int AROUND = 5;

  private ProfilePage() {}

  record Page(String title, List<KernelView> kernels) {}

  record KernelView(
      String title,
      List<String> header,
      List<FileView> files,
      boolean hasLocks,
      List<String> lockHeader,
      List<Row> locks,
      List<Row> lines) {}

  /**
   * @param missing whether its text cannot be read: then only lines that cost something are shown
   */
  record FileView(String name, boolean missing, List<SourceRow> rows) {}

  /**
   * @param width of the bar, in per cent
   * @param cells empty where nothing was counted
   */
  record SourceRow(int number, String width, List<String> cells, String ptx, String text) {}

  record Row(List<String> cells) {}

  /**
   * The page.
   *
   * @param title what ran, on what
   * @param ptx lines of PTX that no file has, by its name: what was compiled, or came in a program
   */
  public static String of(Profiler profiler, String title, Map<String, List<String>> ptx) {
    List<KernelView> kernels =
        profiler.kernels().stream().map(kernel -> kernel(kernel, ptx)).toList();
    return PageTemplate.of(ProfilePage.class, "profile").fill(new Page(title, kernels));
  }

  private static KernelView kernel(KernelProfile kernel, Map<String, List<String>> ptx) {
    MeasureCounts total = kernel.total();
    List<LineProfile> lines = kernel.lines();
    Map<String, TreeMap<Integer, Line>> files = new LinkedHashMap<>();
    for (LineProfile line : lines) {
      SourceLine shown = line.source();
      String file = shown == null ? line.ptxFile() : shown.file();
      int number = shown == null ? line.ptx().getFirst() : shown.line();
      files
          .computeIfAbsent(file, f -> new TreeMap<>())
          .computeIfAbsent(number, n -> new Line())
          .add(line);
    }
    List<FileView> views = new ArrayList<>();
    files.forEach((name, costs) -> views.add(file(name, ptx.get(name), costs, total)));
    List<Row> rows = new ArrayList<>();
    for (LineProfile line : lines) {
      List<String> cells = new ArrayList<>(ProfileColumns.of(line.counts(), total));
      cells.add(ProfileColumns.where(line));
      rows.add(new Row(cells));
    }
    return new KernelView(
        ProfileText.title(kernel),
        ProfileColumns.LINE_HEADER,
        views,
        !kernel.locks().isEmpty(),
        ProfileColumns.LOCK_HEADER,
        kernel.locks().stream().map(lock -> new Row(ProfileColumns.of(lock))).toList(),
        rows);
  }

  private static FileView file(
      String name,
      @Nullable List<String> ptx,
      NavigableMap<Integer, Line> costs,
      MeasureCounts total) {
    List<String> texts = ptx == null ? SourceFiles.lines(name) : ptx;
    List<SourceRow> rows = new ArrayList<>();
    if (texts.isEmpty()) {
      costs.forEach((number, line) -> rows.add(line.row(number, "", total)));
      return new FileView(name, true, rows);
    }
    int firstLine = Math.max(1, costs.firstKey() - AROUND);
    int lastLine = Math.min(texts.size(), costs.lastKey() + AROUND);
    Line nothing = new Line();
    for (int number = firstLine; number <= lastLine; number++) {
      Line line = costs.getOrDefault(number, nothing);
      rows.add(line.row(number, texts.get(number - 1), total));
    }
    return new FileView(name, false, rows);
  }

  /** All that a line of a file has come to. */
  private static final class Line {
    private final MeasureCounts counts = new MeasureCounts();
    private final List<Integer> ptx = new ArrayList<>();

    void add(LineProfile line) {
      counts.add(line.counts());
      ptx.addAll(line.source() == null ? List.of() : line.ptx());
    }

    SourceRow row(int number, String text, MeasureCounts total) {
      List<String> cells =
          counts.isEmpty()
              ? ProfileColumns.LINE_HEADER.stream().map(column -> "").toList()
              : ProfileColumns.of(counts, total);
      String width =
          counts.isEmpty() ? "0%" : ProfileColumns.share(counts.warpCycles(), total.warpCycles());
      return new SourceRow(
          number, width, cells, ProfileColumns.ranges(ptx.stream().sorted().toList()), text);
    }
  }
}
