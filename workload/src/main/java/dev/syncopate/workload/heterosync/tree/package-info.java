/**
 * Unbalanced tree search on queues behind locks.
 *
 * <p>May enter: the search, its tree and the check. May not enter: other programs on work queues
 * ({@code stealing}).
 */
@NullMarked
package dev.syncopate.workload.heterosync.tree;

import org.jspecify.annotations.NullMarked;
