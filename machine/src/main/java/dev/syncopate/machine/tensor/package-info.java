/**
 * Tensor maps and the boxes that they cut out of tensors.
 *
 * <p>May enter: the object that a kernel passes around, its rules, the place of each byte of a box.
 * May not enter: time, and who copies.
 */
@NullMarked
package dev.syncopate.machine.tensor;

import org.jspecify.annotations.NullMarked;
