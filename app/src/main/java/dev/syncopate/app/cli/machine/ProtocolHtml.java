package dev.syncopate.app.cli.machine;

import dev.syncopate.machine.config.MachineConfig;
import dev.syncopate.study.html.PageTemplate;
import dev.syncopate.workload.runtime.Mechanisms;
import java.util.ArrayList;
import java.util.List;

/** The tables of a protocol as one page, which needs no other file. */
final class ProtocolHtml {
  private ProtocolHtml() {}

  record Page(String protocol, String summary, String machine, List<Section> sections) {}

  /** All rows have the same number of cells. */
  record Section(String id, String title, List<String> header, List<Row> rows, List<String> notes) {
    /** Whether there is a table under the title; else that is all there is. */
    boolean table() {
      return !rows.isEmpty();
    }
  }

  record Row(List<String> cells) {}

  /** The page of a protocol on a machine. */
  static String of(String protocol, MachineConfig machine) {
    List<Section> sections = new ArrayList<>();
    for (Mechanisms.Table table : Mechanisms.tables(protocol, machine)) {
      int width =
          Math.max(
              table.header().size(), table.rows().stream().mapToInt(List::size).max().orElse(0));
      sections.add(
          new Section(
              "t" + sections.size(),
              table.title(),
              table.header().isEmpty() ? List.of() : filled(table.header(), width),
              table.rows().stream().map(row -> new Row(filled(row, width))).toList(),
              table.note().lines().toList()));
    }
    Page page = new Page(protocol, Mechanisms.summary(protocol), machine.name(), sections);
    return PageTemplate.of(ProtocolHtml.class, "protocol").fill(page);
  }

  private static List<String> filled(List<String> cells, int width) {
    List<String> padded = new ArrayList<>(cells);
    while (padded.size() < width) {
      padded.add("");
    }
    return padded;
  }
}
