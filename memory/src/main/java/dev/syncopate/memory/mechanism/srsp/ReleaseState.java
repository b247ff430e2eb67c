package dev.syncopate.memory.mechanism.srsp;

/** State of a line in the LR-TBL of an L1 (srsp §4.7). */
enum ReleaseState {
  /** The LR-TBL does not have the line. */
  UNRELEASED,
  /** The LR-TBL names the sFIFO entry of the line's last release at CTA scope. */
  RELEASED;

  /** Events of a line in the LR-TBL. */
  enum Event {
    /** The line is released at CTA scope. */
    RELEASE,
    /** A home bank asks for a selective flush. */
    SELECTIVE_FLUSH,
    /** The sFIFO entry that is named has left the sFIFO. */
    LEAVE,
    /** A remote access of this L1 finds that all of its bytes were released here. */
    REMOTE
  }
}
