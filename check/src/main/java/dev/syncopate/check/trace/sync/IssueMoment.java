package dev.syncopate.check.trace.sync;

import dev.syncopate.sim.trace.Track;
import org.jspecify.annotations.Nullable;

/**
 * Cycle and place at which an operation was issued.
 *
 * @param row where it is shown; null for nowhere
 * @param unit index of the compute unit
 */
record IssueMoment(@Nullable Track row, int unit, long time) {}
