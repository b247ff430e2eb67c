package dev.syncopate.ptx.ir;

/**
 * An address operand: a base operand (register or constant) plus a byte offset.
 *
 * @param base operand code as in {@link Operand}
 * @param offset signed bytes
 */
public record Address(int base, long offset) {}
