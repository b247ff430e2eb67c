package dev.syncopate.memory.mechanism.phi;

import dev.syncopate.memory.config.MechanismSettings;
import dev.syncopate.sim.config.Section;
import dev.syncopate.sim.config.Setting;
import dev.syncopate.sim.config.Setting.Unit;

/** Commutative updates that PHI keeps in lines of the L1 (lab §IV-B). */
@Section(name = "phi", value = "Commutative updates in lines of the L1.")
public record PhiSettings(
    @Setting(
            value =
                "When bytes are fetched: with the update that finds them missing, with the store, too,"
                    + " or with a load that does.",
            absent = "on-write")
        Fetch fetch,
    @Setting(
            value =
                "Cycles for each further update of a word by the same access: lanes that meet there"
                    + " follow one another.",
            unit = Unit.CYCLES,
            max = 1000,
            absent = "1")
        int conflictCycles)
    implements MechanismSettings {

  /** When bytes are fetched. */
  public enum Fetch {
    ON_WRITE,
    ON_EVERY_WRITE,
    LAZILY_ON_READ
  }
}
