/**
 * How fast the simulator is on the machine it runs on: workloads in a new process each, and
 * repeatedly in one process.
 *
 * <p>May enter: measuring the simulator. May not enter: measuring the simulated machine.
 */
@NullMarked
package dev.syncopate.app.bench;

import org.jspecify.annotations.NullMarked;
