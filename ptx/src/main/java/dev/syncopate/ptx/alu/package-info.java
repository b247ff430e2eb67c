/**
 * What each arithmetic instruction of PTX computes, to the bit: pure functions over the lanes of a
 * warp.
 *
 * <p>May enter: value semantics. May not enter: latency, pipelines, memory, control flow.
 */
@NullMarked
package dev.syncopate.ptx.alu;

import org.jspecify.annotations.NullMarked;
