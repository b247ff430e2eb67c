package dev.syncopate.memory.access;

/**
 * The write that has produced a byte. Where a run is watched, an observer gives one to each write
 * that it follows, and the byte refers to it wherever the byte is: in caches, buffers, messages and
 * memory. Two are the same when they are the same object, so that writes of equal values are told
 * apart. A reference takes the place of a number since the collector then forgets the writes that
 * no byte comes from any more.
 */
public interface ByteOrigin {}
