package dev.syncopate.memory.protocol;

/**
 * A memory model that a protocol keeps to.
 *
 * @param hardware the consistency model of the hardware: what it takes orders and scopes for
 * @param model the name of the memory model
 * @param commutative whether in programs with commutative atomics as well: a model that does not
 *     know them takes them for relaxed ones
 */
public record Promise(String hardware, String model, boolean commutative) {
  /** A model to which it keeps in all programs. */
  public Promise(String hardware, String model) {
    this(hardware, model, true);
  }
}
