/**
 * Who watches a run of a user's kernels, under which schedules, and where what they tell goes:
 * checks, profiles, litmus tests, the load of a mesh.
 *
 * <p>May enter: options and outputs that {@code launch}, {@code run} and {@code cuda} have alike.
 * May not enter: what is found, and how it is put into words, which is in {@code check} and {@code
 * app.report}; what is kept over time, which is in {@code app.cli.recording}.
 */
@NullMarked
package dev.syncopate.app.cli.watch;

import org.jspecify.annotations.NullMarked;
