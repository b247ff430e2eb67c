package dev.syncopate.model.axiom.interleave;

/** The interleavings of a test cannot be searched. The message says why. */
public final class InterleavingException extends RuntimeException {
  private static final long serialVersionUID = 1;

  InterleavingException(String why) {
    super(why);
  }
}
