package dev.syncopate.model.axiom.candidate;

/**
 * Fact of an execution: the source of a read, or the order of two writes.
 *
 * @param isOrder whether it is an order
 * @param first the source, or the earlier write
 * @param second the read, or the later write
 */
record Fact(boolean isOrder, int first, int second) {}
