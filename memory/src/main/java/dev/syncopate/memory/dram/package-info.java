/**
 * Device memory: the timing of a DRAM channel (banks, open rows, scheduler, data bus) and the bytes
 * behind it.
 *
 * <p>May enter: what happens between an L2 partition and its memory channel. May not enter: caches,
 * coherence, who asked and why; a channel knows addresses and sizes only.
 */
@NullMarked
package dev.syncopate.memory.dram;

import org.jspecify.annotations.NullMarked;
