package dev.syncopate.study.report;

import dev.syncopate.study.figure.BarFigure;
import dev.syncopate.study.figure.BoxPlotFigure;
import dev.syncopate.study.figure.Claim;
import dev.syncopate.study.figure.Figure;
import dev.syncopate.study.figure.HeatMap;
import dev.syncopate.study.figure.LineFigure;
import dev.syncopate.study.figure.MeshFigure;
import dev.syncopate.study.figure.RejudgedClaims;
import dev.syncopate.study.figure.SmallMultiplesFigure;
import dev.syncopate.study.figure.StackedBarFigure;
import dev.syncopate.study.figure.StudyFindings;
import dev.syncopate.study.figure.TableFigure;
import dev.syncopate.study.grid.Coordinate;
import dev.syncopate.study.grid.ResultGrid;
import dev.syncopate.study.job.JobResult;
import dev.syncopate.study.job.JobResultJson;
import dev.syncopate.study.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A study as one document: figures, claims, and each simulation without its samples. */
final class JsonReport {
  /** Version of the document: a new one whenever a member changes its name or meaning. */
  static final int SCHEMA = 1;

  /** What no two runs share, so that the files of a study say nothing of it. */
  private static final List<String> HOST_TIMES = List.of("wallSeconds", "cpuSeconds");

  private JsonReport() {}

  static String of(StudyFindings findings, ResultGrid grid, String version) {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("schema", SCHEMA);
    document.put("study", findings.name());
    document.put("title", findings.title());
    document.put("version", version);
    document.put("facts", findings.facts());
    List<Object> inputs = new ArrayList<>();
    for (StudyFindings.Input input : findings.inputs()) {
      inputs.add(
          members(
              "subject", input.subject(),
              "workload", input.workload(),
              "published", input.published(),
              "used", input.used()));
    }
    document.put("inputs", inputs);
    document.put("figures", findings.figures().stream().map(JsonReport::figure).toList());
    document.put(
        "claims",
        findings.claims().stream().map(claim -> claim(claim, findings.beside())).toList());
    List<Object> results = new ArrayList<>();
    for (Map.Entry<Coordinate, JobResult> entry : grid.results().entrySet()) {
      Map<String, Object> result =
          members(
              "subject", entry.getKey().subject(),
              "scenario", entry.getKey().scenario(),
              "machine", entry.getKey().machine());
      result.putAll(JobResultJson.document(entry.getValue()));
      result.remove("distributions");
      HOST_TIMES.forEach(result::remove);
      results.add(result);
    }
    document.put("results", results);
    return Json.write(document);
  }

  private static Map<String, Object> figure(Figure figure) {
    Map<String, Object> document =
        members("id", figure.id(), "title", figure.title(), "note", figure.note());
    switch (figure) {
      case BarFigure bars -> {
        document.put("unit", bars.unit());
        document.put("series", bars.series());
        document.put("groups", groups(bars, bars.groups()));
        document.put("means", groups(bars, bars.means()));
      }
      case BoxPlotFigure boxes -> {
        List<Object> list = new ArrayList<>();
        for (BoxPlotFigure.Box box : boxes.boxes()) {
          list.add(
              members(
                  "group", box.group(),
                  "series", box.series(),
                  "minimum", box.low(),
                  "quartile1", box.lower(),
                  "median", box.median(),
                  "quartile3", box.upper(),
                  "maximum", box.high(),
                  "samples", box.samples()));
        }
        document.put("boxes", list);
      }
      case LineFigure lines -> {
        document.put("unit", lines.unit());
        document.put("series", lines.series());
        document.put("points", points(lines.across(), lines.points()));
      }
      case SmallMultiplesFigure multiples -> {
        document.put("unit", multiples.unit());
        document.put("series", multiples.series());
        List<Object> panels = new ArrayList<>();
        multiples
            .panels()
            .forEach(panel ->
                panels.add(
                    members(
                        "panel",
                        panel.title(),
                        "points",
                        points(multiples.across(), panel.points()))));
        document.put("panels", panels);
      }
      case HeatMap map -> {
        document.put("unit", map.unit());
        document.put("across", map.across());
        document.put("down", map.down());
        document.put("columns", map.columns());
        document.put("rows", map.rows());
        document.put("values", map.values());
      }
      case MeshFigure meshes ->
          document.put(
              "panels",
              meshes.panels().stream()
                  .map(panel ->
                      members(
                          "panel",
                          panel.title(),
                          "links",
                          panel.links().stream()
                              .map(link ->
                                  members(
                                      "router",
                                      link.router(),
                                      "to",
                                      link.destination(),
                                      "busy",
                                      link.busy()))
                              .toList()))
                  .toList());
      case StackedBarFigure stacks -> {
        document.put("unit", stacks.unit());
        document.put("series", stacks.series());
        document.put("parts", stacks.parts());
        document.put(
            "groups",
            stacks.groups().stream()
                .map(group -> members("label", group.label(), "values", group.stacks()))
                .toList());
      }
      case TableFigure table -> {
        document.put("header", table.header());
        document.put("rows", table.rows());
      }
    }
    return document;
  }

  private static List<Object> points(String across, List<LineFigure.Point> points) {
    List<Object> list = new ArrayList<>();
    points.forEach(point -> list.add(members(across, point.x(), "values", point.values())));
    return list;
  }

  private static List<Object> groups(BarFigure bars, List<BarFigure.Group> groups) {
    List<Object> list = new ArrayList<>();
    for (BarFigure.Group group : groups) {
      Map<String, Object> published = new LinkedHashMap<>();
      for (BarFigure.Stated stated : bars.stated()) {
        if (stated.group().equals(group.label())) {
          published.put(stated.series(), stated.value());
        }
      }
      list.add(members("group", group.label(), "values", group.values(), "published", published));
    }
    return list;
  }

  private static Map<String, Object> claim(Claim claim, List<RejudgedClaims> beside) {
    Map<String, Object> document = claim(claim);
    if (!beside.isEmpty()) {
      Map<String, Object> alternatives = new LinkedHashMap<>();
      for (RejudgedClaims judged : beside) {
        Claim alternative = judged.claim(claim.id());
        alternatives.put(
            judged.name(),
            members("measured", alternative.measured(), "verdict", alternative.verdict().words()));
      }
      document.put("beside", alternatives);
    }
    return document;
  }

  private static Map<String, Object> claim(Claim claim) {
    return members(
        "id", claim.id(),
        "source", claim.source(),
        "statement", claim.statement(),
        "criterion", claim.criterion(),
        "published", claim.published(),
        "measured", claim.measured(),
        "verdict", claim.verdict().words());
  }

  private static Map<String, Object> members(Object... namesAndValues) {
    Map<String, Object> members = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      members.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return members;
  }
}
