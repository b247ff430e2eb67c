/**
 * Statistics: plain counters in the components that count, described by annotation, summed by name
 * at the end.
 *
 * <p>May enter: what any counted component needs. May not enter: particular counters of a GPU.
 */
@NullMarked
package dev.syncopate.sim.stats;

import org.jspecify.annotations.NullMarked;
