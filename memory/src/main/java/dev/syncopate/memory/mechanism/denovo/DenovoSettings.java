package dev.syncopate.memory.mechanism.denovo;

import dev.syncopate.memory.config.MechanismSettings;
import dev.syncopate.sim.config.Section;
import dev.syncopate.sim.config.Setting;

/**
 * DeNovo's L1s, those of compute units and of a CPU: where heterosync and the papers it builds on
 * leave a choice.
 */
@Section(name = "denovo", value = "DeNovo.")
public record DenovoSettings(
    @Setting(
            value =
                "When an L1 asks to own words that it stores to: at the store (heterosync §II-B), or at"
                    + " the next release (§III-A, footnote 2), until which they stay in the store"
                    + " buffer.",
            absent = "store")
        Register register,
    @Setting(
            value =
                "Whether words that ld.global.nc has brought into an L1 survive acquires, until the"
                    + " next kernel begins (heterosync footnote 5, DD+RO).",
            absent = "false")
        boolean readOnlyRegion)
    implements MechanismSettings {

  /** Event at which an L1 registers stored words. */
  public enum Register {
    STORE,
    RELEASE
  }
}
