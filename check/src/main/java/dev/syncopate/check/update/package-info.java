/**
 * Updates that get lost: a load, arithmetic and a store by one thread, between which another thread
 * has written the same bytes.
 *
 * <p>May enter: what the two halves of an update read and wrote. May not enter: what synchronises;
 * how findings are put into words; anything that changes the run.
 */
@NullMarked
package dev.syncopate.check.update;

import org.jspecify.annotations.NullMarked;
