package dev.syncopate.memory.protocol;

/** Result of presenting an access, a step or a message to a controller. */
public enum ControllerOutcome {
  /** Taken; nothing more to do here. */
  DONE,
  /** Something was done, for a cycle; offer it again. */
  AGAIN,
  /** Taken; the environment will be told when it is done. */
  PENDING,
  /** Refused without effect until a message has arrived: every MSHR is in use. */
  STALLED_MSHRS,
  /** Refused without effect until a message has arrived: too many wait for the same line. */
  STALLED_TARGETS,
  /** Refused without effect until a message has arrived: too many writes are unanswered. */
  STALLED_WRITES,
  /** Refused without effect until a message has arrived: for a reason of the mechanism's own. */
  STALLED_BY_MECHANISM;

  /** Whether it was refused. */
  public boolean stalled() {
    return this != DONE && this != AGAIN && this != PENDING;
  }
}
