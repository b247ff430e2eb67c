/**
 * Memory of the functional tier: bytes that every access reads and writes at once, without caches,
 * messages or time. A launch of this tier runs under no protocol and no consistency model. Its
 * accesses are sequentially consistent in the order in which warps are run.
 *
 * <p>May enter: the bytes of device memory, their origins, what one warp's access does to them. May
 * not enter: caches, protocols, cycles. A machine that runs in cycles never uses this room: its
 * kernels reach memory through load-store units and controllers alone.
 */
@NullMarked
package dev.syncopate.memory.functional;

import org.jspecify.annotations.NullMarked;
