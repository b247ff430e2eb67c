/**
 * What a run has cost, from what it counted and what a machine says of each event.
 *
 * <p>May enter: events, their counters, and how they add up to parts. May not enter: anything that
 * changes what the machine does.
 */
@NullMarked
package dev.syncopate.machine.energy;

import org.jspecify.annotations.NullMarked;
