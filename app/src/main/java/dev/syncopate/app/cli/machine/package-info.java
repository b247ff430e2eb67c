/**
 * Commands that describe and measure machines and protocols.
 *
 * <p>May enter: lists, explanations, benchmarks of the program, calibration. May not enter: running
 * a user's kernel.
 */
@NullMarked
package dev.syncopate.app.cli.machine;

import org.jspecify.annotations.NullMarked;
