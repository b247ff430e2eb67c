/**
 * The local data share: shared memory of the CTAs of a compute unit, its banks and their conflicts.
 *
 * <p>May enter: bytes, banks, objects made of bytes, and what happens to them in one access. Bytes
 * are reached through {@link dev.syncopate.machine.local.LocalStore} alone. May not enter: warps'
 * registers, scheduling, the global memory system.
 */
@NullMarked
package dev.syncopate.machine.local;

import org.jspecify.annotations.NullMarked;
