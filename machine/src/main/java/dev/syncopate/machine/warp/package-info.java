/**
 * A warp and its CTA: registers, scoreboard, what it waits for, its accesses in flight, and the
 * launch it belongs to. Each part of a warp's state has one owner that changes it.
 *
 * <p>May enter: state of one warp or CTA. May not enter: other parts of a compute unit,
 * instructions' behaviour, time that passes.
 */
@NullMarked
package dev.syncopate.machine.warp;

import org.jspecify.annotations.NullMarked;
