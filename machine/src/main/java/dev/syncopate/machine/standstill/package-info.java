/**
 * Tells warps that repeat themselves from warps that compute, while nothing changes that can be
 * seen: the proof that a launch hangs.
 *
 * <p>May enter: what watches instructions after a long standstill, and is not there before. May not
 * enter: what decides when a launch is stopped, and words for people.
 */
@NullMarked
package dev.syncopate.machine.standstill;

import org.jspecify.annotations.NullMarked;
