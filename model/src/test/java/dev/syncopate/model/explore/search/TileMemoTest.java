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
import dev.syncopate.model.library.Library;
import dev.syncopate.model.litmus.LitmusTest;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** That tiles which are taken apart do what they do whole, state by state. */
class TileMemoTest {
  private static final long SEED = 77_000;

  private static SearchResult search(
      LitmusTest test, String protocol, MachineSetup setup, int replicas) {
    Machine machine = new Machine(test, Protocols.named(protocol), ConsistencyModel.HRF, setup);
    return new StateSearch(machine, name -> true, replicas, Integer.MAX_VALUE)
        .run(2_000, (states, depth) -> true);
  }

  /** All but how often controllers do something. */
  private static void assertSame(SearchResult split, SearchResult plain, String description) {
    assertThat(split.endings()).as(description).isEqualTo(plain.endings());
    assertThat(split.faults()).as(description).isEqualTo(plain.faults());
    SearchResult.Extent size = split.size();
    assertThat(size)
        .as(description)
        .isEqualTo(
            new SearchResult.Extent(
                plain.size().states(),
                plain.size().transitions(),
                plain.size().depth(),
                plain.size().partStates(),
                size.partTransitions(),
                plain.size().messages()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"gpu", "srsp"})
  void randomProgramsOfOneUnitAreTheSame(String protocol) {
    long splitTotal = 0;
    long plainTotal = 0;
    for (int round = 0; round < 16; round++) {
      Random random = new Random(SEED + round);
      String text = RandomProgram.of(random).replace("@cta 1", "@cta 0");
      if (random.nextInt(4) != 0) {
        text = text.replaceAll("bar\\.cta\\.(sync 0|arrive 0, 0, 2)", "ld.relaxed.gpu r1, x");
      }
      MachineSetup setup =
          new MachineSetup(
              List.of(MachineSize.values()).get(random.nextInt(3)),
              List.of(Layout.values()).get(random.nextInt(3)),
              SetupPlacement.APART,
              random.nextBoolean(),
              random.nextInt(4) != 0,
              random.nextBoolean(),
              List.of(),
              null);
      LitmusTest test = LitmusTest.read("random", text);
      SearchResult split = search(test, protocol, setup, 1);
      SearchResult plain = search(test, protocol, setup, 0);
      assertSame(split, plain, "seed %d, %s%n%s".formatted(SEED + round, setup, text));
      assertThat(search(test, protocol, setup, 3)).isEqualTo(split);
      splitTotal += split.size().partTransitions();
      plainTotal += plain.size().partTransitions();
    }
    assertThat(splitTotal).isLessThan(plainTotal);
  }

  /**
   * What random programs seldom do: a warp waits for accesses that stand behind another warp's; an
   * access comes into the FIFO again, behind several; a thread computes forever.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        """
         P0@cta 0,gpu 0       | P1@cta 0,gpu 0      ;
         ld.relaxed.gpu r0, x | st.relaxed.gpu z, 1 ;
         ld.relaxed.gpu r1, y |                     ;
         fence.acq_rel.cta    |                     ;
         st.relaxed.gpu z, 2  |                     ;
        exists (z == 1)
        """,
        """
         P0@cta 0,gpu 0      | P1@cta 0,gpu 0      ;
         st.release.gpu x, 1 | st.relaxed.gpu x, 2 ;
                             | st.relaxed.gpu x, 3 ;
        exists (x == 1)
        """,
        """
         P0@cta 0,gpu 0       | P1@cta 0,gpu 0      ;
         ld.relaxed.gpu r0, x | st.relaxed.gpu x, 1 ;
         LC00:                | st.relaxed.gpu x, 2 ;
         beq r0, 1, LC00      |                     ;
        exists (P0:r0 == 2)
        """
      })
  void whatSeldomHappensIsTheSame(String program) {
    LitmusTest test = LitmusTest.read("seldom", "PTX seldom\n{ x=0; y=0; z=0; }\n" + program);
    for (MachineSize size : List.of(MachineSize.TINY, MachineSize.ROOMY)) {
      MachineSetup setup = new MachineSetup(size, Layout.APART, SetupPlacement.APART);
      SearchResult split = search(test, "gpu", setup, 1);
      assertSame(split, search(test, "gpu", setup, 0), program);
      assertThat(split.complete()).isTrue();
    }
  }

  /** Where nothing blocks, controllers do a part of what they would do for whole tiles. */
  @Test
  void controllersDoLessForThreadsThatDoNotBlock() {
    LitmusTest test =
        LitmusTest.read(
            "co",
            """
            PTX co
            { x=0; }
             P0@cta 0,gpu 0      | P1@cta 0,gpu 0      | P2@cta 0,gpu 0       ;
             st.relaxed.cta x, 1 | st.relaxed.cta x, 2 | ld.relaxed.cta r0, x ;
             ld.relaxed.cta r0,x | ld.relaxed.cta r0,x | ld.relaxed.cta r1, x ;
            exists (P2:r0 == 1)
            """);
    MachineSetup setup = new MachineSetup(MachineSize.ROOMY, Layout.APART, SetupPlacement.APART);
    SearchResult split = search(test, "gpu", setup, 1);
    SearchResult plain = search(test, "gpu", setup, 0);
    assertSame(split, plain, "co");
    assertThat(4 * split.size().partTransitions()).isLessThan(plain.size().partTransitions());
  }

  /** Whichever controllers of a tile do something, states and their numbers are the same. */
  @ParameterizedTest
  @MethodSource("protocols")
  void replicasOfATileDoTheSame(String protocol) {
    int runnable = 0;
    List<String> names = List.copyOf(Library.names());
    for (int i = 0; i < names.size(); i += 3) { // every third one: all take long
      String name = names.get(i);
      LitmusTest test = Library.test(name);
      MachineSetup setup = new MachineSetup(MachineSize.TINY, Layout.TOGETHER, SetupPlacement.SAME);
      SearchResult single;
      try {
        single = search(test, protocol, setup, 1);
      } catch (IllegalArgumentException e) {
        continue; // it does not run on this hardware
      }
      assertThat(search(test, protocol, setup, 3)).as("%s on %s", name, protocol).isEqualTo(single);
      runnable++;
    }
    assertThat(runnable).isGreaterThan(6);
  }

  static List<String> protocols() {
    return List.copyOf(Protocols.names());
  }
}
