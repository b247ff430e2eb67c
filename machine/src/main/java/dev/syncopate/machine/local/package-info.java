/**
 * The local data share: shared memory of the CTAs of a compute unit, its banks and their conflicts.
 *
 * <p>May enter: bytes, banks, and what happens to them in one access. May not enter: warps'
 * registers, scheduling, the global memory system.
 */
@NullMarked
package dev.syncopate.machine.local;

import org.jspecify.annotations.NullMarked;
