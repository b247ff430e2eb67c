/**
 * Schedules of runs for people: which warps and messages a list of delays concerns, and what these
 * warps did when.
 *
 * <p>May enter: what is seen of a run under a listed schedule. May not enter: the search for
 * schedules, drawings, devices and options.
 */
@NullMarked
package dev.syncopate.check.schedule;

import org.jspecify.annotations.NullMarked;
