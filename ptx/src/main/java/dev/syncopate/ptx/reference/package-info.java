/**
 * A plain interpreter of kernels, one thread at a time, to compare the machine with: it runs what
 * was written, statement by statement, until a thread needs others.
 *
 * <p>May enter: the syntax tree ({@link dev.syncopate.ptx.syntax}) and the names of types and
 * spaces. May not enter: parts with which the machine runs kernels, such as decoded programs, their
 * lowering and analysis, and its arithmetic. One must not hide the other's mistake, so what an
 * instruction means is written here a second time, for integers only.
 */
@NullMarked
package dev.syncopate.ptx.reference;

import org.jspecify.annotations.NullMarked;
