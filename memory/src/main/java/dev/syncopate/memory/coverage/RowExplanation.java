package dev.syncopate.memory.coverage;

import dev.syncopate.memory.protocol.Unreached.Claim;

/**
 * Why a row of a table is not executed.
 *
 * @param pair as {@link CoverageProtocol} names it
 * @param claim what is said of it
 * @param why the reason, or the test in which it happens
 */
public record RowExplanation(String pair, Claim claim, String why) {}
