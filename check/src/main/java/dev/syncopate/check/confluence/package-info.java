/**
 * Orders in which the threads of a run may perform their operations on mbarrier objects: whether
 * each gives the same phases, and none an error or a deadlock.
 *
 * <p>A run is a partial order of operations: program order, barriers, what flags and exchanges
 * between lanes have passed on, and completions behind their copies. A certificate per object
 * proves that each order gives the recorded phases. A search tries the orders of the objects
 * without one.
 *
 * <p>May enter: recorded operations, certificates, the search and its errors. May not enter: what
 * orders accesses to memory; how errors are put into words; other paths of the program than those
 * of the run.
 */
@NullMarked
package dev.syncopate.check.confluence;

import org.jspecify.annotations.NullMarked;
