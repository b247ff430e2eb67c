package dev.syncopate.app.demo;

import dev.syncopate.app.report.ProgressDisplay;
import dev.syncopate.sim.text.WholeFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The demo from beginning to end. */
public final class Demo {
  private final DemoPlan plan;

  /** What {@code ./syncopate demo} shows. */
  public Demo() {
    this(DemoPlan.standard());
  }

  Demo(DemoPlan plan) {
    this.plan = plan;
  }

  /**
   * Simulates, prints the table, and writes {@code pagerank.svg} and {@code index.html}.
   *
   * @param folder for the picture and the page; made if it is not there
   * @param threads settings simulated at once
   * @param out for the table
   * @param progress where it is shown how far it is
   * @param stop whether to end: then the table has what was simulated, and neither picture nor page
   *     is written
   * @return whether every answer was right
   * @throws IOException if the folder cannot be written
   */
  public boolean run(
      Path folder, int threads, PrintWriter out, ProgressDisplay progress, BooleanSupplier stop)
      throws IOException {
    Files.createDirectories(
        folder); // before the work, so that a folder that cannot be made costs none
    int settings = plan.settings().size();
    DemoResults results =
        DemoResults.simulate(
            plan,
            threads,
            completed -> progress.show(() -> "demo: " + completed + " of " + settings + " runs"),
            stop);
    progress.clear();
    if (!results.complete()) {
      interrupted(results, out);
      return results.verified();
    }
    table(results, out);
    Path picture = folder.resolve("pagerank.svg");
    Path page = folder.resolve("index.html");
    IOException failed = write("Picture: ", picture, DemoPicture.svg(results), out);
    IOException second = write("Page:    ", page, DemoPage.html(results), out);
    out.flush();
    if (failed != null || second != null) {
      throw failed != null ? failed : second;
    }
    return results.verified();
  }

  private static void table(DemoResults results, PrintWriter out) {
    out.println("PageRank: " + DemoPicture.subtitle(results));
    out.printf("Shown: model %s%n", DemoPlan.PRINTED_MODEL);
    out.println();
    out.print(DemoTable.text(results));
    out.println();
    for (DemoRun run : results.runs()) {
      if (!run.outcome().verified()) {
        out.printf(
            "WRONG on %s, %s, %s: %s%n",
            run.setting().machine(),
            run.setting().program().line(),
            run.setting().model().name(),
            run.outcome().message());
      }
    }
  }

  /** What there is, and what is missing. */
  private void interrupted(DemoResults results, PrintWriter out) {
    if (results.runs().stream().anyMatch(run -> DemoPlan.printed(run.setting()))) {
      table(results, out);
    }
    out.printf(
        "Interrupted: %d of %d runs were made; there is no picture. Not simulated:%n",
        results.runs().size(), plan.settings().size());
    for (DemoPlan.Setting setting : plan.settings()) {
      if (!results.has(setting)) {
        out.printf(
            "  %s, %s, %s%n", setting.machine(), setting.program().line(), setting.model().name());
      }
    }
    out.flush();
  }

  /** Writes a file and says so; what goes wrong must not keep others from being written. */
  private static @Nullable IOException write(
      String label, Path file, String text, PrintWriter out) {
    try {
      WholeFile.write(file, text);
      out.println(label + file);
      return null;
    } catch (IOException e) {
      return e;
    }
  }
}
