/**
 * Sampling of whole programs: of each kernel some launches run in cycles, the others in the
 * functional tier, and their cycles are estimated with an error. Of a large launch only some CTAs
 * run in cycles.
 *
 * <p>May enter: which launches and CTAs are timed, strata and estimates, what the L2 would hold,
 * the hand-over of memory between the two halves of a device. May not enter: how either half runs a
 * launch. The memory system alone has the contents of memory while a kernel runs in cycles: copies
 * of the functional half are written back before, by the protocol's row for the host, and given up.
 */
@NullMarked
package dev.syncopate.machine.sample;

import org.jspecify.annotations.NullMarked;
