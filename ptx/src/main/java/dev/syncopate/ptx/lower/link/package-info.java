/**
 * A program put together: the functions that a kernel reaches in one list of instructions,
 * registers and constants numbered, memory laid out, images of variables, and why a kernel cannot
 * be used.
 *
 * <p>May enter: what needs all functions of a kernel. May not enter: the meaning of an instruction.
 */
@NullMarked
package dev.syncopate.ptx.lower.link;

import org.jspecify.annotations.NullMarked;
