package dev.syncopate.model.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.system.Protocols;
import dev.syncopate.model.axiom.candidate.WildAddressException;
import dev.syncopate.model.axiom.candidate.path.TooLargeException;
import dev.syncopate.model.axiom.catalog.ModelCatalog;
import dev.syncopate.model.explore.Exploration;
import dev.syncopate.model.explore.ExplorationRequest;
import dev.syncopate.model.explore.Explorer;
import dev.syncopate.model.explore.RandomProgram;
import dev.syncopate.model.explore.machine.setup.Layout;
import dev.syncopate.model.explore.machine.setup.MachineSetup;
import dev.syncopate.model.explore.machine.setup.MachineSize;
import dev.syncopate.model.explore.machine.setup.SetupPlacement;
import dev.syncopate.model.litmus.LitmusTest;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Random programs with initial values, other names of locations, addresses in registers, loops,
 * branches, barriers and ends of threads, on every protocol in turn: the machine does nothing that
 * its models forbid.
 */
class ExploredRandomTest {
  private static final long SEED = 31_000;
  private static final int ROUNDS = 35;
  private static final String HARDWARE = "hrf";

  @Test
  void nothingIsSeenThatTheModelForbids() {
    int compared = 0;
    for (int round = 0; round < ROUNDS; round++) {
      Random random = new Random(SEED + round);
      String text = RandomProgram.of(random);
      LitmusTest test = LitmusTest.read("random", text);
      MachineSetup setup =
          new MachineSetup(
              random.nextBoolean() ? MachineSize.TINY : MachineSize.ROOMY,
              any(random, 3, Layout.values()),
              any(random, 2, SetupPlacement.values()));
      List<Protocol> protocols = Protocols.all();
      String protocol = protocols.get(round % protocols.size()).name();
      ExplorationRequest request =
          ExplorationRequest.of(protocol, HARDWARE)
              .withSetups(List.of(random.nextBoolean() ? setup.warmed() : setup))
              .withBound(20_000);
      Exploration exploration =
          Explorer.explore(test, request, (arrangement, states, depth) -> true);
      for (ModelBinding binding : ModelBinding.of(protocol)) {
        if (!binding.hardware().equals(HARDWARE)) {
          continue;
        }
        try {
          Verdict verdict =
              Judge.of(exploration, ModelCatalog.named(binding.model()), /* bound= */ 4);
          assertThat(verdict.forbidden())
              .as("%s, %s, seed %d\n%s", binding, request.setups(), SEED + round, text)
              .isEmpty();
          compared += verdict.racy() ? 0 : 1;
        } catch (TooLargeException | WildAddressException e) {
          assertThat(e).hasMessageNotContaining("null");
        }
      }
    }
    assertThat(compared).isGreaterThan(ROUNDS / 4);
  }

  private static <E> E any(Random random, int count, E[] values) {
    return values[random.nextInt(count)];
  }
}
