package dev.syncopate.model.axiom.halt;

/** Work was ended before it was done. The message says why, for example {@code interrupted}. */
public final class HaltedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public HaltedException(String why) {
    super(why);
  }
}
