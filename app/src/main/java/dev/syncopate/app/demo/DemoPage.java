package dev.syncopate.app.demo;

import dev.syncopate.app.report.Version;
import dev.syncopate.study.html.PageTemplate;
import java.util.ArrayList;
import java.util.List;

/** The demo's picture and numbers as one page that loads nothing; {@code demo.mustache}, filled. */
final class DemoPage {
  private DemoPage() {}

  /** Contents of the template. */
  private record View(
      String picture, List<String> header, List<Row> rows, String command, String version) {}

  /**
   * A row of numbers.
   *
   * @param first whether it is the first of its machine
   */
  private record Row(boolean first, List<String> cells) {}

  static String html(DemoResults results) {
    List<List<String>> table = DemoTable.rows(results);
    List<Row> rows = new ArrayList<>();
    String machine = "";
    for (List<String> cells : table.subList(1, table.size())) {
      rows.add(new Row(!cells.getFirst().equals(machine), cells));
      machine = cells.getFirst();
    }
    DemoPlan plan = results.plan();
    return PageTemplate.of(DemoPage.class, "demo")
        .fill(
            new View(
                DemoPicture.svg(results),
                table.getFirst(),
                rows,
                plan.command(plan.settings().getLast()),
                Version.text()));
  }
}
