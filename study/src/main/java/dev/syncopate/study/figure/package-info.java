/**
 * What a study shows: the numbers of charts and tables, and claims with their verdicts.
 *
 * <p>May enter: numbers with their words. May not enter: where the numbers come from, how they are
 * drawn.
 */
@NullMarked
package dev.syncopate.study.figure;

import org.jspecify.annotations.NullMarked;
