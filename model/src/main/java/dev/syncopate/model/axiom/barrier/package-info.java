/**
 * Meetings of threads at barriers, and the ways of threads through the barriers.
 *
 * <p>May enter: arrivals, departures, ends of threads, and the order they force. May not enter:
 * memory, and how tests are written.
 */
@NullMarked
package dev.syncopate.model.axiom.barrier;

import org.jspecify.annotations.NullMarked;
