package dev.syncopate.memory.mechanism.hlrc;

/** State of a line's registration at its home bank. */
enum LinePlace {
  /** Here. */
  AT_L2,
  /** Here, about to be given to the first who waits: the line is being read. */
  GRANTING,
  /** At an L1. */
  AT_L1,
  /** At an L1, or on its way back from there. */
  RECALLED;

  /** Events of a line's registration at its home bank. */
  enum Event {
    REGISTER,
    /** The former holder, which has given the registration up, asks for it again. */
    REGISTER_AGAIN,
    /** The registration is here and asked for. */
    READ_TO_GRANT,
    GRANT,
    /** An L1 other than the holder reads. */
    READ,
    /** An L1 other than the holder stores. */
    WRITE,
    /** A request comes while another is in progress. */
    WAIT,
    UPDATED,
    UNREGISTERED,
    EVICT
  }
}
