package dev.syncopate.app.demo;

import dev.syncopate.app.report.Version;
import java.util.List;

/** The demo's picture and numbers as one page that loads nothing. */
final class DemoPage {
  private static final String HEAD =
      """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>Syncopate demo</title>
      <style>
      :root { color-scheme: light dark; --ink: #1a1a1a; --ground: #fcfcfc; --rule: #cccccc; --soft: #f0f0f0; }
      @media (prefers-color-scheme: dark) {
        :root { --ink: #e8e8e8; --ground: #16181c; --rule: #444444; --soft: #22252b; }
      }
      body { max-width: 980px; margin: 2rem auto; padding: 0 1rem; color: var(--ink); background: var(--ground);
        font: 16px/1.5 Helvetica, Arial, "Liberation Sans", "DejaVu Sans", sans-serif; }
      h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2rem; }
      svg { max-width: 100%; height: auto; }
      .wide { overflow-x: auto; }
      table { border-collapse: collapse; font-size: 0.85rem; white-space: nowrap; }
      th, td { padding: 0.25rem 0.7rem; text-align: right; border-bottom: 1px solid var(--rule); }
      th:nth-child(-n+3), td:nth-child(-n+3) { text-align: left; }
      tr.first td { border-top: 2px solid var(--rule); }
      td { font-variant-numeric: tabular-nums; }
      pre { background: var(--soft); padding: 0.8rem; overflow-x: auto; font-size: 0.8rem; border-radius: 6px; }
      </style>
      </head>
      <body>
      """;

  private static final String INTRODUCTION =
      """
      <p>Each vertex of a graph adds its share of rank to its successors with a floating-point atomic. The same kernels ran
      on every machine and under every consistency model; only what an atomic is taken to promise differs. An acquire
      invalidates the L1 and a release flushes it, out to the scope named, so that each promise has its price.
      All ranks were checked against a reference in double precision.</p>
      """;

  private static final String READING =
      """
      <h2>How to read it</h2>
      <ul>
      <li><b>drf0</b> takes every atomic to order everything across the GPU, whatever the program says: every update
      flushes and invalidates.</li>
      <li><b>hrf</b> does what is written: relaxed atomics order nothing and go straight to the L2; an atomic at cta scope
      is performed in the L1, which is right only because the binned kernel gives each target to one CTA.</li>
      <li><b>drfrlx</b> honours the order and ignores the scope: the binned kernel's atomics go to the L2 as well.</li>
      <li>The <b>binned</b> kernel also shares the arcs out evenly, where one vertex a thread waits for the vertex with the
      most arcs; compare it with itself under the three models to see what order and scope alone do.</li>
      </ul>
      """;

  private DemoPage() {}

  static String html(DemoResults results) {
    StringBuilder page = new StringBuilder(HEAD);
    page.append("<h1>What synchronisation costs: PageRank on two simulated GPUs</h1>\n");
    page.append(INTRODUCTION);
    page.append(DemoPicture.svg(results));
    page.append("<h2>Numbers</h2>\n<div class=\"wide\">\n")
        .append(table(results))
        .append("</div>\n");
    page.append(READING);
    page.append("<h2>Run one of them again</h2>\n<pre>")
        .append(escape(command(results)))
        .append("</pre>\n<p>Syncopate ")
        .append(escape(Version.text()))
        .append(". The numbers are the same on every run and machine.</p>\n</body>\n</html>\n");
    return page.toString();
  }

  private static String command(DemoResults results) {
    DemoPlan plan = results.plan();
    return plan.command(plan.settings().getLast());
  }

  private static String table(DemoResults results) {
    StringBuilder table = new StringBuilder("<table>\n");
    List<List<String>> rows = DemoTable.rows(results);
    String machine = "";
    for (int r = 0; r < rows.size(); r++) {
      String cell = r == 0 ? "th" : "td";
      boolean first = r > 0 && !rows.get(r).getFirst().equals(machine);
      machine = rows.get(r).getFirst();
      table.append(first ? "<tr class=\"first\">" : "<tr>");
      for (String text : rows.get(r)) {
        table.append('<').append(cell).append('>').append(escape(text));
        table.append("</").append(cell).append('>');
      }
      table.append("</tr>\n");
    }
    return table.append("</table>\n").toString();
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
