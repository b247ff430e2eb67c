package dev.syncopate.study.paper.heterosync;

import static dev.syncopate.study.paper.heterosync.HeterosyncConfiguration.DD0;
import static dev.syncopate.study.paper.heterosync.HeterosyncConfiguration.DDR;
import static dev.syncopate.study.paper.heterosync.HeterosyncConfiguration.GD0;
import static dev.syncopate.study.paper.heterosync.HeterosyncConfiguration.GDR;

import dev.syncopate.study.figure.Claim;
import dev.syncopate.study.paper.claim.ClaimOutcome;
import dev.syncopate.study.paper.claim.ClaimVocabulary;
import dev.syncopate.study.paper.claim.SimulationLabels;
import dev.syncopate.study.paper.heterosync.HeterosyncBenchmark.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * The names in {@code claims/heterosync.yaml}: benchmarks, configurations and numbers of compute
 * units.
 */
final class HeteroSyncVocabulary {
  /** Times that differ by less are the same. */
  private static final double SAME = 0.02;

  /** Growth up to this is near perfect weak scaling. */
  private static final double NEAR_PERFECT = 1.1;

  /** A gain up to this is small: what the paper calls small of HG-NO. */
  private static final double SMALL = 0.06;

  /** The same protocol without relaxed atomics. */
  private static final Map<String, String> STRICT =
      Map.of(GDR.name(), GD0.name(), DDR.name(), DD0.name());

  /** GPU coherence with the model that DeNovo has, and the other way round. */
  private static final Map<String, String> GPU =
      Map.of(DD0.name(), GD0.name(), DDR.name(), GDR.name());

  private static final Map<String, String> DENOVO =
      Map.of(GD0.name(), DD0.name(), GDR.name(), DDR.name());

  private static final Map<String, String> WITHOUT_EXCHANGE =
      Map.of("TBEX_LG", "TB_LG", "LFTBEX_LG", "LFTB_LG");

  private static final Map<String, String> ATOMIC_BARRIER =
      Map.of("LFTB_LG", "TB_LG", "LFTBEX_LG", "TBEX_LG");

  private final HeterosyncMeasurements measured;

  private HeteroSyncVocabulary(HeterosyncMeasurements measured) {
    this.measured = measured;
  }

  static ClaimVocabulary of(HeterosyncMeasurements measured) {
    return new HeteroSyncVocabulary(measured).vocabulary();
  }

  private ClaimVocabulary vocabulary() {
    ClaimVocabulary vocabulary =
        new ClaimVocabulary((place, counter) ->
            measured.counter(benchmark(place), configuration(place), units(place), counter))
            .subjects(labels(HeterosyncBenchmark.values()))
            .scenarios(
                Arrays.stream(HeterosyncConfiguration.values())
                    .map(HeterosyncConfiguration::name)
                    .toList())
            .sizes(HeterosyncMeasurements.UNITS.stream().map(String::valueOf).toList())
            .list("units", HeterosyncMeasurements.UNITS.stream().map(String::valueOf).toList())
            .list(
                "several-units", HeterosyncMeasurements.MORE.stream().map(String::valueOf).toList())
            .label("drf0", scenario(STRICT))
            .label("gpu", scenario(GPU))
            .label("denovo", scenario(DENOVO))
            .label("without-exchange", subject(WITHOUT_EXCHANGE))
            .label("atomic-barrier", subject(ATOMIC_BARRIER))
            .label("fewer", HeteroSyncVocabulary::fewer)
            .quantity(
                "time",
                place -> measured.time(benchmark(place), configuration(place), units(place)))
            .quantity("units-taking-part", HeteroSyncVocabulary::units)
            .quantity("rise", place -> rise(benchmark(place), configuration(place)))
            .computed("relaxed-mixed", _ -> mixed());
    Map.of(
            "local-mutexes", Kind.LOCAL_MUTEX,
            "local-semaphores", Kind.LOCAL_SEMAPHORE,
            "barriers", Kind.BARRIER,
            "global-mutexes", Kind.GLOBAL_MUTEX,
            "global-semaphores", Kind.GLOBAL_SEMAPHORE)
        .forEach((name, kind) ->
            vocabulary.list(
                name, labels(HeterosyncBenchmark.of(kind).toArray(HeterosyncBenchmark[]::new))));
    return vocabulary;
  }

  private static List<String> labels(HeterosyncBenchmark... benchmarks) {
    return Arrays.stream(benchmarks).map(HeterosyncBenchmark::label).toList();
  }

