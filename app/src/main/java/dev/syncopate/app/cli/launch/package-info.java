/**
 * Commands that run kernels: a PTX file with arguments, or a workload that comes along.
 *
 * <p>May enter: arguments of kernels, checks of buffers, results of one run. May not enter: many
 * runs, litmus tests.
 */
@NullMarked
package dev.syncopate.app.cli.launch;

import org.jspecify.annotations.NullMarked;
