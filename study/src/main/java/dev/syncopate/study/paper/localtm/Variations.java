package dev.syncopate.study.paper.localtm;

import java.util.List;
import java.util.stream.Stream;

/** What is varied in addition to the paper's own evaluation. */
final class Variations {
  /** Wavefronts of the work-group; the paper has {@link #USUAL_WAVEFRONTS}. */
  static final List<Integer> WAVEFRONTS = List.of(1, 2, 4, 8, 16);

  static final int USUAL_WAVEFRONTS = 4;

  /** Bits of a filter, 0 for exact ones; the paper has {@link #USUAL_BITS}. */
  static final List<Integer> BITS = List.of(2, 4, 8, 16, 32, 64, 0);

  static final int USUAL_BITS = 8;

  private static final String RW = "tx.conflicts=rw";

  /** Two reads do not conflict. */
  static final Scenario SETS = Scenario.TM.with("r/w sets", RW);

  /** What the paper leaves for later, or another design. */
  static final List<Scenario> POLICIES =
      List.of(
          SETS,
          Scenario.TM.with("lazy", "tx.versioning=lazy"),
          Scenario.TM.with("r/w sets, lazy", RW, "tx.versioning=lazy"),
          Scenario.TM.with("r/w, exact", RW, "tx.filterBits=0"),
          Scenario.TM.with("back-off 8", "tx.backoff=8"),
          Scenario.TM.with("8 attempts", "tx.attempts=8"),
          Scenario.TM.with("serialised to the end", "tx.serialise=rest"));

  /** After how many conflicts hardware gives up, with the paper's conflicts and with r/w sets. */
  static final List<Scenario> FALLBACKS =
      List.of(
          Scenario.FALLBACK.with("after 4", "tx.fallback=4"),
          Scenario.FALLBACK.with("never, r/w sets", "tx.fallback=0", RW),
          Scenario.FALLBACK.with("after 1, r/w sets", "tx.fallback=1", RW),
          Scenario.FALLBACK.with("after 4, r/w sets", "tx.fallback=4", RW),
          Scenario.FALLBACK.with("after 16, r/w sets", "tx.fallback=16", RW));

  private Variations() {}

  /** Transactions with filters of so many bits. */
  static Scenario filter(int bits) {
    return bits == USUAL_BITS
        ? Scenario.TM
        : Scenario.TM.with(filterWords(bits), "tx.filterBits=" + bits);
  }

  /** For people. */
  static String filterWords(int bits) {
    return bits == 0 ? "exact" : bits + " bits";
  }

  /** One of the three ways with so many wavefronts. */
  static Scenario wavefronts(Scenario scenario, int count) {
    return count == USUAL_WAVEFRONTS ? scenario : scenario.wavefronts(count);
  }

  /** The ways that are compared while wavefronts are varied. */
  static List<Scenario> scaled() {
    return List.of(Scenario.TM, Scenario.FGL, Scenario.SERIAL);
  }

  /** Everything but wavefronts that is varied on {@link Program#CHOSEN}. */
  static List<Scenario> onChosen() {
    return Stream.of(BITS.stream().map(Variations::filter), POLICIES.stream(), FALLBACKS.stream())
        .flatMap(scenarios -> scenarios)
        .toList();
  }
}
