/**
 * The execution units for arithmetic: instructions that fill registers from registers, constants
 * and parameters.
 *
 * <p>May enter: instructions that touch nothing but their warp's registers and what never changes
 * while a kernel runs. May not enter: what a function computes ({@code ptx.alu}), memory.
 */
@NullMarked
package dev.syncopate.machine.unit.lane;

import org.jspecify.annotations.NullMarked;
