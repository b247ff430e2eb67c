/**
 * How fast the simulator is on the machine it runs on: workloads in a process of their own and
 * again and again in one process.
 *
 * <p>May enter: measuring the simulator. May not enter: measuring the simulated machine.
 */
@NullMarked
package dev.syncopate.app.bench;

import org.jspecify.annotations.NullMarked;
