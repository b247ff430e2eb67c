package dev.syncopate.memory.transaction;

/**
 * A work-group and its part of the local memory.
 *
 * @param memory the bytes, which are changed in place
 * @param base where the group's first byte is
 * @param size bytes of the group's memory
 * @param banks of the local memory
 * @param wavefronts of the group, at most 64
 * @param width lanes of a wavefront, at most 64
 */
public record WorkGroup(byte[] memory, int base, int size, int banks, int wavefronts, int width) {}
