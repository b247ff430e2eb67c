package dev.syncopate.sim.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestNameTest {
  @Test
  void distanceCountsEdits() {
    assertThat(NearestName.distance("", "abc")).isEqualTo(3);
    assertThat(NearestName.distance("kitten", "sitting")).isEqualTo(3);
    assertThat(NearestName.distance("sise", "size")).isEqualTo(1);
    assertThat(NearestName.distance("wasy", "ways")).as("a swap is one slip").isEqualTo(1);
    assertThat(NearestName.distance("same", "same")).isZero();
  }

  @Test
  void theNearestIsFoundAndNothingFarFetched() {
    List<String> names = List.of("size", "line", "ways", "hitLatency", "mshrs");
    assertThat(NearestName.of("hitlatency", names)).isEqualTo("hitLatency");
    assertThat(NearestName.of("latency", names)).isEqualTo("hitLatency");
    assertThat(NearestName.of("mshr", names)).isEqualTo("mshrs");
    assertThat(NearestName.of("colour", names)).isNull();
    assertThat(NearestName.of("", names)).isNull();
    assertThat(NearestName.hint("sise", names)).isEqualTo("; did you mean size?");
  }
}
