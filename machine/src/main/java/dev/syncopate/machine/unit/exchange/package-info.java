/**
 * Instructions that lanes of a warp execute together: shuffles, votes, matches, reductions, and
 * what they compute. Lane masks in PTX values have 32 bits, so all of this is for warps of 32
 * lanes.
 *
 * <p>May enter: who takes part in an exchange, and pure functions of register arrays and lane
 * masks. May not enter: how lanes wait for each other ({@link dev.syncopate.machine.divergence}),
 * time.
 */
@NullMarked
package dev.syncopate.machine.unit.exchange;

import org.jspecify.annotations.NullMarked;
