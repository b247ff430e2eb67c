package dev.syncopate.memory.coverage;

import dev.syncopate.memory.protocol.UnreachedRows;

/**
 * Reason why a row of a table is not executed.
 *
 * @param pair as {@link CoverageProtocol} names it
 * @param claim what is said of it
 * @param why the reason, or the test in which it happens
 */
public record RowExplanation(String pair, UnreachedRows.Claim claim, String why) {}
