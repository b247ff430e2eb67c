package dev.syncopate.machine.gpu;

import static dev.syncopate.machine.gpu.ProbeKernels.kernel;
import static dev.syncopate.machine.gpu.ProbeKernels.repeated;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InstructionFetchTest {
  /**
   * A lone warp waits for each line of its code. That the first instruction of a line waits for a
   * loaded value as well, which comes before the line does, lets it issue no earlier. One
   * instruction more in front makes loads and their users change places on the lines.
   */
  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void aValueThatComesBeforeTheInstructionDoesNotHurryIt(int fillerCount) {
    String pair = "ld.global.u32 %r4, [%l0];\nadd.u32 %r5, %r4, 1;";
    String code = repeated("mov.u32 %r6, 0;", fillerCount) + repeated(pair, 40);
    KernelRun run = Probe.of(kernel(code), 1, 32).run("icache.missLatency=2000");
    long misses = run.statistics().getOrDefault("icache.misses", 0L);
    assertThat(misses).as("lines of eight instructions").isBetween(80L / 8, 120L / 8);
    assertThat(run.cycles()).isGreaterThan(2000 * misses);
    assertThat(run.cycles() - 2000 * misses).as("beside fetching").isLessThan(40 * 100);
  }
}
