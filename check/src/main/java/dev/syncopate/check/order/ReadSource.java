package dev.syncopate.check.order;

import org.jspecify.annotations.Nullable;

/**
 * Decision which write a read has read.
 *
 * @param sure whether all that is read comes from {@link #match}, and what that one has read itself
 *     is known; or with no match, whether none of it comes from a write that is followed
 * @param match write that the bytes come from: the latest issued where there are several; null for
 *     none that is followed
 * @param value that was read
 */
public record ReadSource(boolean sure, @Nullable FollowedWrite match, long value) {}
