/**
 * Reads-from of a launch: which write each strong read of global memory has read, decided once for
 * all checks that watch the launch.
 *
 * <p>May enter: the latest writes to each word, the decision, what listeners hear of it. May not
 * enter: releases and acquires, races, traces, locks, each of which belongs to a listener.
 */
@NullMarked
package dev.syncopate.check.order;

import org.jspecify.annotations.NullMarked;
