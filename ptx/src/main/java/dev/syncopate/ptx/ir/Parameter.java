package dev.syncopate.ptx.ir;

/**
 * A kernel parameter.
 *
 * @param name as in the PTX
 * @param type element type; {@code B8} for an aggregate
 * @param offset bytes from the start of parameter memory
 * @param bytes its whole size
 * @param alignment bytes
 */
public record Parameter(String name, ScalarType type, int offset, int bytes, int alignment) {}
