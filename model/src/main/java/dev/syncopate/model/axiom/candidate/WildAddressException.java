package dev.syncopate.model.axiom.candidate;

/** A thread uses a value as an address that is none, in an execution that a model allows. */
public final class WildAddressException extends RuntimeException {
  private static final long serialVersionUID = 1;

  WildAddressException(String fault, String model) {
    super(fault + " in an execution that " + model + " allows");
  }
}
