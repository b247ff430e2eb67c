package dev.syncopate.sim.perturb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.sim.perturb.PerturbConfig.Stream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What schedules are drawn from. */
class PerturbConfigTest {
  private static PerturbConfig of(int seed) {
    return new PerturbConfig(seed, 1000, 4096);
  }

  private static List<Integer> draws(Jitter jitter) {
    List<Integer> draws = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      draws.add(jitter.next());
    }
    return draws;
  }

  @Test
  void seedZeroIsTheMachinesOwnSchedule() {
    assertThat(of(0).on()).isFalse();
    assertThat(of(1).on()).isTrue();
  }

  @Test
  void aSeedGivesTheSameDelaysAgain() {
    assertThat(draws(of(7).messages(3))).isEqualTo(draws(of(7).messages(3)));
  }

  @Test
  void seedsPartsAndPurposesHaveStreamsOfTheirOwn() {
    Set<Long> firsts = new HashSet<>();
    int streams = 0;
    for (int seed = 1; seed <= 50; seed++) {
      for (int part = 0; part < 20; part++) {
        for (Stream stream : Stream.values()) {
          firsts.add(of(seed).random(stream, part).nextLong());
          streams++;
        }
      }
    }
    assertThat(firsts).hasSize(streams);
  }

  @Test
  void delaysAreMostlyNoneAndNeverLongerThanTheConfigurationSays() {
    for (int seed = 1; seed <= 100; seed++) {
      List<Integer> draws = draws(of(seed).messages(0));
      assertThat(draws).as("seed %d", seed).contains(0).allMatch(delay -> delay <= 1000);
      assertThat(draws.stream().mapToInt(delay -> delay).max().orElseThrow())
          .as("longest under seed %d", seed)
          .isGreaterThan(60);
    }
  }

  @Test
  void aLongestDelayOfZeroIsNone() {
    assertThat(draws(new PerturbConfig(3, 0, 0).messages(0))).containsOnly(0);
  }

  @Test
  void fourSeedsInARowAreOfFourStyles() {
    for (int seed = 1; seed <= 40; seed++) {
      Set<PerturbationStyle> styles = new HashSet<>();
      for (int next = seed; next < seed + PerturbationStyle.values().length; next++) {
        styles.add(of(next).style());
      }
      assertThat(styles)
          .as("from seed %d", seed)
          .containsExactlyInAnyOrder(PerturbationStyle.values());
    }
  }

  /** A slow way together with a fast one swaps two stores of one thread. */
  @Test
  void anyTwoNodesAreSlowAndFastBesideEachOtherBothWaysRound() {
    int nodes = 44;
    Set<List<Integer>> separatedPairs = new HashSet<>();
    for (int seed = 1; seed <= 2 * 6 * PerturbationStyle.values().length; seed++) {
      if (of(seed).style() != PerturbationStyle.LATE_WAYS) {
        continue;
      }
      int[] delays = of(seed).storeDelays(nodes);
      for (int a = 0; a < nodes; a++) {
        for (int b = 0; b < nodes; b++) {
          if (delays[a] > 0 && delays[b] == 0) {
            separatedPairs.add(List.of(a, b));
          }
        }
      }
    }
    assertThat(separatedPairs).hasSize(nodes * (nodes - 1));
  }

  @Test
  void allStoresAreLateUnderTheFirstSeed() {
    assertThat(of(1).storeDelays(5)).containsOnly(1000);
    assertThat(of(1).pauses(0, 8).begin(3)).isZero();
  }

  @Test
  void aWarpStandsStillAtNoMoreThanTwoAccessesWhicheverItPolls() {
    int points = 0;
    for (int seed = 1; seed <= 200; seed++) {
      PerturbConfig config = of(seed);
      if (config.style() != PerturbationStyle.CHANGE_POINTS) {
        continue;
      }
      Pauses pauses = config.pauses(2, 4);
      for (int slot = 0; slot < 4; slot++) {
        assertThat(pauses.begin(slot)).isLessThanOrEqualTo(4096);
        int pauseCount = 0;
        for (int access = 0; access < 200; access++) {
          int pause = pauses.behindAccess(slot, access);
          assertThat(pauses.behindAccess(slot, access)).as("a poll").isZero();
          assertThat(pause).isLessThanOrEqualTo(4096);
          pauseCount += pause > 0 ? 1 : 0;
        }
        assertThat(pauseCount).as("seed %d", seed).isLessThanOrEqualTo(2);
        points += pauseCount;
      }
    }
    assertThat(points).as("change points of 200 warps").isGreaterThan(100);
  }
}
