package dev.syncopate.model.axiom.mbarrier;

/** There are more orders of mbarriers' operations than can be looked at. */
public final class TooManyOrdersException extends RuntimeException {
  private static final long serialVersionUID = 1;

  TooManyOrdersException(int limit) {
    super("operations on mbarriers can come in more than %,d orders".formatted(limit));
  }
}
