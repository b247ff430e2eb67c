/**
 * Operations on the bits of words, for hot loops.
 *
 * <p>May enter: what the host's compilers do worse, with the measurement that says so. May not
 * enter: what the bits mean.
 */
@NullMarked
package dev.syncopate.sim.bits;

import org.jspecify.annotations.NullMarked;
