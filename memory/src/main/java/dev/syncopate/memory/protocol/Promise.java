package dev.syncopate.memory.protocol;

/**
 * Memory model that a protocol guarantees.
 *
 * @param hardware the consistency model of the hardware, which interprets orders and scopes
 * @param model the name of the memory model
 * @param commutative whether the guarantee includes programs with commutative atomics; a model
 *     without them treats them as relaxed
 */
public record Promise(String hardware, String model, boolean commutative) {
  /** A model to which it keeps in all programs. */
  public Promise(String hardware, String model) {
    this(hardware, model, true);
  }
}
