package dev.syncopate.memory.protocol;

/**
 * A cache's copy of some bytes.
 *
 * @param bytes their values in the cache
 * @param dirty whether one of them was written in this cache and not yet written back
 */
public record CachedCopy(byte[] bytes, boolean dirty) {}
