/**
 * Instructions that turn a value of one type into another: {@code cvt}, and packing of several
 * values into a register.
 *
 * <p>May enter: rounding, saturation and ranges of conversions. May not enter: arithmetic within
 * one type.
 */
@NullMarked
package dev.syncopate.ptx.alu.conversion;

import org.jspecify.annotations.NullMarked;
