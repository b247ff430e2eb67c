package dev.syncopate.memory.mechanism.brsp;

import dev.syncopate.memory.config.MechanismSettings;
import dev.syncopate.sim.config.Section;
import dev.syncopate.sim.config.Setting;

/** Remote scope promotion by broadcast: where its papers' accounts differ. */
@Section(name = "brsp", value = "Remote scope promotion by broadcast.")
public record BrspSettings(
    @Setting(
            "What an L1 does not issue while another's remote acquire is in progress:"
                + " synchronisation and read-modify-writes (rsp §4.2), or everything (srsp App. A).")
        Blocks blocks,
    @Setting(
            "Whose L1 a remote acquire invalidates at its end: the requester's (rsp §4.2) or all"
                + " (srsp App. A).")
        Invalidates acquireInvalidates,
    @Setting(
            "Which remote operations are done one after the other: all of the GPU, or only those"
                + " on the same line.")
        Lock lock)
    implements MechanismSettings {

  /** Granularity at which remote operations are serialised. */
  public enum Lock {
    GPU,
    LINE
  }

  /** Instructions that a blocked L1 does not issue. */
  public enum Blocks {
    SYNCHRONISATION,
    EVERYTHING
  }

  /** Whose L1 is invalidated. */
  public enum Invalidates {
    REQUESTER,
    ALL
  }
}
