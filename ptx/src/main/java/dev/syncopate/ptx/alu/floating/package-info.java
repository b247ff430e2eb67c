/**
 * Floating-point instructions: arithmetic in f16, f32 and f64 with every rounding, approximations,
 * comparisons, signs and classes of numbers.
 *
 * <p>May enter: functions whose operands and results are floating point. May not enter: integers,
 * conversions between formats.
 */
@NullMarked
package dev.syncopate.ptx.alu.floating;

import org.jspecify.annotations.NullMarked;
