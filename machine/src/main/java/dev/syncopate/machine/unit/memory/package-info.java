/**
 * The execution units for memory: addresses, the coalescer, shared memory's pipe, and the
 * instructions that use them.
 *
 * <p>May enter: how lanes' accesses become line accesses, and what the warp does when they are
 * complete. May not enter: what an access waits for in the memory system, caches and protocols:
 * these are behind {@link dev.syncopate.memory.lsu.LoadStoreUnit}.
 */
@NullMarked
package dev.syncopate.machine.unit.memory;

import org.jspecify.annotations.NullMarked;
