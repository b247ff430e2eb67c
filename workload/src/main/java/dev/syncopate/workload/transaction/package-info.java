/**
 * Critical sections on shared memory, each executed as transactions ({@code tx.begin}), behind
 * locks and otherwise: what "Memoria Transaccional Hardware en Memoria Local de GPU" (Villegas,
 * Navarro, Asenjo, Plata; localtm) measures, and what its future work asks for.
 *
 * <p>May enter: one workload a class, with a reference that knows what orders of its sections are
 * possible. May not enter: sections on global memory ({@code heterosync}).
 */
@NullMarked
package dev.syncopate.workload.transaction;

import org.jspecify.annotations.NullMarked;