  private static UnaryOperator<SimulationLabels> scenario(Map<String, String> replacements) {
    return place -> place.scenario(replacements.getOrDefault(place.scenario(), place.scenario()));
  }

  private static UnaryOperator<SimulationLabels> subject(Map<String, String> replacements) {
    return place -> place.subject(replacements.getOrDefault(place.subject(), place.subject()));
  }

  /** The number of units before. */
  private static SimulationLabels fewer(SimulationLabels place) {
    int index = HeterosyncMeasurements.UNITS.indexOf(units(place));
    return place.size(HeterosyncMeasurements.UNITS.get(index - 1).toString());
  }

  private static HeterosyncBenchmark benchmark(SimulationLabels place) {
    return Arrays.stream(HeterosyncBenchmark.values())
        .filter(benchmark -> benchmark.label().equals(place.subject()))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("expected a benchmark at '%s'".formatted(place)));
  }

  private static HeterosyncConfiguration configuration(SimulationLabels place) {
    return HeterosyncConfiguration.valueOf(place.scenario());
  }

  private static int units(SimulationLabels place) {
    return Integer.parseInt(place.size());
  }

  /**
   * The smallest step of a configuration's times from one number of units to the next, as a ratio,
   * and 0 if the last time is not above the first by 2%; NaN if one is not measured.
   */
  private double rise(HeterosyncBenchmark benchmark, HeterosyncConfiguration configuration) {
    double lowestRise = Double.POSITIVE_INFINITY;
    double previousTime = measured.time(benchmark, configuration, HeterosyncMeasurements.ONE);
    for (int units : HeterosyncMeasurements.MORE) {
      double time = measured.time(benchmark, configuration, units);
      lowestRise = Math.min(lowestRise, time / previousTime); // NaN stays
      previousTime = time;
    }
    double growth = measured.growth(benchmark, configuration, HeterosyncMeasurements.ALL);
    return growth <= 1 + SAME ? 0 : lowestRise;
  }

  /**
   * Four kinds of benchmarks are named; each must be there. Which benchmark is of which kind is not
   * said, so that this is a search and no formula.
   */
  private ClaimOutcome mixed() {
    List<String> improve = new ArrayList<>();
    List<String> increase = new ArrayList<>();
    List<String> small = new ArrayList<>();
    List<String> unaffected = new ArrayList<>();
    boolean complete = true;
    for (HeterosyncBenchmark benchmark : HeterosyncBenchmark.of(Kind.RELAXED)) {
      for (HeterosyncConfiguration relaxed : List.of(GDR, DDR)) {
        HeterosyncConfiguration strict = relaxed == GDR ? GD0 : DD0;
        double low = Double.POSITIVE_INFINITY;
        double high = Double.NEGATIVE_INFINITY;
        double spread = 0;
        for (int units : HeterosyncMeasurements.UNITS) {
          double ratio = measured.ratio(benchmark, relaxed, strict, units);
          low = Math.min(low, ratio);
          high = Math.max(high, ratio);
          spread = Math.max(spread, Math.abs(measured.growth(benchmark, relaxed, units) - 1));
        }
        complete &= !Double.isNaN(low + high + spread);
        String name = benchmark.label() + " " + relaxed;
        if (measured.growth(benchmark, relaxed, HeterosyncMeasurements.ALL)
            < measured.growth(benchmark, strict, HeterosyncMeasurements.ALL) * (1 - SAME)) {
          improve.add(name);
        }
        if (high > 1 + SAME) {
          increase.add(name);
        }
        if (low >= 1 - SMALL && low < 1) {
          small.add(name);
        }
        if (spread <= NEAR_PERFECT - 1) {
          unaffected.add(name);
        }
      }
    }
    if (!complete) {
      return ClaimOutcome.of("-", Claim.Verdict.NOT_MEASURED);
    }
    List<List<String>> kinds = List.of(improve, increase, small, unaffected);
    long kindCount = kinds.stream().filter(kind -> !kind.isEmpty()).count();
    return ClaimOutcome.of(
        "improve: %s; increase: %s; small: %s; unaffected: %s"
            .formatted(some(improve), some(increase), some(small), some(unaffected)),
        kindCount == 4
            ? Claim.Verdict.HELD
            : kindCount == 3 ? Claim.Verdict.PARTLY : Claim.Verdict.NOT_HELD);
  }

  private static String some(List<String> names) {
    return names.isEmpty() ? "none" : String.join(", ", names);
  }
}
