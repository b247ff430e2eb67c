package dev.syncopate.machine.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.machine.config.MachineConfig;
import dev.syncopate.machine.preset.Presets;
import dev.syncopate.memory.mechanism.lab.LabSettings;
import dev.syncopate.sim.config.ConfigException;
import dev.syncopate.sim.config.ConfigOverrides;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a local atomic buffer takes of the SRAM of a unit: L1 + shared memory + LAB. */
class LabSettingsTest {
  private static MachineConfig titan(String... settings) {
    return ConfigOverrides.apply(Presets.load("titanv-80sm"), List.of(settings));
  }

  private static LabSettings lab(MachineConfig machine) {
    return machine.mechanisms().get(LabSettings.class);
  }

  @Test
  void machinesHaveNoneUnlessTheySaySo() {
    for (String preset : Presets.names()) {
      assertThat(lab(Presets.load(preset)).present()).as(preset).isFalse();
    }
  }

  /** 128 KiB in all, as the paper has them: a LAB of 64 is 8 KiB of the L1. */
  @Test
  void theL1LosesWhatItTakes() {
    for (int entries : new int[] {8, 16, 32, 64, 128}) {
      MachineConfig machine = titan("mechanisms.lab.entries=" + entries);
      int l1 = machine.memory().l1().size();
      assertThat(l1 + machine.sharedBytes() + 128 * entries).isEqualTo(128 << 10);
      assertThat(machine.sharedBytes()).isEqualTo(96 << 10);
      assertThat(l1 % (128 * machine.memory().l1().ways())).as("whole sets").isZero();
    }
  }

  @Test
  void lessThanALineInEachSetIsLost() {
    assertThat(titan("mechanisms.lab.entries=5").memory().l1().size())
        .isEqualTo((32 << 10) - 8 * 128);
  }

  @Test
  void orSharedMemoryDoes() {
    MachineConfig machine = titan("mechanisms.lab.entries=256", "mechanisms.lab.from=shared");
    assertThat(machine.memory().l1().size()).isEqualTo(32 << 10);
    assertThat(machine.sharedBytes()).isEqualTo(64 << 10);
  }

  @Test
  void anUnlimitedOneTakesNothing() {
    MachineConfig machine = titan("mechanisms.lab.entries=unlimited");
    assertThat(lab(machine).unlimited()).isTrue();
    assertThat(machine.memory().l1().size()).isEqualTo(32 << 10);
  }

  @Test
  void oneThatLeavesNoL1IsRefusedWithTheArithmetic() {
    assertThatThrownBy(() -> titan("mechanisms.lab.entries=256"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(
            "mechanisms.lab.entries=256: 256 lines of 128 bytes are 32768 and leave 0 of l1.size = 32768 bytes,"
                + " which is no L1");
    assertThatThrownBy(() -> titan("mechanisms.lab.entries=1024", "mechanisms.lab.from=shared"))
        .hasMessageContaining(
            "mechanisms.lab.entries=1024: 1024 lines of 128 bytes are 131072, more than core.sharedBytes = 98304"
                + " bytes");
    assertThatThrownBy(() -> titan("mechanisms.lab.entries=12"))
        .hasMessageContaining(
            "mechanisms.lab.entries=12: 12 lines are not a whole number of sets of 8");
    assertThatThrownBy(() -> titan("mechanisms.lab.entries=many"))
        .hasMessageContaining(
            "mechanisms.lab.entries=many: found many, expected from 0 to unlimited");
  }

  @Test
  void aFreeFlushNeedsAMachineWithoutCpu() {
    assertThatThrownBy(() ->
            TestGpu.with(
                "cpu.cores=1", "mechanisms.lab.entries=8", "mechanisms.lab.flushAtKernelEnd=free"))
        .hasMessageContaining(
            "mechanisms.lab.flushAtKernelEnd = free leaves updates where a CPU does not");
  }
}
