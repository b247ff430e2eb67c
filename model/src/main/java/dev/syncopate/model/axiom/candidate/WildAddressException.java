package dev.syncopate.model.axiom.candidate;

/** In an execution that a model allows, a thread uses as an address what is none. */
public final class WildAddressException extends RuntimeException {
  private static final long serialVersionUID = 1;

  WildAddressException(String fault, String model) {
    super(fault + " in an execution that " + model + " allows");
  }
}
