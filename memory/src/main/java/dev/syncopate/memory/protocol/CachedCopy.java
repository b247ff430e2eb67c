package dev.syncopate.memory.protocol;

/**
 * What a cache holds of some bytes.
 *
 * @param bytes as the cache has them
 * @param dirty whether one of them has been written here and not been passed on
 */
public record CachedCopy(byte[] bytes, boolean dirty) {}
