/**
 * Tensor maps and the boxes that they cut out of tensors: the object that a kernel passes around,
 * its rules, and the place of each byte of a box. Nothing of time, and nothing of who copies.
 */
@NullMarked
package dev.syncopate.machine.tensor;

import org.jspecify.annotations.NullMarked;
