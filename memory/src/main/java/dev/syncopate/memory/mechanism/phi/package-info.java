/**
 * PHI as Dalmia et al. extend it to GPUs (lab §IV-B, §V-E): the L1 keeps commutative updates as
 * partial values in its own lines, together with data. GPU coherence handles all other accesses
 * (page.md).
 *
 * <p>May enter: this mechanism. May not enter: time, other protocols' mechanisms but plain GPU
 * coherence.
 */
@NullMarked
package dev.syncopate.memory.mechanism.phi;

import org.jspecify.annotations.NullMarked;
