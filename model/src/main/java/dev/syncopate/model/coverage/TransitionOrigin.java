package dev.syncopate.model.coverage;

/** Origin of a counted transition: exploration or random testing. */
public enum TransitionOrigin {
  /** Exploration of the library on machines with one of everything. */
  TINY("library, tiny"),
  /** The same on machines with room for all. */
  ROOMY("library, roomy"),
  /** Exploration of a few tests that are made for it, on machines of all sizes. */
  CORNERS("corner tests"),
  /** The random tester, on all its machines in turn. */
  STRESS("stress");

  private final String text;

  TransitionOrigin(String text) {
    this.text = text;
  }

  /** As people read it. */
  public String text() {
    return text;
  }
}
