/**
 * Critical sections on shared memory, each executed as transactions ({@code tx.begin}), under locks
 * and otherwise. They are the programs that "Memoria Transaccional Hardware en Memoria Local de
 * GPU" (Villegas, Navarro, Asenjo, Plata; localtm) measures, and those of its future work.
 *
 * <p>May enter: one workload a class, with a reference that knows what orders of its sections are
 * possible. May not enter: sections on global memory ({@code heterosync}).
 */
@NullMarked
package dev.syncopate.workload.transaction;

import org.jspecify.annotations.NullMarked;
