/**
 * Exploration of transactions in a block's shared memory. The explorer drives the unit of {@code
 * memory.transaction} through every order in which lanes and warps of small programs may reach it,
 * and checks each step (docs/protocols/transactions.md).
 *
 * <p>May enter: lanes, what they do next, what must hold, how states are found. May not enter: what
 * the unit does, memory models.
 */
@NullMarked
package dev.syncopate.model.explore.transaction;

import org.jspecify.annotations.NullMarked;
