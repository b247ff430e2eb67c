package dev.syncopate.machine.fusion;

import java.util.BitSet;

/**
 * Consecutive instructions that run as one, and the registers that they share with the code around
 * them. Value register r has the number r, predicate p the number {@code values + p}.
 *
 * @param start first instruction
 * @param end one past the last instruction
 * @param unguarded number of instructions without a guard
 * @param liveIn registers that the stretch may read before it writes them in all lanes
 * @param liveOut registers that it writes and that may be read behind it
 * @param accesses whether it accesses memory
 * @param writes whether it writes memory
 */
record StretchShape(
    int start,
    int end,
    int unguarded,
    BitSet liveIn,
    BitSet liveOut,
    boolean accesses,
    boolean writes) {}
