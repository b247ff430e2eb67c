package dev.syncopate.model.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.model.axiom.candidate.EndlessSearch;
import dev.syncopate.model.axiom.cat.CatModel;
import dev.syncopate.model.axiom.catalog.ModelCatalog;
import dev.syncopate.model.axiom.interleave.Interleavings;
import dev.syncopate.model.explore.Exploration;
import dev.syncopate.model.explore.ExplorationRequest;
import dev.syncopate.model.explore.Explorer;
import dev.syncopate.model.explore.machine.setup.Layout;
import dev.syncopate.model.explore.machine.setup.MachineSetup;
import dev.syncopate.model.explore.machine.setup.MachineSize;
import dev.syncopate.model.explore.machine.setup.SetupPlacement;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.progress.Fairness;
import dev.syncopate.model.progress.ProgressUnits;
import dev.syncopate.model.progress.ProgressUnits.Granularity;
import dev.syncopate.model.progress.TerminationQuestion;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Whether random programs end is found in three ways that share no code but the search for fair
 * cycles: as interleavings, as executions of a model, on real controllers. Where accesses are
 * atomic and to one location, or the model is sequential consistency, they must agree.
 */
class TerminationFuzzTest {
  private static final int THREADS = 2;
  private static final CatModel SC = ModelCatalog.named("sc");

  private final Random random = new Random(SEED);

  private static final long SEED = 20261126;

  private static ProgressUnits units(LitmusTest test) {
    return ProgressUnits.of(test, Granularity.BLOCK);
  }

  private Fairness scheduler() {
    List<Fairness> schedulers = List.of(Fairness.values());
    return schedulers.get(random.nextInt(schedulers.size()));
  }

  private String oneOf(String... choices) {
    return choices[random.nextInt(choices.length)];
  }

  private int bit() {
    return random.nextInt(2);
  }

  /** A test of threads, each in its own block. */
  private static LitmusTest test(List<List<String>> threads) {
    return test(threads, "P%1$d@cta %1$d,gpu 0");
  }

  private static LitmusTest test(List<List<String>> threads, String place) {
    StringBuilder text = new StringBuilder("PTX fuzz\n{ }\n");
    int rows = threads.stream().mapToInt(List::size).max().orElseThrow();
    for (int t = 0; t < threads.size(); t++) {
      text.append(t == 0 ? "" : "|").append(place.formatted(t));
    }
    text.append(";\n");
    for (int row = 0; row < rows; row++) {
      for (int t = 0; t < threads.size(); t++) {
        text.append(t == 0 ? "" : "|");
        text.append(row < threads.get(t).size() ? threads.get(t).get(row) : "");
      }
      text.append(";\n");
    }
    return LitmusTest.read("fuzz", text.append("exists 0 == 0\n").toString());
  }

  // ---- interleavings and real controllers ----

  /** A thread of atomic accesses to one location, barriers, and branches to any of them. */
  private List<String> anyLoops(int thread, String... barriers) {
    List<String> rows = new ArrayList<>();
    int accesses = 1 + random.nextInt(3);
    for (int i = 0; i < accesses; i++) {
      rows.add("LC%d%d:".formatted(thread, i));
      if (barriers.length > 0 && random.nextInt(3) == 0) {
        rows.add(oneOf(barriers));
      }
      String access =
          oneOf(
              "atom.relaxed.gpu.exch r0, x, " + bit(),
              "atom.relaxed.gpu.cas r0, x, %d, %d".formatted(bit(), bit()),
              "ld.relaxed.gpu r0, x",
              "st.relaxed.gpu x, " + bit());
      rows.add(access);
      if (!access.startsWith("st") && random.nextInt(4) > 0) {
        rows.add(
            "%s r0, %d, LC%d%d"
                .formatted(oneOf("beq", "bne"), bit(), thread, random.nextInt(accesses + 1)));
      }
    }
    rows.add("LC%d%d:".formatted(thread, accesses));
    return rows;
  }

