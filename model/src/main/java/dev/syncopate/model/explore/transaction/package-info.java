/**
 * Exploration of transactions in a block's shared memory: the unit of {@code memory.transaction}
 * driven through every order in which lanes and warps of small programs may come to it, and what is
 * asked of each step (docs/protocols/transactions.md).
 *
 * <p>May enter: lanes, what they do next, what must hold, how states are found. May not enter: what
 * the unit does, memory models.
 */
@NullMarked
package dev.syncopate.model.explore.transaction;

import org.jspecify.annotations.NullMarked;
