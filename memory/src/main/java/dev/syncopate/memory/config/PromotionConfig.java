package dev.syncopate.memory.config;

import dev.syncopate.sim.config.Setting;
import dev.syncopate.sim.config.Setting.Unit;

/** Remote scope promotion: the tables it needs, and where its papers' accounts differ. */
public record PromotionConfig(
    @Setting(
            value =
                "sRSP: lines an L1's LR-TBL holds; the paper has as many as the sFIFO has entries.",
            unit = Unit.COUNT,
            min = 1,
            max = 65_536)
        int lrEntries,
    @Setting(value = "sRSP: lines an L1's PA-TBL holds.", unit = Unit.COUNT, min = 1, max = 65_536)
        int paEntries,
    @Setting(
            value =
                "sRSPOpt: lines for which an L2 bank remembers which L1 answered a selective flush.",
            unit = Unit.COUNT,
            min = 1,
            max = 65_536)
        int hintEntries,
    @Setting(
            "bRSP: what an L1 does not issue while another's remote acquire is in progress:"
                + " synchronisation and read-modify-writes (rsp §4.2), or everything (srsp App. A).")
        Blocks blocks,
    @Setting(
            "bRSP: whose L1 a remote acquire invalidates at its end: the requester's (rsp §4.2) or all"
                + " (srsp App. A).")
        Invalidates acquireInvalidates,
    @Setting(
            "bRSP: which remote operations are done one after the other: all of the GPU, or only those"
                + " on the same line.")
        Lock lock) {

  /** What remote operations are serialised by. */
  public enum Lock {
    GPU,
    LINE
  }

  /** What a blocked L1 does not issue. */
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
