/**
 * A warp and its CTA: registers, scoreboard, what it waits for, what it holds, and the launch it
 * belongs to.
 *
 * <p>May enter: state of one warp or CTA. May not enter: other parts of a compute unit,
 * instructions' behaviour, time that passes.
 */
@NullMarked
package dev.syncopate.machine.warp;

import org.jspecify.annotations.NullMarked;
