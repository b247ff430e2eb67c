/**
 * Commands that ask what is right: litmus tests under models and on explored hardware, mutants,
 * random programs and kernels, coverage of transitions.
 *
 * <p>May enter: options of checks, progress, what is printed of an answer. May not enter: verdicts
 * and how they are found.
 */
@NullMarked
package dev.syncopate.app.cli.check;

import org.jspecify.annotations.NullMarked;
