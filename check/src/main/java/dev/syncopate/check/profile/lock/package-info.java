/**
 * Locks as accesses show them: words that threads acquire by compare-and-swap or exchange and give
 * back, and words that say whose ticket's turn it is.
 *
 * <p>May enter: recognising locks by their accesses, and what they cost. May not enter: which words
 * are followed, which {@code check.order} decides; text for people, judging whether a lock is
 * right.
 */
@NullMarked
package dev.syncopate.check.profile.lock;

import org.jspecify.annotations.NullMarked;
