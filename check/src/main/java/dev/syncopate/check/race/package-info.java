/**
 * Data races of a run, by the PTX memory model: which pairs of accesses no synchronisation orders.
 * Also data that strong accesses hand over without order, which is no race.
 *
 * <p>May enter: what synchronises, what was accessed, what conflicts. May not enter: which write a
 * read has read, which {@code check.order} decides; how findings are put into words; anything that
 * changes the run.
 */
@NullMarked
package dev.syncopate.check.race;

import org.jspecify.annotations.NullMarked;
