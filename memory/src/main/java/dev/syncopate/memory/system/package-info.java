/**
 * The memory system put together and given time: tiles' memory sides, partitions of L2 banks and
 * DRAM channels, their pipelines, ports and latencies, and the registry of protocols.
 *
 * <p>May enter: timing, wiring. May not enter: what a protocol decides.
 */
@NullMarked
package dev.syncopate.memory.system;

import org.jspecify.annotations.NullMarked;
