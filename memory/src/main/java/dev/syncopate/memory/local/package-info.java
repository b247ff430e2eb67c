/**
 * Shared memory of a compute unit: its bytes, the store queue between threads and the async proxy,
 * mbarrier objects, bulk copies and their groups, loads that a copy may overtake. Also the tensor
 * maps that copies read, and what synchronises CTAs of a cluster.
 *
 * <p>Nothing here has a clock, and nothing knows warps' programs: the timing engine and the
 * explorer drive the same classes. Bytes are reached through {@link
 * dev.syncopate.memory.local.LocalStore} alone.
 *
 * <p>May enter: bytes, objects made of bytes, what a bulk copy reads and writes in which order,
 * what waits for what. May not enter: registers, scheduling, banks and their conflicts, the global
 * memory system.
 */
@NullMarked
package dev.syncopate.memory.local;

import org.jspecify.annotations.NullMarked;
