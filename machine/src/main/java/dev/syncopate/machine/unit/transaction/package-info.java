/**
 * The execution unit for transactions on shared memory: what {@code tx.begin} and {@code tx.commit}
 * do to a warp, and what becomes of lanes that fail (localtm §III-A).
 *
 * <p>May enter: lanes' registers and program counters before and after an attempt, and what a
 * compute unit waits for. May not enter: conflicts, versions and serialisation, which {@link
 * dev.syncopate.memory.transaction.TransactionUnit} decides.
 */
@NullMarked
package dev.syncopate.machine.unit.transaction;

import org.jspecify.annotations.NullMarked;
