package dev.syncopate.app.demo;

import dev.syncopate.app.demo.DemoPlan.Model;
import dev.syncopate.study.chart.BarText;
import dev.syncopate.study.chart.VegaLiteSpecification;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The demo's speed-ups as a bar chart: a panel a machine, a group a program, a bar a model. */
final class DemoPicture {
  private static final List<String> COLOURS = List.of("#bdbdbd", "#e69f00", "#0072b2");

  private DemoPicture() {}

  static String svg(DemoResults results) {
    DemoPlan plan = results.plan();
    List<String> panels = new ArrayList<>();
    List<Map<String, Object>> rows = new ArrayList<>();
    for (String machine : plan.machines()) {
      int units = results.run(plan.baseline(machine)).units();
      String panel = machine + " (" + units + " compute units)";
      panels.add(panel);
      for (DemoPlan.Program program : plan.programs()) {
        for (Model model : plan.models()) {
          double speedUp =
              results.speedUp(results.run(new DemoPlan.Setting(machine, program, model)));
          rows.add(
              VegaLiteSpecification.row(
                  "panel",
                  panel,
                  "group",
                  program.label(),
                  "series",
                  series(model),
                  "value",
                  speedUp,
                  "label",
                  BarText.of(speedUp) + "×"));
        }
      }
    }
    List<String> series = plan.models().stream().map(DemoPicture::series).toList();
    return VegaLiteSpecification.template("panels")
        .title(
            "PageRank: what weaker orders save, what binning adds, and what scopes add to that",
            subtitle(results))
        .data(rows)
        .panels(panels)
        .order("x", plan.programs().stream().map(DemoPlan.Program::label).toList())
        .order("xOffset", series)
        .axis("y", "Speed-up")
        .colours(series, COLOURS)
        .svg();
  }

  private static String series(Model model) {
    return model.name() + ": " + model.meaning();
  }

  static String subtitle(DemoResults results) {
    DemoPlan plan = results.plan();
    return String.format(
        Locale.ROOT,
        "%,d vertices, %,d arcs, power law; protocol gpu; speed-up over %s updates under %s, same"
            + " machine",
        plan.vertices(),
        plan.vertices() * plan.degree(),
        plan.programs().getFirst().line().replaceFirst(",.*", ""),
        plan.models().getFirst().name());
  }
}
