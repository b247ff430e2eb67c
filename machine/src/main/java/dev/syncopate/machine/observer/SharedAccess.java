package dev.syncopate.machine.observer;

import dev.syncopate.machine.warp.Warp;
import dev.syncopate.memory.access.MemoryOperation;

/**
 * Lanes of a warp have accessed shared memory, one after the other.
 *
 * @param pc of the instruction
 * @param lanes that have; bit l for lane l
 * @param address by lane, with {@code base} added
 * @param base where the CTA's shared memory begins in its unit's
 * @param stored what a store writes: element e of lane l at {@code e * width + l}; an atomic's
 *     operands in the place of elements
 * @param inTransaction whether a transaction holds them together
 */
public record SharedAccess(
    Warp warp,
    int pc,
    MemoryOperation operation,
    long lanes,
    long[] address,
    int base,
    long[] stored,
    boolean inTransaction) {

  /** The same, taken for another operation of the same lanes. */
  public SharedAccess as(MemoryOperation replacement) {
    return new SharedAccess(warp, pc, replacement, lanes, address, base, stored, inTransaction);
  }

  /** Where in the CTA's shared memory, in bytes, an element of a lane is. */
  public long offset(int lane, int element) {
    return address[lane] - base + (long) element * operation.type().bytes();
  }
}
