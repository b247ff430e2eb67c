/**
 * Compares what the hardware does with what a memory model allows: the only package that knows
 * both.
 *
 * <p>May enter: comparing outcomes of explorations and models. May not enter: how either comes by
 * its outcomes.
 */
@NullMarked
package dev.syncopate.model.verdict;

import org.jspecify.annotations.NullMarked;
