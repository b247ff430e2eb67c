package dev.syncopate.machine.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.machine.preset.Presets;
import dev.syncopate.sim.config.ConfigOverrides;
import java.util.List;
import org.junit.jupiter.api.Test;

class InstructionCacheTest {
  private final CoreCounters counters = new CoreCounters();

  private InstructionCache cache(int size, int ways, int sharedBy) {
    return new InstructionCache(
        ConfigOverrides.apply(
            Presets.load("rsp-8cu").icache(),
            List.of(
                "size=" + size,
                "line=64B",
                "ways=" + ways,
                "sharedBy=" + sharedBy,
                "hitLatency=3",
                "missLatency=100")),
        counters);
  }

  @Test
  void aLineHoldsAsManyInstructionsAsFit() {
    InstructionCache cache = cache(1024, 2, 1);
    assertThat(cache.line(7)).isZero();
    assertThat(cache.line(8)).isEqualTo(1);
  }

  @Test
  void aMissTakesItsLatencyAndOthersWaitForTheSameLine() {
    InstructionCache cache = cache(1024, 2, 1);
    assertThat(cache.fetch(1, 0, false, 10)).isEqualTo(110);
    assertThat(cache.fetch(1, 0, false, 20)).as("on its way").isEqualTo(110);
    assertThat(cache.fetch(1, 0, false, 200)).as("a jump into it").isEqualTo(202);
    assertThat(cache.fetch(1, 0, true, 200)).as("from the line before").isEqualTo(200);
    assertThat(counters.fetchMisses).isEqualTo(1);
    assertThat(counters.fetchHits).isEqualTo(3);
  }

  @Test
  void theLineUsedLongestAgoLeaves() {
    InstructionCache cache = cache(128, 2, 1);
    cache.fetch(1, 0, false, 0);
    cache.fetch(1, 1, false, 0);
    cache.fetch(1, 0, false, 200);
    cache.fetch(1, 2, false, 200);
    assertThat(cache.fetch(1, 0, true, 500)).isEqualTo(500);
    assertThat(cache.fetch(1, 1, true, 500)).isEqualTo(600);
  }

  @Test
  void kernelsDoNotShareLines() {
    InstructionCache cache = cache(1024, 2, 1);
    cache.fetch(1, 0, false, 0);
    assertThat(cache.fetch(2, 0, true, 500)).isEqualTo(600);
  }

  @Test
  void unitsThatShareACacheHaveAShareEach() {
    InstructionCache cache = cache(256, 2, 2);
    cache.fetch(1, 0, false, 0);
    cache.fetch(1, 1, false, 0);
    cache.fetch(1, 2, false, 0);
    assertThat(cache.fetch(1, 0, true, 500)).as("two lines are its share").isEqualTo(600);
  }
}
