/**
 * Synchronising operations in a trace, and arrows from each release to the acquires that have read
 * it.
 *
 * <p>May enter: what writes release, operations that are under way. May not enter: which write a
 * read has read, which {@code check.order} decides; scopes and races, which {@code check.race}
 * judges.
 */
@NullMarked
package dev.syncopate.check.trace.sync;

import org.jspecify.annotations.NullMarked;
