package dev.syncopate.app.cli.launch;

import dev.syncopate.app.cli.watch.Schedules;
import org.jspecify.annotations.Nullable;

/**
 * The schedule of a run.
 *
 * @param seed by which it is drawn; 0 for the machine's own
 * @param among those whose results are gathered and reported together; null for a run that reports
 *     by itself
 */
record RunSchedule(int seed, @Nullable Schedules among) {}
