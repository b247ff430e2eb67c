/**
 * Entry to the readers of litmus tests: the first word of a text selects the dialect.
 *
 * <p>May enter: a line for each dialect. May not enter: the syntax of any.
 */
@NullMarked
package dev.syncopate.model.litmus.dialect;

import org.jspecify.annotations.NullMarked;
