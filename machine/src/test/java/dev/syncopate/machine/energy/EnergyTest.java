package dev.syncopate.machine.energy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.syncopate.machine.config.EnergyConfig;
import dev.syncopate.machine.config.MachineConfig;
import dev.syncopate.machine.preset.Presets;
import dev.syncopate.sim.config.ConfigOverrides;
import java.lang.reflect.RecordComponent;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EnergyTest {
  /** Every counter a power of two of its own, so that a sum tells which are in it. */
  private static final List<String> COUNTERS =
      List.of(
          "instructions.thread",
          "instructions.accessThread",
          "instructions.warp",
          "instructions.memory",
          "instructions.shared",
          "icache.hits",
          "icache.misses",
          "shared.reads",
          "shared.writes",
          "l1.loads",
          "l1.stores",
          "l1.atomics",
          "l1.fills",
          "l1.writeThroughs",
          "l2.reads",
          "l2.writes",
          "l2.atomics",
          "l2.writeBacks",
          "network.messages",
          "lab.updates",
          "lab.hits",
          "lab.evictions",
          "lab.clashes",
          "lab.passed",
          "lab.flushedLines",
          "dram.reads",
          "dram.writes");

  private static Map<String, Long> counted() {
    Map<String, Long> counted = new HashMap<>();
    for (int i = 0; i < COUNTERS.size(); i++) {
      counted.put(COUNTERS.get(i), 1L << (40 - i));
    }
    return counted;
  }

  private static EnergyConfig only(String... settings) {
    MachineConfig nothing = Presets.load("rsp-8cu");
    return ConfigOverrides.apply(
            nothing, Stream.of(settings).map(setting -> "energy." + setting).toList())
        .energy();
  }

  private static long sum(String counters) {
    long sum = 0;
    for (String counter : counters.split(" ", -1)) {
      long value = Objects.requireNonNull(counted().get(counter.replaceFirst("^-", "")), counter);
      sum += counter.startsWith("-") ? -value : value;
    }
    return sum;
  }

  @ParameterizedTest
  @CsvSource({
    "operation, OPERATIONS, instructions.thread -instructions.accessThread",
    "icacheRead, INSTRUCTION_CACHE, icache.hits icache.misses",
    "icacheWrite, INSTRUCTION_CACHE, icache.misses",
    "sharedRead, SHARED, shared.reads",
    "sharedWrite, SHARED, shared.writes",
    "l1Read, L1, l1.loads l1.atomics l1.writeThroughs",
    "l1Write, L1, l1.stores l1.atomics l1.fills",
    "l2Read, L2, l2.reads l2.atomics l2.writeBacks",
    "l2Write, L2, l2.writes l2.atomics dram.reads",
    "message, NETWORK, network.messages",
    "lab.read64, LAB, lab.hits lab.evictions lab.clashes lab.passed lab.flushedLines",
    "lab.write64, LAB, lab.updates",
    "memory, MEMORY, dram.reads dram.writes"
  })
  void eachEnergyIsThatOfItsEvents(String field, EnergyPart part, String counters) {
    Energy energy = Objects.requireNonNull(Energy.of(only(field + "=2pJ"), 64, counted()));
    assertThat(energy.picojoules().get(part)).isEqualTo(2.0 * sum(counters));
    assertThat(energy.total()).isEqualTo(2.0 * sum(counters));
  }

  @Test
  void anOperationMayBeAWholeWarps() {
    Energy energy =
        Objects.requireNonNull(Energy.of(only("operation=1pJ", "operations=warps"), 64, counted()));
    assertThat(energy.total())
        .isEqualTo((double) sum("instructions.warp -instructions.memory -instructions.shared"));
  }

  @Test
  void whereNothingIsPublishedNothingIsSaid() {
    assertThat(Energy.of(Presets.load("srsp-64cu").energy(), 64, counted())).isNull();
  }

  @Test
  void everyFieldCounts() {
    for (RecordComponent component : EnergyConfig.class.getRecordComponents()) {
      if (component.getType() == long.class) {
        assertThat(only(component.getName() + "=1aJ").isKnown()).as(component.getName()).isTrue();
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 8", "8, 8", "9, 16", "32, 32", "64, 64", "200, 256", "2147483647, Unlimited"})
  void aBufferCostsWhatTheNextSizeListedDoes(int entries, String size) {
    Energy energy =
        Objects.requireNonNull(
            Energy.of(only("lab.write" + size + "=1pJ", "memory=1aJ"), entries, counted()));
    assertThat(energy.picojoules().get(EnergyPart.LAB)).isEqualTo((double) sum("lab.updates"));
  }

  /** Lab Table II. */
  @Test
  void theTitanVHasThePapersEnergies() {
    EnergyConfig energy = Presets.load("titanv-80sm").energy();
    assertThat(energy.l2Write() / 1e6).isCloseTo(234.0675, within(1e-9));
    assertThat(energy.l1Read() / 1e6).isCloseTo(1.4097, within(1e-9));
  }

  @Test
  void aCounterThatThereIsNotIsAnError() {
    assertThatThrownBy(() -> Energy.of(only("message=1pJ"), 64, Map.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("nothing counts instructions.thread");
  }
}
