package dev.syncopate.study.paper.heterosync;

import static dev.syncopate.study.paper.heterosync.Configuration.DD0;
import static dev.syncopate.study.paper.heterosync.Configuration.DDR;
import static dev.syncopate.study.paper.heterosync.Configuration.GD0;
import static dev.syncopate.study.paper.heterosync.Configuration.GDR;

import dev.syncopate.study.figure.Claim.Verdict;
import dev.syncopate.study.paper.claim.Outcome;
import dev.syncopate.study.paper.claim.Place;
import dev.syncopate.study.paper.claim.Vocabulary;
import dev.syncopate.study.paper.heterosync.Benchmark.Kind;
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

  private final Measured measured;

  private HeteroSyncVocabulary(Measured measured) {
    this.measured = measured;
  }

  static Vocabulary of(Measured measured) {
    return new HeteroSyncVocabulary(measured).vocabulary();
  }

  private Vocabulary vocabulary() {
    Vocabulary vocabulary =
        new Vocabulary((place, counter) ->
            measured.counter(benchmark(place), configuration(place), units(place), counter))
            .subjects(labels(Benchmark.values()))
            .scenarios(Arrays.stream(Configuration.values()).map(Configuration::name).toList())
            .sizes(Measured.UNITS.stream().map(String::valueOf).toList())
            .list("units", Measured.UNITS.stream().map(String::valueOf).toList())
            .list("several-units", Measured.MORE.stream().map(String::valueOf).toList())
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
            vocabulary.list(name, labels(Benchmark.of(kind).toArray(Benchmark[]::new))));
    return vocabulary;
  }

  private static List<String> labels(Benchmark... benchmarks) {
    return Arrays.stream(benchmarks).map(Benchmark::label).toList();
  }

  private static UnaryOperator<Place> scenario(Map<String, String> replacements) {
    return place -> place.scenario(replacements.getOrDefault(place.scenario(), place.scenario()));
  }

  private static UnaryOperator<Place> subject(Map<String, String> replacements) {
    return place -> place.subject(replacements.getOrDefault(place.subject(), place.subject()));
  }

  /** The number of units before. */
  private static Place fewer(Place place) {
    int index = Measured.UNITS.indexOf(units(place));
    return place.size(Measured.UNITS.get(index - 1).toString());
  }

  private static Benchmark benchmark(Place place) {
    return Arrays.stream(Benchmark.values())
        .filter(benchmark -> benchmark.label().equals(place.subject()))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("expected a benchmark at '%s'".formatted(place)));
  }

  private static Configuration configuration(Place place) {
    return Configuration.valueOf(place.scenario());
  }

  private static int units(Place place) {
    return Integer.parseInt(place.size());
  }

  /**
   * The smallest step of a configuration's times from one number of units to the next, as a ratio,
   * and 0 if the last time is not above the first by 2%; NaN if one is not measured.
   */
  private double rise(Benchmark benchmark, Configuration configuration) {
    double lowestRise = Double.POSITIVE_INFINITY;
    double previousTime = measured.time(benchmark, configuration, Measured.ONE);
    for (int units : Measured.MORE) {
      double time = measured.time(benchmark, configuration, units);
      lowestRise = Math.min(lowestRise, time / previousTime); // NaN stays
      previousTime = time;
    }
    double growth = measured.growth(benchmark, configuration, Measured.ALL);
    return growth <= 1 + SAME ? 0 : lowestRise;
  }

  /**
   * Four kinds of benchmarks are named; each must be there. Which benchmark is of which kind is not
   * said, so that this is a search and no formula.
   */
  private Outcome mixed() {
    List<String> improve = new ArrayList<>();
    List<String> increase = new ArrayList<>();
    List<String> small = new ArrayList<>();
    List<String> unaffected = new ArrayList<>();
    boolean complete = true;
    for (Benchmark benchmark : Benchmark.of(Kind.RELAXED)) {
      for (Configuration relaxed : List.of(GDR, DDR)) {
        Configuration strict = relaxed == GDR ? GD0 : DD0;
        double low = Double.POSITIVE_INFINITY;
        double high = Double.NEGATIVE_INFINITY;
        double spread = 0;
        for (int units : Measured.UNITS) {
          double ratio = measured.ratio(benchmark, relaxed, strict, units);
          low = Math.min(low, ratio);
          high = Math.max(high, ratio);
          spread = Math.max(spread, Math.abs(measured.growth(benchmark, relaxed, units) - 1));
        }
        complete &= !Double.isNaN(low + high + spread);
        String name = benchmark.label() + " " + relaxed;
        if (measured.growth(benchmark, relaxed, Measured.ALL)
            < measured.growth(benchmark, strict, Measured.ALL) * (1 - SAME)) {
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
      return Outcome.of("-", Verdict.NOT_MEASURED);
    }
    List<List<String>> kinds = List.of(improve, increase, small, unaffected);
    long kindCount = kinds.stream().filter(kind -> !kind.isEmpty()).count();
    return Outcome.of(
        "improve: %s; increase: %s; small: %s; unaffected: %s"
            .formatted(some(improve), some(increase), some(small), some(unaffected)),
        kindCount == 4 ? Verdict.HELD : kindCount == 3 ? Verdict.PARTLY : Verdict.NOT_HELD);
  }

  private static String some(List<String> names) {
    return names.isEmpty() ? "none" : String.join(", ", names);
  }
}
