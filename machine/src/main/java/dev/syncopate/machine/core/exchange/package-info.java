/**
 * What instructions compute that lanes of a warp execute together: shuffles, votes, matches,
 * reductions. Lane masks in PTX values have 32 bits, so all of this is for warps of 32 lanes.
 *
 * <p>May enter: pure functions of register arrays and lane masks. May not enter: which lanes come
 * together when ({@link dev.syncopate.machine.divergence}), time.
 */
@NullMarked
package dev.syncopate.machine.core.exchange;

import org.jspecify.annotations.NullMarked;
