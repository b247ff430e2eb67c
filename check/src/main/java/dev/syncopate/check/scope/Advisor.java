package dev.syncopate.check.scope;

import dev.syncopate.check.extract.Excerpt;
import dev.syncopate.check.extract.OrderedPair;
import dev.syncopate.check.extract.Recorder;
import dev.syncopate.check.order.JointOrderObserver;
import dev.syncopate.check.race.Race;
import dev.syncopate.check.race.RaceDetector;
import dev.syncopate.check.scope.AdviceRunner.Result;
import dev.syncopate.check.scope.ScopeAdvice.Together;
import dev.syncopate.machine.observer.Observer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Finds with how little synchronisation a run would do. A weaker line is tried twice. First the
 * unchanged run, checked as if the line were changed, must have no new race. Then the run with the
 * changed line must be right, and have no new race either, nor a hand-over of strong data that
 * nothing orders. Of what passes, the weakest is suggested; if several are, none weaker than
 * another, the fastest.
 */
public final class Advisor {
  /** Detectors that watch one run. */
  private static final int BATCH = 12;

  /** Ways of ordering accesses of two instructions that are recorded. */
  private static final int WAYS_OF_PAIR = 8;

  private final AdviceRunner runs;
  private final LineChangeTrial.Scopes scopes;
  private final Consumer<String> progress;
  private PresentFindings present = PresentFindings.NONE;

  /**
   * @param unitsPerGpu compute units that {@code .gpu} scope takes in
   * @param ctaScopeIsUnit whether {@code .cta} scope takes in all CTAs of a compute unit
   * @param progress hears what is done
   */
  public Advisor(
      AdviceRunner runs, int unitsPerGpu, boolean ctaScopeIsUnit, Consumer<String> progress) {
    this.runs = runs;
    this.scopes = new LineChangeTrial.Scopes(unitsPerGpu, ctaScopeIsUnit);
    this.progress = progress;
  }

  /** Tries everything; the run must be without severe races, or there is no advice. */
  public ScopeAdvice advise() {
    progress.accept("scopes: which lines synchronise");
    DominantCtas owners = new DominantCtas();
    SiteLog log = new SiteLog(owners);
    RaceDetector detector = new RaceDetector(scopes.unitsPerGpu(), scopes.ctaScopeIsUnit());
    Recorder recorder = new Recorder(scopes.unitsPerGpu(), scopes.ctaScopeIsUnit(), WAYS_OF_PAIR);
    detector.listen(recorder::launched);
    Result first = runs.run(AdviceRun.unchanged(List.of(log, detector)));
    present = PresentFindings.of(detector);
    String refusal = refusal(first, detector);
    if (refusal != null || !runs.goesOn()) {
      return new ScopeAdvice(
          first.cycles(), List.of(), null, null, refusal, refusal == null, List.of(), List.of());
    }
    owners.found();
    List<OrderedPair> ordered = recorder.orderedPairs();
    List<Excerpt> buffers = recorder.storeBuffers();
    SiteLog counted = new SiteLog(owners);
    Map<SiteUse, List<LineChangeTrial>> trials = trials(log);
    judge(trials, counted);
    List<ScopeSuggestion> suggestions = new ArrayList<>();
    for (Map.Entry<SiteUse, List<LineChangeTrial>> entry : trials.entrySet()) {
      if (!runs.goesOn()) {
        return new ScopeAdvice(
            first.cycles(), suggestions, null, null, null, true, ordered, buffers);
      }
      progress.accept(
          "scopes: line %d of %d, %s"
              .formatted(suggestions.size() + 1, trials.size(), entry.getKey().site.line()));
      suggestions.add(suggestion(entry.getKey(), entry.getValue()));
    }
    progress.accept("scopes: all lines together");
    Together combination = runs.goesOn() ? together(suggestions) : null;
    LocalRemote pattern = new LocalRemote(counted.uses());
    ScopeAdvice.Promotion promotion =
        owners.full() || !runs.goesOn() ? null : pattern.promotion(runs, scopes, present);
    return new ScopeAdvice(
        first.cycles(),
        suggestions,
        combination,
        promotion,
        null,
        !runs.goesOn(),
        ordered,
        buffers);
  }

  private @Nullable String refusal(Result first, RaceDetector detector) {
    if (first.failure() != null) {
      return first.failure();
    }
    long severe =
        present.races().stream().filter(race -> race.kind() != Race.Kind.SAME_VALUE).count();
    if (severe > 0) {
      return "the run has races, which come first";
    }
    return detector.unchecked().isEmpty() ? null : "not all of the run can be checked";
  }

  private Map<SiteUse, List<LineChangeTrial>> trials(SiteLog log) {
    Map<SiteUse, List<LineChangeTrial>> trials = new LinkedHashMap<>();
    for (SiteUse use : log.uses()) {
      List<LineChangeTrial> weaker = new ArrayList<>();
      if (!use.entangled) {
        for (Replacement replacement :
            WeakerSynchronisation.than(
                use.instruction, !use.global, use.warpWidth, use.inCluster)) {
          weaker.add(new LineChangeTrial(Map.of(use.site, replacement), scopes));
        }
      }
      if (!weaker.isEmpty()) {
        trials.put(use, weaker);
      }
    }
    return trials;
  }

