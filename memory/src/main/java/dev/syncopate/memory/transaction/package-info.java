/**
 * Transactions in the local memory of a work-group (localtm §III): which lanes are in one, who owns
 * which word, what the filters say, what is rolled back, and when lanes run one at a time.
 *
 * <p>Nothing here has a clock, and nothing knows warps: a driver says which lanes begin, access and
 * commit, and is told which may. The timing engine and the explorer are such drivers.
 *
 * <p>{@link dev.syncopate.memory.transaction.TransactionTables} are what is executed: a table of
 * words and one of wavefronts, by the options of a configuration. Mutants are edits of them.
 *
 * <p>May enter: the state of words, filters, wavefronts and the rules of the paper. May not enter:
 * registers, program counters, the global memory system.
 */
@NullMarked
package dev.syncopate.memory.transaction;

import org.jspecify.annotations.NullMarked;
