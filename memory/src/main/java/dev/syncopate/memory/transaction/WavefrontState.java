package dev.syncopate.memory.transaction;

/** State of a wavefront's transaction (localtm §III-A). */
public enum WavefrontState {
  /** No lane of it is in a transaction. */
  OUTSIDE("no transaction"),
  /** All lanes that have yet to commit make the attempt together. */
  TOGETHER("all lanes that have yet to commit run"),
  /** Wavefront serialisation: one lane makes the attempt, the others wait. */
  ALONE("wavefront serialisation: one lane runs"),
  /** Work-group serialisation: the same, and no other wavefront is in a transaction. */
  EXCLUSIVE("work-group serialisation: one lane runs, and no other wavefront does"),
  /** Lanes with too many conflicts take the program's own way; the others wait. */
  GIVEN_UP("lanes whose transaction was given up run outside of any; the others wait");

  private final String meaning;

  WavefrontState(String meaning) {
    this.meaning = meaning;
  }

  /** Tells states apart in what is compared. */
  @SuppressWarnings("EnumOrdinal") // lives no longer than a run
  int number() {
    return ordinal();
  }

  /** For people. */
  public String meaning() {
    return meaning;
  }
}
