package dev.syncopate.app.repair;

import dev.syncopate.app.extract.LineVerdict;
import dev.syncopate.check.repair.ProgramEdit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Repairs of a run's races, for the JSON document. */
public final class RepairJson {
  private RepairJson() {}

  /** Member {@code repair} of the document. */
  public static Map<String, @Nullable Object> of(RepairReport report) {
    Map<String, @Nullable Object> document = new LinkedHashMap<>();
    document.put("findings", report.findings());
    document.put("cycles", report.cycles());
    document.put("repairs", repairs(report.repairs()));
    document.put("failed", repairs(report.failed()));
    document.put("problems", report.problems());
    document.put("untried", report.untried());
    document.put("unfinished", report.unfinished());
    return document;
  }

  private static List<Map<String, @Nullable Object>> repairs(List<Repair> repairs) {
    return repairs.stream().map(RepairJson::repair).toList();
  }

  private static Map<String, @Nullable Object> repair(Repair repair) {
    Map<String, @Nullable Object> tree = new LinkedHashMap<>();
    tree.put("edits", repair.edits().stream().map(ProgramEdit::text).toList());
    tree.put("cycles", repair.cycles());
    tree.put("objection", repair.objection());
    tree.put("orders", repair.orders());
    LineVerdict verdict = repair.verdict();
    tree.put("standing", verdict == null ? null : verdict.standing().words());
    tree.put("tests", verdict == null ? null : verdict.tests());
    return tree;
  }
}
