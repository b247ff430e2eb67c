package dev.syncopate.workload.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.workload.fuzz.program.Generator;
import org.junit.jupiter.api.Test;

/** A warp that is taken back and runs again does the same as one that never was. */
class CheckpointTest {
  private static final int KERNELS = 60;

  @Test
  void randomKernelsEndAlikeWhoeverGoesBackWhen() {
    Rewinding rewinding = new Rewinding(11);
    Bench bench = new Bench(rewinding);
    for (long seed = 1; seed <= KERNELS; seed++) {
      Trial trial = Trial.of(Generator.generate(seed));
      assertThat(bench.compare(trial)).as("seed %d", seed).isEmpty();
    }
    assertThat(rewinding.rewinds).isGreaterThan(50 * KERNELS);
    assertThat(rewinding.diverged).as("of diverged warps").isGreaterThan(KERNELS);
    assertThat(rewinding.inCalls).as("in functions").isGreaterThan(0);
    assertThat(rewinding.again).as("more than once").isGreaterThan(KERNELS);
  }
}
