package dev.syncopate.model.explore.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.system.Protocols;
import dev.syncopate.model.explore.RandomProgram;
import dev.syncopate.model.explore.machine.Machine;
import dev.syncopate.model.explore.machine.setup.Layout;
import dev.syncopate.model.explore.machine.setup.MachineSetup;
import dev.syncopate.model.explore.machine.setup.MachineSize;
import dev.syncopate.model.explore.machine.setup.SetupPlacement;
import dev.syncopate.model.generate.SameUnitThreads;
import dev.syncopate.model.library.Library;
import dev.syncopate.model.litmus.LitmusTest;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** That a search by several threads finds what one finds, digit for digit. */
class ParallelExpansionTest {
  private static final long SEED = 91_000;
  private static final int NEVER = Integer.MAX_VALUE;

  private static SearchResult search(
      LitmusTest test,
      String protocol,
      MachineSetup setup,
      int threads,
      int minimumStates,
      long bound) {
    Machine machine = new Machine(test, Protocols.named(protocol), ConsistencyModel.HRF, setup);
    StateSearch search = new StateSearch(machine, name -> true, 1, minimumStates);
    try (ForkJoinPool pool = new ForkJoinPool(threads)) {
      return pool.submit(() -> search.run(bound, (states, depth) -> true)).join();
    }
  }

  private static SearchResult assertSame(
      LitmusTest test, String protocol, MachineSetup setup, long bound) {
    SearchResult single = search(test, protocol, setup, 1, 1, bound);
    for (int threads = 2; threads < 5; threads++) {
      // 7: levels of few states, too; never 1, for such a level tells nothing
      SearchResult several =
          search(test, protocol, setup, threads, threads == 4 ? NEVER : 7, bound);
      assertThat(several).as("%s, %s, %d threads", test.name(), setup, threads).isEqualTo(single);
    }
    return single;
  }

  @Test
  void randomProgramsAreSearchedAlike() {
    for (int round = 0; round < 24; round++) {
      Random random = new Random(SEED + round);
      LitmusTest test = LitmusTest.read("seed " + (SEED + round), RandomProgram.of(random));
      MachineSetup setup =
          new MachineSetup(
              List.of(MachineSize.values()).get(random.nextInt(3)),
              List.of(Layout.values()).get(random.nextInt(3)),
              List.of(SetupPlacement.values()).get(random.nextInt(2)),
              random.nextBoolean(),
              random.nextInt(4) != 0,
              random.nextBoolean(),
              List.of(),
              null);
      assertSame(test, random.nextBoolean() ? "gpu" : "srsp", setup, 3_000);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "lock-remote, srsp, false",
    "promote-acquire-apart, brsp, true",
    "IRIW-acquire, gpu, true",
    "MP-two-hops, gpu, false"
  })
  void testsOfTheLibraryAreSearchedAlike(String name, String protocol, boolean reduced) {
    MachineSetup setup =
        new MachineSetup(MachineSize.TINY, Layout.APART, SetupPlacement.APART).reduced(reduced);
    SearchResult result = assertSame(Library.test(name), protocol, setup, 12_000);
    assertThat(result.size().states()).isGreaterThan(500);
  }

  /** Depths of thousands of states, in which numbers outgrow their fields again and again. */
  @Test
  void aLargeTestIsSearchedAlike() {
    MachineSetup setup = new MachineSetup(MachineSize.ROOMY, Layout.APART, SetupPlacement.APART);
    SearchResult result = assertSame(SameUnitThreads.four(), "gpu", setup, 100_000);
    assertThat(result.size().states()).isGreaterThan(30_000);
  }

  /** Where a bound stops it, it has done no more than one thread. */
  @ParameterizedTest
  @CsvSource({"1", "700", "701", "5000"})
  void aBoundStopsItAtTheSameState(long bound) {
    MachineSetup setup = new MachineSetup(MachineSize.ROOMY, Layout.APART, SetupPlacement.APART);
    SearchResult result = assertSame(Library.test("IRIW-acquire"), "gpu", setup, bound);
    assertThat(result.complete()).isFalse();
  }
}