  @Test
  void realControllersEndWhereInterleavingsDo() {
    int endless = 0;
    int programs = 120;
    MachineSetup setup = new MachineSetup(MachineSize.ROOMY, Layout.APART, SetupPlacement.APART);
    for (int i = 0; i < programs; i++) {
      boolean isOneBlock = random.nextBoolean();
      List<List<String>> threads = new ArrayList<>();
      for (int t = 0; t < THREADS; t++) {
        threads.add(
            isOneBlock
                ? anyLoops(t, "bar.cta.sync 0", "bar.cta.sync 0, 0, 2", "bar.cta.arrive 0, 0, 2")
                : anyLoops(t));
      }
      LitmusTest test = isOneBlock ? test(threads, "P%1$d@cta 0,gpu 0") : test(threads);
      Fairness fairness = scheduler();
      boolean ends = Interleavings.endless(test, units(test), fairness) == null;
      Exploration exploration =
          Explorer.explore(
              test,
              ExplorationRequest.of("gpu", "hrf")
                  .withSetups(List.of(setup))
                  .asking(new TerminationQuestion(fairness, Granularity.BLOCK)),
              (machine, states, depth) -> true);
      assertThat(exploration.complete()).isTrue();
      assertThat(exploration.failures().isEmpty())
          .as("seed %d, program %d, %s: %s", SEED, i, fairness.text(), threads)
          .isEqualTo(ends);
      endless += ends ? 0 : 1;
    }
    assertThat(endless).isBetween(programs / 10, programs * 9 / 10);
  }

  // ---- interleavings and executions of a model ----

  /** A thread of accesses to two locations, some of which it repeats until they read a value. */
  private List<String> polls(int thread) {
    List<String> rows = new ArrayList<>();
    int accesses = 1 + random.nextInt(3);
    for (int i = 0; i < accesses; i++) {
      String location = oneOf("x", "y");
      String label = "LC%d%d".formatted(thread, i);
      switch (random.nextInt(4)) {
        case 0 -> rows.add("st.relaxed.gpu %s, %d".formatted(location, bit()));
        case 1 -> rows.add("atom.relaxed.gpu.exch r0, %s, %d".formatted(location, bit()));
        case 2 -> {
          rows.add(label + ":");
          rows.add("ld.relaxed.gpu r0, " + location);
          rows.add("%s r0, %d, %s".formatted(oneOf("beq", "bne"), bit(), label));
        }
        default -> {
          int expected = bit();
          rows.add(label + ":");
          rows.add(
              "atom.relaxed.gpu.cas r0, %s, %d, %d".formatted(location, expected, 1 - expected));
          rows.add("bne r0, %d, %s".formatted(expected, label));
        }
      }
    }
    return rows;
  }

  @Test
  void executionsOfSequentialConsistencyEndWhereInterleavingsDo() {
    int endless = 0;
    int programs = 400;
    for (int i = 0; i < programs; i++) {
      List<List<String>> threads = new ArrayList<>();
      for (int t = 0; t < THREADS + random.nextInt(2); t++) {
        threads.add(polls(t));
      }
      LitmusTest test = test(threads);
      Fairness fairness = scheduler();
      boolean ends = Interleavings.endless(test, units(test), fairness) == null;
      assertThat(EndlessSearch.of(test, SC, units(test), fairness, 3).execution() == null)
          .as("seed %d, program %d, %s: %s", SEED, i, fairness.text(), threads)
          .isEqualTo(ends);
      endless += ends ? 0 : 1;
    }
    assertThat(endless).isBetween(programs / 10, programs * 9 / 10);
  }

  @Test
  void whatAnExecutionRepeatsAnInterleavingRepeats() {
    int endless = 0;
    int programs = 200;
    for (int i = 0; i < programs; i++) {
      List<List<String>> threads = new ArrayList<>();
      for (int t = 0; t < THREADS; t++) {
        threads.add(anyLoops(t));
      }
      LitmusTest test = test(threads);
      Fairness fairness = scheduler();
      if (EndlessSearch.of(test, ModelCatalog.named("ptx"), units(test), fairness, 3).execution()
          != null) {
        endless++;
        assertThat(Interleavings.endless(test, units(test), fairness))
            .as("seed %d, program %d, %s: %s", SEED, i, fairness.text(), threads)
            .isNotNull();
      }
    }
    assertThat(endless).isGreaterThan(programs / 10);
  }
}
