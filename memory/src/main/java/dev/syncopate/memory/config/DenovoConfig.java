package dev.syncopate.memory.config;

import dev.syncopate.sim.config.Setting;

/**
 * DeNovo's L1s, those of compute units and of a CPU: where heterosync and the papers it builds on
 * leave a choice.
 */
public record DenovoConfig(
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
        boolean readOnlyRegion) {

  /** What makes an L1 ask for words that it stores to. */
  public enum Register {
    STORE,
    RELEASE
  }
}
