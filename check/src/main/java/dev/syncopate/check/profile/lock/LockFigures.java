package dev.syncopate.check.profile.lock;

import org.jspecify.annotations.Nullable;

/**
 * Cost of a lock word, in all launches of a kernel. Times are in cycles, as the threads see them:
 * from an access's issue, to its completion.
 *
 * @param address of the word
 * @param name of the word for people; null if unknown
 * @param acquisitions that were seen
 * @param attempts swaps, or reads of whose turn it is, those that acquired it among them
 * @param waited from a thread's first access to the word, or to the word with the tickets, until it
 *     had the lock, summed
 * @param longestWait of a thread
 * @param holdCycles from acquisition to the issue of the release, summed
 * @param heldAtEnd launches at whose end it was held
 * @param sameCta acquisitions after a holder of the same CTA
 * @param sameUnit of another CTA of the same compute unit
 * @param otherUnit of another compute unit
 * @param ctas that have tried to acquire it
 * @param fairness of acquisitions over these CTAs: Jain's index, 1 if all had as many, 1/n if one
 *     of n had all
 */
public record LockFigures(
    long address,
    LockKind kind,
    @Nullable String name,
    long acquisitions,
    long attempts,
    long waited,
    long longestWait,
    long holdCycles,
    long heldAtEnd,
    long sameCta,
    long sameUnit,
    long otherUnit,
    int ctas,
    double fairness) {}
