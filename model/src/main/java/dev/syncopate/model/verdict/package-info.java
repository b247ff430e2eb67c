/**
 * What the hardware does beside what a memory model allows: the one place that knows both.
 *
 * <p>May enter: comparing outcomes of explorations and models. May not enter: how either comes by
 * its outcomes.
 */
@NullMarked
package dev.syncopate.model.verdict;

import org.jspecify.annotations.NullMarked;
