/**
 * Synchronisation primitives as micro-benchmarks, after the idea of HeteroSync (Sinclair, Alsop,
 * Adve: IISWC 2017), in code of our own.
 *
 * <p>May enter: locks, barriers and semaphores with a host check that proves that they worked. May
 * not enter: programs that use synchronisation for something else.
 */
@NullMarked
package dev.syncopate.workload.heterosync;

import org.jspecify.annotations.NullMarked;
