/**
 * Reads-from of a launch: which write each strong read of global memory has read, decided once for
 * all checks that watch the launch. The machine tells it: bytes carry their {@linkplain
 * dev.syncopate.memory.access.ByteOrigin origin}. A write that no listener follows, and one of the
 * host, a CPU thread or an earlier launch, has none here. Updates merged in a buffer are read as
 * the last of them.
 *
 * <p>Shared memory needs no decision: its accesses happen one after the other, and a read returns
 * the latest write.
 *
 * <p>May enter: the latest writes to each word, the decision, what listeners hear of it. May not
 * enter: releases and acquires, races, traces, locks, each of which belongs to a listener.
 */
@NullMarked
package dev.syncopate.check.order;

import org.jspecify.annotations.NullMarked;
