/**
 * Options about what is kept of a run over time, and where it goes: a trace, statistics interval by
 * interval.
 *
 * <p>May enter: what commands that simulate share of it. May not enter: what is traced and counted
 * ({@code check.trace}, {@code check.interval}).
 */
@NullMarked
package dev.syncopate.app.cli.recording;

import org.jspecify.annotations.NullMarked;
