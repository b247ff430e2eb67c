package dev.syncopate.memory.config;

import dev.syncopate.sim.config.CheckedConfig.Problem;
import dev.syncopate.sim.config.OpenSection;
import java.util.ArrayList;
import java.util.List;

/**
 * The settings of a coherence mechanism: a record in the mechanism's package, bound from {@code
 * mechanisms: {NAME: {...}}} of a machine's file, where NAME is that of its {@link
 * dev.syncopate.sim.config.Section}. Controllers read them when they are made. The methods say what
 * the rest of the machine has to know; by default it has to know nothing.
 */
public interface MechanismSettings {
  /** What is left of a compute unit's L1 where the mechanism takes SRAM from it. */
  default L1Config behind(L1Config l1) {
    return l1;
  }

  /**
   * Bytes of shared memory that the mechanism takes from a compute unit.
   *
   * @param lineBytes of the L1's lines
   */
  default long sharedBytes(int lineBytes) {
    return 0;
  }

  /**
   * Why a compute unit has no room for the mechanism; empty where it has.
   *
   * @param l1 the unit's L1, nothing taken from it
   * @param sharedBytes the unit's shared memory, nothing taken from it
   * @return with paths relative to these settings
   */
  default List<Problem> problems(L1Config l1, int sharedBytes) {
    return List.of();
  }

  /** The mechanism's parts of a machine's energy. */
  default List<EnergyShare> energyShares() {
    return List.of();
  }

  /** Those among the members of a machine's {@code mechanisms}, in their order. */
  static List<MechanismSettings> of(OpenSection mechanisms) {
    List<MechanismSettings> settings = new ArrayList<>();
    for (Record member : mechanisms.members().values()) {
      if (member instanceof MechanismSettings mechanism) {
        settings.add(mechanism);
      }
    }
    return settings;
  }
}
