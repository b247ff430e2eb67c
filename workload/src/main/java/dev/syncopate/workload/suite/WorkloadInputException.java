package dev.syncopate.workload.suite;

/**
 * A size, option or input file that a workload cannot use; the message is for the user and says
 * what would be legal.
 */
public final class WorkloadInputException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public WorkloadInputException(String message) {
    super(message);
  }
}
