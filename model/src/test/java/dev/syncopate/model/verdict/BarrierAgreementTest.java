package dev.syncopate.model.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.model.axiom.candidate.AllowedOutcomes;
import dev.syncopate.model.axiom.candidate.ExecutionSearch;
import dev.syncopate.model.axiom.candidate.outcome.Observables;
import dev.syncopate.model.axiom.catalog.ModelCatalog;
import dev.syncopate.model.explore.Exploration;
import dev.syncopate.model.explore.ExplorationRequest;
import dev.syncopate.model.explore.Explorer;
import dev.syncopate.model.explore.machine.setup.Layout;
import dev.syncopate.model.explore.machine.setup.MachineSetup;
import dev.syncopate.model.explore.machine.setup.MachineSize;
import dev.syncopate.model.explore.machine.setup.SetupPlacement;
import dev.syncopate.model.explore.search.PropertyViolation;
import dev.syncopate.model.litmus.BarrierReading;
import dev.syncopate.model.litmus.LitmusTest;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Barriers mean to the memory models what they mean to the machine: random programs of barriers,
 * ends of threads, and atomics on one location, whose tickets show the order of the threads. Their
 * outcomes are those of interleavings on both sides, and the machine hangs only where the model
 * knows it. A thread that only arrives gets no order with earlier arrivals, so that there the model
 * may allow more.
 */
class BarrierAgreementTest {
  private static final long SEED = 102_250;
  private static final int ROUNDS = 100;

  private static final ExplorationRequest REQUEST =
      ExplorationRequest.of("gpu", "hrf")
          .withSetups(
              List.of(new MachineSetup(MachineSize.ROOMY, Layout.APART, SetupPlacement.APART)));

  @ParameterizedTest
  @EnumSource(
      value = BarrierReading.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = "THREADS_PASS") // exploration refuses it: the machine's threads wait
  void modelAndMachineMeetAlike(BarrierReading reading) {
    for (int round = 0; round < ROUNDS; round++) {
      Random random = new Random(SEED + round);
      LitmusTest test = LitmusTest.read("random", program(random)).withBarriers(reading);
      AllowedOutcomes findings =
          ExecutionSearch.of(test, ModelCatalog.named("sc"), Observables.all(test), /* bound= */ 2);
      Exploration exploration = Explorer.explore(test, REQUEST, (setup, states, depth) -> true);
      Set<String> allowed =
          findings.outcomes().keySet().stream()
              .map(outcome -> outcome.toString().replace("P", ""))
              .collect(Collectors.toCollection(TreeSet::new));
      Set<String> shown =
          exploration.outcomes().stream()
              .map(outcome -> outcome.text().replace("P", "").replace(",", ""))
              .collect(Collectors.toCollection(TreeSet::new));
      String program = "seed %d\n%s".formatted(SEED + round, program(new Random(SEED + round)));
      assertThat(allowed).as(program).containsAll(shown);
      if (!program.contains("arrive")) {
        assertThat(shown).as(program).isEqualTo(allowed);
      }
      if (exploration.failures().stream()
          .anyMatch(failure -> failure.kind() == PropertyViolation.Kind.DEADLOCK)) {
        assertThat(findings.hung()).as(program).isTrue();
      }
    }
  }

  private static String program(Random random) {
    int threads = random.nextInt(2, 5);
    int rows = threads == 2 ? 5 : threads == 3 ? 4 : 3;
    boolean separate = random.nextInt(4) == 0;
    StringBuilder text = new StringBuilder("PTX random { x=0; }\n");
    for (int t = 0; t < threads; t++) {
      text.append(t == 0 ? "" : "|")
          .append("P%d@cta %d,gpu 0".formatted(t, separate && t == threads - 1 ? 1 : 0));
    }
    int[] tickets = new int[threads];
    for (int row = 0; row < rows; row++) {
      text.append(";\n");
      for (int t = 0; t < threads; t++) {
        text.append(t == 0 ? "" : " | ").append(cell(random, t, tickets));
      }
    }
    text.append(";\n");
    for (int t = 0; t < threads; t++) {
      text.append(t == 0 ? "" : " | ").append("LC09:");
    }
    StringBuilder question = new StringBuilder("[x] == 0");
    for (int t = 0; t < threads; t++) {
      for (int k = 0; k < tickets[t]; k++) {
        question.append(" /\\ %d:r%d == 0".formatted(t, k));
      }
    }
    return text.append(";\nexists ").append(question).toString();
  }

  private static String cell(Random random, int thread, int[] tickets) {
    return switch (random.nextInt(8)) {
      case 0, 1 ->
          tickets[thread] == 2 ? "" : "atom.relaxed.gpu.add r%d, x, 1".formatted(tickets[thread]++);
      case 2 -> tickets[thread] == 0 ? "" : "beq r0, %d, LC09".formatted(random.nextInt(2));
      case 3 -> "";
      default -> {
        String count =
            random.nextInt(3) == 0
                ? ""
                : ", 0, " + (random.nextInt(6) == 0 ? 1 : random.nextInt(2, 4));
        String way = random.nextInt(4) == 0 ? "arrive" : "sync";
        yield "bar.cta.%s %d%s".formatted(way, random.nextInt(4) == 0 ? 1 : 0, count);
      }
    };
  }
}
