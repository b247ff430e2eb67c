/**
 * What a machine counts, interval by interval.
 *
 * <p>May enter: what was counted between two looks. May not enter: text for people, files, judging
 * what was counted.
 */
@NullMarked
package dev.syncopate.check.interval;

import org.jspecify.annotations.NullMarked;
