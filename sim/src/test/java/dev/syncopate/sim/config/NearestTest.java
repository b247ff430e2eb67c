package dev.syncopate.sim.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestTest {
  @Test
  void distanceCountsEdits() {
    assertThat(Nearest.distance("", "abc")).isEqualTo(3);
    assertThat(Nearest.distance("kitten", "sitting")).isEqualTo(3);
    assertThat(Nearest.distance("sise", "size")).isEqualTo(1);
    assertThat(Nearest.distance("wasy", "ways")).as("a swap is one slip").isEqualTo(1);
    assertThat(Nearest.distance("same", "same")).isZero();
  }

  @Test
  void theNearestIsFoundAndNothingFarFetched() {
    List<String> names = List.of("size", "line", "ways", "hitLatency", "mshrs");
    assertThat(Nearest.of("hitlatency", names)).isEqualTo("hitLatency");
    assertThat(Nearest.of("latency", names)).isEqualTo("hitLatency");
    assertThat(Nearest.of("mshr", names)).isEqualTo("mshrs");
    assertThat(Nearest.of("colour", names)).isNull();
    assertThat(Nearest.of("", names)).isNull();
    assertThat(Nearest.hint("sise", names)).isEqualTo("; did you mean size?");
  }
}
