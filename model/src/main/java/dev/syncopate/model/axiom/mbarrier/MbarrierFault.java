package dev.syncopate.model.axiom.mbarrier;

/** Use of an mbarrier that the PTX ISA manual leaves undefined, with its set in models. */
public enum MbarrierFault {
  /** An operation before the initialisation, or after the invalidation. */
  NOT_LIVE("UB-LIVE"),
  /** An initialisation of an mbarrier that is in use. */
  REINITIALISED("UB-REINIT"),
  /** More arrivals than the phase expects. */
  OVER_ARRIVAL("UB-OVER"),
  /** A count of bytes out of range, or no arrivals left to expect. */
  OUT_OF_RANGE("UB-RANGE"),
  /** An arrival in a phase before any wait has seen the end of the one before. */
  UNSEEN_PHASE("UB-UNSEEN");

  private final String set;

  MbarrierFault(String set) {
    this.set = set;
  }

  /** The set of a model that the event at fault belongs to. */
  public String set() {
    return set;
  }
}
