/**
 * Event-driven simulation of parts that talk through messages: the timing wheel, the part, the
 * message and the engine that runs parts window by window, on one thread or several, with the same
 * result.
 *
 * <p>May enter: anything that would make sense for any clocked system. May not enter: caches,
 * warps, PTX, statistics of a particular component.
 */
@NullMarked
package dev.syncopate.sim.engine;

import org.jspecify.annotations.NullMarked;
