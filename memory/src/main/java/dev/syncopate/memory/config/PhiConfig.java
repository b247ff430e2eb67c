package dev.syncopate.memory.config;

import dev.syncopate.sim.config.Setting;
import dev.syncopate.sim.config.Setting.Unit;

/** Commutative updates that protocol {@code phi} keeps in lines of the L1 (lab §IV-B). */
public record PhiConfig(
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
        int conflictCycles) {

  /** When bytes are fetched. */
  public enum Fetch {
    ON_WRITE,
    ON_EVERY_WRITE,
    LAZILY_ON_READ
  }
}
