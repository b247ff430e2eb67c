package dev.syncopate.memory.dram;

import static dev.syncopate.memory.dram.DramConfigs.DDR3;
import static dev.syncopate.memory.dram.DramConfigs.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.sim.config.CheckedConfig.Problem;
import org.junit.jupiter.api.Test;

class DramConfigTest {
  @Test
  void requestsMustComeThroughBetweenRefreshes() {
    // 90 + 36 + 14 + 14 + 38 + 8 + 8 + 4 = 212 ns, and as much again.
    assertThat(with(DDR3, "tREFI", 424_000).problems()).isEmpty();
    assertThat(with(DDR3, "tREFI", 423_999).problems())
        .containsExactly(
            new Problem(
                "tREFI",
                "423999 ps between refreshes leave no time for requests: with the other times"
                    + " given, expected 0 or at least 424000 ps"));
    assertThat(with(DDR3, "tREFI", 0).problems()).as("never").isEmpty();
  }

  @Test
  void theLowWatermarkIsBelowTheHighOne() {
    assertThat(with(DDR3, "writeLow", 49).problems()).isEmpty();
    assertThat(with(DDR3, "writeLow", 50).problems())
        .containsExactly(
            new Problem(
                "writeLow", "found 50 percent, expected less than the 50 percent of writeHigh"));
  }
}
