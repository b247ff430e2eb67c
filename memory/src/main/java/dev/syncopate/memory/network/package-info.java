/**
 * The interconnect between tiles and memory partitions: ports that serialise messages by their
 * size. The latency between ports is that of {@code Part.send}.
 *
 * <p>May enter: ports and what they count. May not enter: what a message means.
 */
@NullMarked
package dev.syncopate.memory.network;

import org.jspecify.annotations.NullMarked;
