package dev.syncopate.ptx.ir;

/**
 * Place of a program's variable in the CTA's shared memory.
 *
 * @param name as in the PTX
 * @param offset bytes from the start of the CTA's shared memory
 * @param bytes its size; 0 for an {@code extern} array, which ends where dynamic shared memory does
 */
public record SharedVariable(String name, int offset, int bytes) {}
