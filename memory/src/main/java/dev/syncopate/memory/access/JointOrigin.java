package dev.syncopate.memory.access;

/**
 * The origin of one write that several observers of a run follow, each by an origin that it alone
 * knows.
 *
 * @param first the origin that was given first
 * @param second the other observers' origin
 */
public record JointOrigin(ByteOrigin first, ByteOrigin second) implements ByteOrigin {}
