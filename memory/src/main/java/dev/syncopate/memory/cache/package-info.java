/**
 * The building blocks of caches: an array of lines with per-byte masks, the store FIFO, miss
 * registers, counters of outstanding writes, and the copying of bytes between lanes and lines.
 *
 * <p>May enter: mechanisms every protocol uses. May not enter: a protocol's decisions, messages,
 * time.
 */
@NullMarked
package dev.syncopate.memory.cache;

import org.jspecify.annotations.NullMarked;
