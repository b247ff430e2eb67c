package dev.syncopate.study.report;

import dev.syncopate.study.figure.Bars;
import dev.syncopate.study.figure.Claim;
import dev.syncopate.study.figure.Figure;
import dev.syncopate.study.figure.Findings;
import dev.syncopate.study.figure.Table;
import dev.syncopate.study.grid.Coordinate;
import dev.syncopate.study.job.JobResult;
import dev.syncopate.study.json.Json;
import java.util.List;
import java.util.Map;

/** A study as one page that loads nothing: its libraries, data and styles are in it. */
final class HtmlPage {
  private static final List<String> LIBRARIES =
      List.of("vega.min.js", "vega-lite.min.js", "vega-embed.min.js");
  private final StringBuilder page = new StringBuilder();

  private HtmlPage() {}

  /**
   * @param failures results that are no answer, to be named
   * @param command that repeats the study
   */
  static String of(
      Findings findings, Map<Coordinate, JobResult> failures, String version, String command) {
    HtmlPage html = new HtmlPage();
    html.head(findings);
    html.summary(findings, failures);
    findings.figures().forEach(figure -> html.figure(figure, findings.figures()));
    if (!findings.claims().isEmpty()) {
      html.claims(findings);
    }
    html.foot(version, command, !findings.claims().isEmpty());
    return html.page.toString();
  }

  private void head(Findings findings) {
    page.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
        .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
        .append("<title>")
        .append(escape(findings.title()))
        .append("</title>\n<style>\n")
        .append(Resources.text("page.css"))
        .append("</style>\n")
        .append("<!-- This page contains Vega, Vega-Lite and Vega-Embed (BSD-3-Clause),")
        .append(" and parts of D3 (ISC, Mike Bostock):\n\n")
        .append(Resources.text("vega/LICENSE-vega.txt"))
        .append("-->\n");
    for (String library : LIBRARIES) {
      page.append("<script>")
          .append(Resources.text("vega/" + library).replaceAll("(?m)^//# sourceMappingURL.*$", ""))
          .append("</script>\n");
    }
    page.append("</head>\n<body>\n");
  }

  private void summary(Findings findings, Map<Coordinate, JobResult> failures) {
    page.append("<h1>").append(escape(findings.title())).append("</h1>\n");
    findings.facts().forEach(fact -> paragraph("", fact));
    if (!findings.claims().isEmpty()) {
      paragraph("", "The paper's claims: " + TextReport.count(findings.claims()) + ".");
    }
    if (!failures.isEmpty()) {
      page.append("<h2>Runs without a right answer</h2>\n<ul>\n");
      failures.forEach((at, result) ->
          page.append("<li class=\"not-held\">")
              .append(escape(at + ": " + result.message().lines().findFirst().orElse("")))
              .append("</li>\n"));
      page.append("</ul>\n");
    }
    if (!findings.inputs().isEmpty()) {
      page.append("<details><summary>Inputs</summary>\n<div class=\"wide\"><table>\n");
      row("th", "", List.of("subject", "workload", "in the paper", "here"), 4);
      for (Findings.Input input : findings.inputs()) {
        row(
            "td",
            "",
            List.of(input.subject(), input.workload(), input.published(), input.used()),
            4);
      }
      page.append("</table></div></details>\n");
    }
  }

  private void figure(Figure figure, List<Figure> all) {
    page.append("<h2 id=\"").append(figure.id()).append("\">");
    page.append(escape(figure.title())).append("</h2>\n");
    paragraph("small", figure.note());
    VegaSpec.of(figure, all).ifPresent(spec -> chart(figure.id(), spec));
    if (figure instanceof Bars bars) {
      page.append("<noscript>").append(BarPicture.svg(bars)).append("</noscript>\n");
    }
    boolean table = figure instanceof Table;
    page.append(table ? "" : "<details><summary>Numbers</summary>\n");
    page.append("<div class=\"wide\"><table>\n");
    List<List<String>> rows = Rows.of(figure);
    int means = figure instanceof Bars bars ? bars.groups().size() : Integer.MAX_VALUE;
    for (int r = 0; r < rows.size(); r++) {
      row(r == 0 ? "th" : "td", r > means ? "mean" : "", rows.get(r), Rows.words(figure));
    }
    page.append("</table></div>").append(table ? "\n" : "</details>\n");
  }

  private void chart(String id, Map<String, Object> spec) {
    page.append("<div class=\"chart\" id=\"chart-").append(id).append("\"></div>\n");
    page.append("<script>vegaEmbed(\"#chart-")
        .append(id)
        .append("\", ")
        .append(Json.write(spec).strip().replace("</", "<\\/"))
        .append(", {renderer: \"svg\", actions: {export: true, source: false, compiled: false,")
        .append(" editor: false}});</script>\n");
  }

  private void claims(Findings findings) {
    page.append("<h2 id=\"claims\">What the paper says, and what came out here</h2>\n");
    paragraph("small", TextReport.count(findings.claims()) + ".");
    page.append("<div class=\"wide\"><table>\n");
    row("th", "", List.of("", "claim", "published", "measured", "criterion"), 5);
    for (Claim claim : findings.claims()) {
      String verdict = claim.verdict().words();
      page.append("<tr><td class=\"word ")
          .append(verdict.replace(' ', '-'))
          .append("\">")
          .append(verdict)
          .append("</td>");
      text(claim.statement() + " (" + claim.source() + ")");
      page.append("<td>").append(escape(claim.published())).append("</td>");
      text(claim.measured());
      text(claim.criterion());
      page.append("</tr>\n");
    }
    page.append("</table></div>\n");
  }

  private void foot(String version, String command, boolean paper) {
    page.append("<h2>Run it again</h2>\n<pre>").append(escape(command)).append("</pre>\n");
    paragraph(
        "small",
        "Syncopate "
            + version
            + ". Cycles and counters are the same on every run and machine."
            + (paper ? " Diamonds and numbers in brackets are what the paper states." : ""));
    page.append("</body>\n</html>\n");
  }

  private void paragraph(String style, String text) {
    page.append(style.isEmpty() ? "<p>" : "<p class=\"" + style + "\">")
        .append(escape(text))
        .append("</p>\n");
  }

  private void text(String text) {
    page.append("<td class=\"text\">").append(escape(text)).append("</td>");
  }

  private void row(String cell, String style, List<String> texts, int words) {
    page.append(style.isEmpty() ? "<tr>" : "<tr class=\"" + style + "\">");
    for (int i = 0; i < texts.size(); i++) {
      page.append('<').append(cell).append(i < words ? " class=\"word\">" : ">");
      page.append(escape(texts.get(i))).append("</").append(cell).append('>');
    }
    page.append("</tr>\n");
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
