package dev.syncopate.model.verify;

/** Relation of hardware to its model in one test. */
public enum ModelStanding {
  /** All that it can do is allowed. */
  CONFORMS("conforms"),
  /** The model promises nothing: the test has a race. What hardware does counts for nothing. */
  RACY("racy"),
  /** It does something that the model forbids. */
  FORBIDDEN("FORBIDDEN"),
  /** A protocol error, a deadlock or a broken invariant. */
  FAULTY("FAULTY"),
  /** Not everything was explored, or not every execution judged; nothing wrong was seen. */
  INCOMPLETE("incomplete"),
  /** The protocol refuses an instruction of the test. */
  REFUSED("refused");

  private final String text;

  ModelStanding(String text) {
    this.text = text;
  }

  /** Whether it shows that something is wrong. */
  public boolean isWrong() {
    return this == FORBIDDEN || this == FAULTY;
  }

  /** As people read it. */
  public String text() {
    return text;
  }
}
