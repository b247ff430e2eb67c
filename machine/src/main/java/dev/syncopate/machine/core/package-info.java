/**
 * The compute unit: decoded instructions, warps and their scoreboards, schedulers, barriers, the
 * coalescer, and the tile that joins it with its memory side.
 *
 * <p>May enter: what a compute unit does in a cycle. May not enter: caches and protocols (they are
 * behind {@link dev.syncopate.machine.core.MemorySide}), text of PTX, the host.
 */
@NullMarked
package dev.syncopate.machine.core;

import org.jspecify.annotations.NullMarked;
