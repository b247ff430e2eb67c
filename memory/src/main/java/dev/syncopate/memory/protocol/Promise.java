package dev.syncopate.memory.protocol;

/**
 * A memory model that a protocol keeps to.
 *
 * @param hardware the consistency model of the hardware: what it takes orders and scopes for
 * @param model the name of the memory model
 */
public record Promise(String hardware, String model) {}
