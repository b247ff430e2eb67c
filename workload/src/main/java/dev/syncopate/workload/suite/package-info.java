/**
 * What a workload is to the commands that list and run it, and the registry of those that come with the program.
 *
 * <p>May enter: the contract, its values, the registry. May not enter: kernels, algorithms, printing.
 */
@NullMarked
package dev.syncopate.workload.suite;

import org.jspecify.annotations.NullMarked;
