/**
 * The decoded program: what a kernel does, with registers numbered densely, labels resolved and
 * types settled.
 *
 * <p>May enter: values that describe instructions. May not enter: text of the language, time,
 * hardware.
 */
@NullMarked
package dev.syncopate.ptx.ir;

import org.jspecify.annotations.NullMarked;
