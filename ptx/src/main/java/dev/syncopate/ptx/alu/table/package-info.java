/**
 * From the text of an instruction to the function that computes it.
 *
 * <p>May enter: which function an opcode with its qualifiers means. May not enter: what any
 * function computes.
 */
@NullMarked
package dev.syncopate.ptx.alu.table;

import org.jspecify.annotations.NullMarked;
