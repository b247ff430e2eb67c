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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EnergyTest {
  /** Each counter is a different power of two, so that a sum identifies its terms. */
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

  private static MachineConfig only(String... settings) {
    return ConfigOverrides.apply(Presets.load("rsp-8cu"), List.of(settings));
  }

  /** The part of a name in documents. */
  private static double part(Energy energy, String key) {
    for (Map.Entry<EnergyPart, Double> part : energy.picojoules().entrySet()) {
      if (part.getKey().key().equals(key)) {
        return part.getValue();
      }
    }
    throw new AssertionError("no part " + key + " in " + energy);
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
    "energy.operation, operations, instructions.thread -instructions.accessThread",
    "energy.icacheRead, icache, icache.hits icache.misses",
    "energy.icacheWrite, icache, icache.misses",
    "energy.sharedRead, shared, shared.reads",
    "energy.sharedWrite, shared, shared.writes",
    "energy.l1Read, l1, l1.loads l1.atomics l1.writeThroughs",
    "energy.l1Write, l1, l1.stores l1.atomics l1.fills",
    "energy.l2Read, l2, l2.reads l2.atomics l2.writeBacks",
    "energy.l2Write, l2, l2.writes l2.atomics dram.reads",
    "energy.message, network, network.messages",
    "mechanisms.lab.energy.read64, lab, lab.hits lab.evictions lab.clashes lab.passed lab.flushedLines",
    "mechanisms.lab.energy.write64, lab, lab.updates",
    "energy.memory, memory, dram.reads dram.writes"
  })
  void eachEnergyIsThatOfItsEvents(String field, String part, String counters) {
    Energy energy =
        Objects.requireNonNull(
            Energy.of(only(field + "=2pJ", "mechanisms.lab.entries=64"), counted()));
    assertThat(part(energy, part)).isEqualTo(2.0 * sum(counters));
    assertThat(energy.total()).isEqualTo(2.0 * sum(counters));
  }

  @Test
  void anOperationMayBeAWholeWarps() {
    Energy energy =
        Objects.requireNonNull(
            Energy.of(only("energy.operation=1pJ", "energy.operations=warps"), counted()));
    assertThat(energy.total())
        .isEqualTo((double) sum("instructions.warp -instructions.memory -instructions.shared"));
  }

  @Test
  void whereNothingIsPublishedNothingIsSaid() {
    assertThat(Energy.of(Presets.load("srsp-64cu"), counted())).isNull();
  }

  @Test
  void everyFieldCounts() {
    for (RecordComponent component : EnergyConfig.class.getRecordComponents()) {
      if (component.getType() == long.class) {
        assertThat(only("energy." + component.getName() + "=1aJ").energy().isKnown())
            .as(component.getName())
            .isTrue();
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1, 8",
    "8, 8",
    "16, 16",
    "24, 32",
    "32, 32",
    "64, 64",
    "200, 256",
    "unlimited, Unlimited"
  })
  void aBufferCostsWhatTheNextSizeListedDoes(String entries, String size) {
    Energy energy =
        Objects.requireNonNull(
            Energy.of(
                only(
                    "mechanisms.lab.energy.write" + size + "=1pJ",
                    "energy.memory=1aJ",
                    "mechanisms.lab.from=shared",
                    "mechanisms.lab.entries=" + entries),
                counted()));
    assertThat(part(energy, "lab")).isEqualTo((double) sum("lab.updates"));
  }

  @Test
  void thePartsAreThoseOfTheMachineInTheOrderOfFigure7() {
    MachineConfig machine = only("mechanisms.lab.energy.read8=1aJ");
    assertThat(Energy.parts(machine))
        .extracting(EnergyPart::label)
        .containsExactly(
            "operations",
            "instruction cache",
            "shared memory",
            "L1",
            "L2",
            "LAB",
            "network",
            "memory");
    Energy energy = Objects.requireNonNull(Energy.of(machine, counted()), "a mechanism's suffices");
    assertThat(energy.picojoules().keySet()).containsExactlyElementsOf(Energy.parts(machine));
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
    assertThatThrownBy(() -> Energy.of(only("energy.message=1pJ"), Map.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("nothing counts instructions.thread");
  }
}
