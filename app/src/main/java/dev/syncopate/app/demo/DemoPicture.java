package dev.syncopate.app.demo;

import dev.syncopate.app.demo.DemoPlan.Model;
import dev.syncopate.app.demo.DemoPlan.Program;
import dev.syncopate.app.demo.DemoPlan.Setting;
import dev.syncopate.study.chart.BarChart;
import dev.syncopate.study.chart.BarChart.Group;
import dev.syncopate.study.chart.BarChart.Panel;
import dev.syncopate.study.chart.BarChartSvg;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The demo's speed-ups as a bar chart: a panel a machine, a group a program, a bar a model. */
final class DemoPicture {
  private DemoPicture() {}

  static String svg(DemoResults results) {
    DemoPlan plan = results.plan();
    List<Panel> panels = new ArrayList<>();
    for (String machine : plan.machines()) {
      List<Group> groups = new ArrayList<>();
      for (Program program : plan.programs()) {
        List<Double> values = new ArrayList<>();
        for (Model model : plan.models()) {
          values.add(results.speedUp(results.run(new Setting(machine, program, model))));
        }
        groups.add(new Group(program.label(), values));
      }
      int units = results.run(plan.baseline(machine)).units();
      panels.add(new Panel(machine + " (" + units + " compute units)", groups));
    }
    List<String> series =
        plan.models().stream().map(model -> model.name() + ": " + model.meaning()).toList();
    return BarChartSvg.draw(
        new BarChart(
            "PageRank: what weaker orders save, what binning adds, and what scopes add to that",
            subtitle(results),
            "Speed-up",
            "×",
            series,
            panels));
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
