/**
 * Which lanes of a warp a spinning split cannot do without: those that hold the word that it polls.
 * The lanes' schedule ({@link dev.syncopate.machine.divergence.IndependentScheduling}) asks and
 * lets these lanes go on alone.
 *
 * <p>May enter: addresses that lanes poll, take and write. May not enter: values of registers,
 * time, what a protocol does with an access.
 */
@NullMarked
package dev.syncopate.machine.spin;

import org.jspecify.annotations.NullMarked;
