/**
 * From syntax to decoded instructions: what each instruction of PTX means, where parameters and
 * variables live, and the program of a kernel with the functions it reaches.
 *
 * <p>May enter: the meaning of instructions, checks of their operands, layout of variables. May not
 * enter: how a text is cut into words, the values instructions compute, time.
 */
@NullMarked
package dev.syncopate.ptx.lower;

import org.jspecify.annotations.NullMarked;
