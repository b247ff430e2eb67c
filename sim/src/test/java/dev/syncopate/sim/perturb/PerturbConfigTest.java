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
}
