package dev.syncopate.check.race;

/**
 * Two instructions of a kernel whose accesses conflict, the lower number first.
 *
 * @param kernel mangled name
 */
public record InstructionPair(String kernel, int first, int second) {
  /** The pair of two instructions in either order. */
  public static InstructionPair of(String kernel, int a, int b) {
    return new InstructionPair(kernel, Math.min(a, b), Math.max(a, b));
  }
}
