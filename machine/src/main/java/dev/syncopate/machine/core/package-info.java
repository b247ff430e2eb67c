/**
 * The compute unit: which warp issues when, what its execution units are to it, and what it asks of
 * the tile that it lives in and of its memory side.
 *
 * <p>May enter: schedulers, pipes, the instruction cache, counters, what every execution unit may
 * ask for. May not enter: what single instructions do (rooms of {@code machine.unit}), caches and
 * protocols (they are behind {@link dev.syncopate.memory.lsu.LoadStoreUnit}), text of PTX, the
 * host.
 */
@NullMarked
package dev.syncopate.machine.core;

import org.jspecify.annotations.NullMarked;
