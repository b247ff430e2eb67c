package dev.syncopate.machine.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.machine.preset.Presets;
import dev.syncopate.memory.access.Order;
import dev.syncopate.sim.config.ConfigException;
import org.junit.jupiter.api.Test;

/** What the fields of the CPU do; a machine lacks it unless it says otherwise. */
class CpuConfigTest {
  private static long cycles(String... settings) {
    TestGpu gpu = TestGpu.with(settings);
    long word = gpu.ints(0);
    KernelRun run =
        gpu.gpu.run(
            cpu -> {
              for (int i = 0; i < 2000; i++) {
                cpu.add32(word, 1, Order.RELAXED);
              }
            },
            LaunchWatch.DEFAULT);
    assertThat(gpu.readInts(word, 1)).containsExactly(2000);
    return run.cycles();
  }

  @Test
  void aFasterClockTakesFewerCyclesOfTheGpu() {
    long slow = cycles("cpu.cores=1", "cpu.clock=1GHz", "core.clock=1GHz");
    long fast = cycles("cpu.cores=1", "cpu.clock=2GHz", "core.clock=1GHz");
    assertThat(slow).isBetween(19 * fast / 10, 2 * fast);
    assertThat(cycles("cpu.cores=1", "cpu.clock=500MHz", "core.clock=1GHz"))
        .isBetween(19 * slow / 10, 2 * slow);
  }

  @Test
  void machinesHaveNoCpuUnlessTheySaySo() {
    assertThat(Presets.load("srsp-64cu").cpu().cores()).isZero();
    assertThat(Presets.load("heterosync-15cu").cpu().cores()).isOne();
    assertThat(Presets.load("heterosync-15cu").cpu().clock()).isEqualTo(2000);
  }

  @Test
  void aCpuBesideSeveralGpusIsRefused() {
    assertThatThrownBy(() -> TestGpu.machine("cpu.cores=1", "system.gpus=2"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("cpu.cores=1: a CPU needs system.gpus = 1, found system.gpus = 2");
    assertThatThrownBy(() -> TestGpu.machine("cpu.cores=2"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("cpu.cores");
  }
}
