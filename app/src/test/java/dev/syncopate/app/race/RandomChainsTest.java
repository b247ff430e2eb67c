package dev.syncopate.app.race;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.check.race.RaceDetector;
import dev.syncopate.model.axiom.answer.ModelAnswer;
import dev.syncopate.model.axiom.catalog.ModelCatalog;
import dev.syncopate.model.explore.Exploration;
import dev.syncopate.model.explore.ExplorationRequest;
import dev.syncopate.model.explore.Explorer;
import dev.syncopate.model.explore.machine.setup.Layout;
import dev.syncopate.model.explore.machine.setup.MachineSetup;
import dev.syncopate.model.explore.machine.setup.MachineSize;
import dev.syncopate.model.explore.machine.setup.SetupPlacement;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.DeviceBuilder;
import dev.syncopate.workload.runtime.LaunchShape;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Compares the race checker, the axioms of PTX and the explorer on chains of threads. The axioms
 * allow the last thread to miss the first one's write exactly where the two race; then the checker
 * finds a race. Where they do not, no schedule of the real controllers misses it. A third of the
 * chains have fences that may be fence.sc, whose order counts as far as the run forces it.
 *
 * <p>{@code -Dchains.programs=100000 -Dchains.explored=60} takes more chains than a build does, and
 * explores one of sixty; {@code -Dchains.seed=N} takes others.
 */
class RandomChainsTest {
  private static final int CHAINS = Integer.getInteger("chains.programs", 300);
  private static final int FIRST = Integer.getInteger("chains.seed", 0);

  /** Of so many chains one is explored. */
  private static final int EXPLORED = Integer.getInteger("chains.explored", 6);

  private static final long STATES = 150_000;

  @Test
  void theCheckerTheAxiomsAndTheExplorerAgree() {
    int racy = 0;
    int explorations = 0;
    int stale = 0;
    for (int seed = FIRST; seed < FIRST + CHAINS; seed++) {
      RandomChain chain = new RandomChain(seed);
      String litmus = chain.litmus();
      LitmusTest test = LitmusTest.read("chain", litmus);
      ModelAnswer answer = ModelAnswer.of(test, ModelCatalog.named("ptx"), 2);
      assertThat(answer.problem()).isNull();
      boolean isRacy = answer.verdict();
      racy += isRacy ? 1 : 0;
      boolean isFound = hasRace(chain.kernel());
      assertThat(isFound)
          .as("whether there is a race, as the axioms say, seed %d:%n%s", seed, litmus)
          .isEqualTo(isRacy);
      if (seed % EXPLORED == 0) {
        Exploration exploration = explored(test);
        if (exploration.complete()) {
          explorations++;
          boolean isStale = exploration.answer() == Exploration.Answer.OBSERVED;
          stale += isStale ? 1 : 0;
          assertThat(!isStale || isRacy)
              .as("a stale read is allowed, seed %d:%n%s", seed, litmus)
              .isTrue();
        }
      }
    }
    assertThat(racy).as("racy chains").isBetween(CHAINS / 4, CHAINS * 19 / 20);
    assertThat(explorations).as("chains explored wholly").isGreaterThan(CHAINS / EXPLORED / 2);
    assertThat(stale).as("chains whose last read misses the write").isPositive();
  }

  private static boolean hasRace(String kernel) {
    RaceDetector detector = new RaceDetector(8, false);
    Device device = new DeviceBuilder("rsp-8cu", "gpu", "hrf").set("core.warpWidth=32").open();
    device.observe(detector);
    device
        .load("chain.ptx", kernel)
        .kernel("k")
        .launch(LaunchShape.of(RandomChain.CTAS, RandomChain.BLOCK), device.allocate("data", 2048));
    return !detector.races().isEmpty();
  }

  private static Exploration explored(LitmusTest test) {
    MachineSetup setup =
        new MachineSetup(MachineSize.ROOMY, Layout.APART, SetupPlacement.APART).warmed();
    return Explorer.explore(
        test,
        ExplorationRequest.of("gpu", "hrf")
            .withSetups(List.of(setup))
            .withBound(STATES)
            .with(ExplorationRequest.Reduction.ON),
        (machine, states, depth) -> true);
  }
}