  /** Watches the run, taken for each of the others. */
  private void judge(Map<SiteUse, List<LineChangeTrial>> trials, Observer also) {
    List<LineChangeTrial> allTrials = trials.values().stream().flatMap(List::stream).toList();
    for (int start = 0; start == 0 || start < allTrials.size(); start += BATCH) {
      if (!runs.goesOn()) {
        return;
      }
      List<LineChangeTrial> batch =
          allTrials.subList(start, Math.min(allTrials.size(), start + BATCH));
      progress.accept(
          "scopes: %,d of %,d alternatives tried on this run".formatted(start, allTrials.size()));
      List<Observer> watching = new ArrayList<>();
      watching.add(detectors(batch));
      if (start == 0) {
        watching.add(also);
      }
      runs.run(AdviceRun.unchanged(watching));
    }
  }

  /** The detectors of several trials: what reads have read is the same for all. */
  private static Observer detectors(List<LineChangeTrial> batch) {
    return new JointOrderObserver(batch.stream().map(trial -> trial.detector).toList());
  }

  private ScopeSuggestion suggestion(SiteUse use, List<LineChangeTrial> trials) {
    ExposedRaces reliance = trials.getFirst().races(present.races());
    List<Replacement> enough = new ArrayList<>();
    for (LineChangeTrial trial : trials) {
      if (trial.complete() && trial.races(present.races()).none()) {
        enough.add(replacement(trial, use.site));
      }
    }
    enough.removeIf(candidate -> enough.stream().anyMatch(rival -> rival.weakerThan(candidate)));
    Replacement best = null;
    long cycles = 0;
    String objection = null;
    for (Replacement replacement : enough) {
      Outcome outcome = outcome(Map.of(use.site, replacement));
      if (outcome.objection != null) {
        objection = replacement.text() + ": " + outcome.objection;
      } else if (best == null || outcome.cycles < cycles) {
        best = replacement;
        cycles = outcome.cycles;
      }
    }
    return new ScopeSuggestion(
        use.site,
        use.executed,
        best,
        reliance,
        cycles,
        best == null ? objection : null,
        best instanceof Replacement.Access access && access.narrows(use.instruction),
        trials.stream().map(trial -> replacement(trial, use.site)).toList());
  }

  private static Replacement replacement(LineChangeTrial trial, InstructionSite site) {
    return Objects.requireNonNull(trial.changes.get(site));
  }

  /**
   * Outcome of a run with changed lines.
   *
   * @param objection null if it is right
   */
  record Outcome(long cycles, @Nullable String objection) {}

  private Outcome outcome(Map<InstructionSite, Replacement> changes) {
    return outcome(runs, scopes, present, changes);
  }

  static Outcome outcome(
      AdviceRunner runs,
      LineChangeTrial.Scopes scopes,
      PresentFindings present,
      Map<InstructionSite, Replacement> changes) {
    RaceDetector detector = new RaceDetector(scopes.unitsPerGpu(), scopes.ctaScopeIsUnit());
    Result result = runs.run(AdviceRun.changed(changes, detector));
    if (result.failure() != null) {
      return new Outcome(0, "so changed, " + result.failure());
    }
    ExposedRaces races = ExposedRaces.of(detector, changes.keySet(), present.races());
    if (!races.none()) {
      return new Outcome(
          0, "so changed, it runs otherwise, and then %s race".formatted(races.example()));
    }
    String handOver = present.handOverOf(detector);
    return handOver == null
        ? new Outcome(result.cycles(), null)
        : new Outcome(0, "so changed, nothing orders the hand-over from %s".formatted(handOver));
  }

  /** Follows as many suggestions as go together, those that gain most first. */
  private @Nullable Together together(List<ScopeSuggestion> suggestions) {
    List<ScopeSuggestion> selected = new ArrayList<>();
    for (ScopeSuggestion suggestion : suggestions) {
      if (suggestion.instead() != null) {
        selected.add(suggestion);
      }
    }
    if (selected.size() < 2) {
      return null;
    }
    selected.sort((a, b) -> Long.compare(a.cycles(), b.cycles()));
    Map<InstructionSite, Replacement> followed = new LinkedHashMap<>();
    List<InstructionSite> remaining = new ArrayList<>();
    while (!selected.isEmpty() && runs.goesOn()) {
      int fitting = fitting(followed, selected);
      for (ScopeSuggestion suggestion : selected.subList(0, fitting)) {
        follow(followed, suggestion);
      }
      if (fitting < selected.size()) {
        remaining.add(selected.get(fitting).site());
      }
      selected = selected.subList(Math.min(selected.size(), fitting + 1), selected.size());
    }
    Outcome outcome = outcome(followed);
    return new Together(
        List.copyOf(followed.keySet()), remaining, outcome.cycles, outcome.objection);
  }

  private static void follow(
      Map<InstructionSite, Replacement> followed, ScopeSuggestion suggestion) {
    Replacement instead = suggestion.instead();
    if (instead != null) {
      followed.put(suggestion.site(), instead);
    }
  }

  /** How many suggestions, from the first, may be followed with others. */
  private int fitting(Map<InstructionSite, Replacement> followed, List<ScopeSuggestion> selected) {
    List<LineChangeTrial> trials = new ArrayList<>();
    Map<InstructionSite, Replacement> sofar = new LinkedHashMap<>(followed);
    for (ScopeSuggestion suggestion : selected) {
      follow(sofar, suggestion);
      trials.add(new LineChangeTrial(Map.copyOf(sofar), scopes));
    }
    for (int start = 0; start < trials.size(); start += BATCH) {
      List<LineChangeTrial> batch = trials.subList(start, Math.min(trials.size(), start + BATCH));
      runs.run(AdviceRun.unchanged(List.of(detectors(batch))));
      for (int i = 0; i < batch.size(); i++) {
        if (!batch.get(i).races(present.races()).none()) {
          return start + i;
        }
      }
    }
    return trials.size();
  }
}
