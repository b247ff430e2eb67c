/**
 * Facts about a decoded program
 *
 * <p>May enter: basic blocks, post-dominators, liveness, loops.. May not enter: graph algorithms
 * over instructions:text, time, hardware.
 */
@NullMarked
package dev.syncopate.ptx.analysis;

import org.jspecify.annotations.NullMarked;
