/**
 * Interleavings of a litmus test: every order of its threads' instructions on one memory, which
 * each instruction reads and writes at once.
 *
 * <p>May enter: states of such a memory and of barriers, and steps between them. May not enter:
 * memory models, and what is asked of interleavings.
 */
@NullMarked
package dev.syncopate.model.axiom.interleave;

import org.jspecify.annotations.NullMarked;
