/**
 * The banks of the local data share and their conflicts. What shared memory holds is in {@link
 * dev.syncopate.memory.local}.
 *
 * <p>May enter: how long an access occupies shared memory. May not enter: bytes, warps' registers,
 * scheduling, the global memory system.
 */
@NullMarked
package dev.syncopate.machine.local;

import org.jspecify.annotations.NullMarked;
