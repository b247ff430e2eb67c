package dev.syncopate.study.paper.localtm;

import java.util.List;
import java.util.stream.Stream;

/** Variations in addition to the paper's own evaluation. */
final class LocaltmVariations {
  /** Wavefronts of the work-group; the paper has {@link #USUAL_WAVEFRONTS}. */
  static final List<Integer> WAVEFRONTS = List.of(1, 2, 4, 8, 16);

  static final int USUAL_WAVEFRONTS = 4;

  /** Bits of a filter, 0 for exact ones; the paper has {@link #USUAL_BITS}. */
  static final List<Integer> BITS = List.of(2, 4, 8, 16, 32, 64, 0);

  static final int USUAL_BITS = 8;

  private static final String RW = "tx.conflicts=rw";

  /** Two reads do not conflict. */
  static final LocaltmScenario SETS = LocaltmScenario.TM.with("r/w sets", RW);

  /** What the paper leaves for later, or another design. */
  static final List<LocaltmScenario> POLICIES =
      List.of(
          SETS,
          LocaltmScenario.TM.with("lazy", "tx.versioning=lazy"),
          LocaltmScenario.TM.with("r/w sets, lazy", RW, "tx.versioning=lazy"),
          LocaltmScenario.TM.with("r/w, exact", RW, "tx.filterBits=0"),
          LocaltmScenario.TM.with("back-off 8", "tx.backoff=8"),
          LocaltmScenario.TM.with("8 attempts", "tx.attempts=8"),
          LocaltmScenario.TM.with("serialised to the end", "tx.serialise=rest"));

  /** After how many conflicts hardware gives up, with the paper's conflicts and with r/w sets. */
  static final List<LocaltmScenario> FALLBACKS =
      List.of(
          LocaltmScenario.FALLBACK.with("after 4", "tx.fallback=4"),
          LocaltmScenario.FALLBACK.with("never, r/w sets", "tx.fallback=0", RW),
          LocaltmScenario.FALLBACK.with("after 1, r/w sets", "tx.fallback=1", RW),
          LocaltmScenario.FALLBACK.with("after 4, r/w sets", "tx.fallback=4", RW),
          LocaltmScenario.FALLBACK.with("after 16, r/w sets", "tx.fallback=16", RW));

  private LocaltmVariations() {}

  /** Transactions with filters of so many bits. */
  static LocaltmScenario filter(int bits) {
    return bits == USUAL_BITS
        ? LocaltmScenario.TM
        : LocaltmScenario.TM.with(filterWords(bits), "tx.filterBits=" + bits);
  }

  /** For people. */
  static String filterWords(int bits) {
    return bits == 0 ? "exact" : bits + " bits";
  }

  /** One of the three ways with so many wavefronts. */
  static LocaltmScenario wavefronts(LocaltmScenario scenario, int count) {
    return count == USUAL_WAVEFRONTS ? scenario : scenario.wavefronts(count);
  }

  /** The ways that are compared while wavefronts are varied. */
  static List<LocaltmScenario> scaled() {
    return List.of(LocaltmScenario.TM, LocaltmScenario.FGL, LocaltmScenario.SERIAL);
  }

  /** Everything but wavefronts that is varied on {@link LocaltmProgram#CHOSEN}. */
  static List<LocaltmScenario> onChosen() {
    return Stream.of(
            BITS.stream().map(LocaltmVariations::filter), POLICIES.stream(), FALLBACKS.stream())
        .flatMap(scenarios -> scenarios)
        .toList();
  }
}
