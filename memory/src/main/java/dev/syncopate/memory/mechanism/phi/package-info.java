/**
 * PHI as Dalmia et al. extend it to GPUs (lab §IV-B, §V-E): commutative updates are kept as partial
 * values in the L1's own lines, beside data, with GPU coherence for the rest (page.md).
 *
 * <p>May enter: this mechanism. May not enter: time, other protocols' mechanisms but plain GPU
 * coherence.
 */
@NullMarked
package dev.syncopate.memory.mechanism.phi;

import org.jspecify.annotations.NullMarked;
