/**
 * The simulated hardware as parts that react to one event at a time: tiles with the tiny threads of
 * a litmus test on their load-store units and L1s, and L2 banks with their memory. The controllers
 * are the machine's own.
 *
 * <p>May enter: how a part's controllers are driven, what a litmus instruction asks of them. May
 * not enter: which event is chosen, comparing states, models of what is allowed.
 */
@NullMarked
package dev.syncopate.model.explore.machine;

import org.jspecify.annotations.NullMarked;
