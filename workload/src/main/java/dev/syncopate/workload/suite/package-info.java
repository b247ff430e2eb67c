/**
 * What a workload is to the commands that list and run it.
 *
 * <p>May enter: the contract and its values. May not enter: workloads, kernels, algorithms,
 * printing.
 */
@NullMarked
package dev.syncopate.workload.suite;

import org.jspecify.annotations.NullMarked;
