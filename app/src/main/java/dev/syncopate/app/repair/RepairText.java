package dev.syncopate.app.repair;

import dev.syncopate.app.extract.LineVerdict;
import java.util.List;
import java.util.Locale;

/** Repairs of a run's races, as text. */
public final class RepairText {
  /** Failed sets of edits that are listed. */
  private static final int LISTED = 4;

  private RepairText() {}

  /** The lines, each with a line feed at its end. */
  public static String of(RepairReport report) {
    StringBuilder out = new StringBuilder();
    if (report.findings() == 0) {
      return "nothing to repair: the run has no races\n";
    }
    line(
        out,
        String.format(
            Locale.ROOT,
            "repair of %s, %,d cycles as it is:",
            findings(report.findings()),
            report.cycles()));
    int number = 0;
    for (Repair repair : report.repairs()) {
      number++;
      line(out, "  " + number + ". " + gain(report.cycles(), repair.cycles()));
      edits(out, repair);
      LineVerdict verdict = repair.verdict();
      if (verdict != null) {
        line(out, "     " + verdict(repair, verdict));
      }
    }
    report.problems().forEach(problem -> line(out, "  not repaired: " + problem));
    List<Repair> failed = report.failed();
    for (Repair repair : failed.subList(0, Math.min(LISTED, failed.size()))) {
      line(out, "  enough by the model, but with these edits " + repair.objection() + ":");
      edits(out, repair);
    }
    if (failed.size() > LISTED) {
      line(out, "  and " + (failed.size() - LISTED) + " others that failed");
    }
    if (report.unfinished()) {
      line(out, "interrupted: not all sets of edits were tried");
    } else if (report.untried() > 0) {
      line(out, "  not tried: " + sets(report.untried()) + "; --tries N tries more");
    }
    return out.toString();
  }

  private static void edits(StringBuilder out, Repair repair) {
    repair.edits().forEach(edit -> line(out, "       " + edit.text()));
  }

  private static String verdict(Repair repair, LineVerdict verdict) {
    if (!repair.orders()) {
      return "no race: the accesses are morally strong; nothing orders them: either may come first,"
          + " and a load may return an older value";
    }
    if (verdict.standing() == LineVerdict.Standing.PROVED && verdict.tests() == 0) {
      return "proved: the model orders the accesses of each finding";
    }
    return verdict.standing() == LineVerdict.Standing.PROVED
        ? "proved: the model orders the conflicting accesses of the repaired run (%d extracted tests)"
            .formatted(verdict.tests())
        : "%s: %s".formatted(verdict.standing().words(), verdict.reason());
  }

  private static String sets(int count) {
    return count == 1 ? "1 set of edits" : count + " sets of edits";
  }

  private static String findings(int count) {
    return count == 1 ? "1 finding" : count + " findings";
  }

  private static String gain(long originalCycles, long cycles) {
    double change = originalCycles == 0 ? 0 : 100.0 * (cycles - originalCycles) / originalCycles;
    return cycles == originalCycles
        ? "as many cycles"
        : String.format(
            Locale.ROOT,
            "%,d cycles, %.1f %% %s",
            cycles,
            Math.abs(change),
            change > 0 ? "more" : "fewer");
  }

  private static void line(StringBuilder out, String text) {
    out.append(text).append('\n');
  }
}
