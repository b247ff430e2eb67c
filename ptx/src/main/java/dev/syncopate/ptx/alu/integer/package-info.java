/**
 * Integer instructions: arithmetic, bits and bit fields, video instructions, comparisons.
 *
 * <p>May enter: functions of integers, as a lambda a lane or as a loop over a whole warp. May not
 * enter: floating point, conversions between the two.
 */
@NullMarked
package dev.syncopate.ptx.alu.integer;

import org.jspecify.annotations.NullMarked;
