/**
 * Reads-from of a launch: which write each strong read of global memory has read, decided once for
 * all checks that watch the launch.
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
