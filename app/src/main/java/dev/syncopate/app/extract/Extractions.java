package dev.syncopate.app.extract;

import dev.syncopate.check.Checker;
import dev.syncopate.check.extract.Excerpt;
import dev.syncopate.check.extract.RecordingCut;
import dev.syncopate.check.report.Finding;
import dev.syncopate.check.report.HandOverText;
import dev.syncopate.sim.text.KernelName;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The litmus tests of a recorded run. */
public final class Extractions {
  private final Extractor extractor = new Extractor();
  private final Checker checker;

  /**
   * @param checker that has watched and recorded the run
   */
  public Extractions(Checker checker) {
    this.checker = checker;
  }

  /**
   * A finding, and its test if it has one.
   *
   * @param problem why it has none, in a clause; empty if it has one
   */
  public record OfFinding(Finding finding, @Nullable Extraction test, String problem) {}

  /** The tests of the findings, in their order. */
  public List<OfFinding> races() {
    List<OfFinding> races = new ArrayList<>();
    for (Checker.Recorded recorded : checker.recorded()) {
      races.add(race(recorded.finding(), recorded.cut(), races.size() + 1));
    }
    return races;
  }

  private OfFinding race(Finding finding, RecordingCut cut, int number) {
    if (cut.excerpts().isEmpty()) {
      return new OfFinding(finding, null, cut.problem());
    }
    boolean unordered = finding.rule().equals(HandOverText.RULE);
    String name = name(finding.kernel()) + (unordered ? "-unordered-" : "-race-") + number;
    String title = finding.title() + " in " + KernelName.readable(finding.kernel());
    Extraction test = extractor.race(name, title, cut.excerpts());
    String problem =
        test != null
            ? ""
            : Extractor.isTooLarge(cut.excerpts())
                ? "too many threads hand on from one access to the other"
                : "the model orders the accesses that were recorded";
    return new OfFinding(finding, test, problem);
  }

  /** A test of each way in which conflicting accesses were ordered. */
  public List<Extraction> handOvers() {
    List<Extraction> extractions = new ArrayList<>();
    Set<String> knownWays = new HashSet<>();
    for (List<Excerpt> excerpts : checker.handOvers()) {
      String kernel = excerpts.getFirst().kernel();
      String name = name(kernel) + "-handover-" + (extractions.size() + 1);
      Extraction test = extractor.handOver(name, excerpts);
      if (test != null && knownWays.add(kernel + test.way())) {
        extractions.add(test);
      }
    }
    return extractions;
  }

  private static String name(String kernel) {
    return kernel.replaceAll("[^A-Za-z0-9_]+", "_");
  }
}
