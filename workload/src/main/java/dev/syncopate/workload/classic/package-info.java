/**
 * Plain GPU codes: data-parallel kernels as textbooks and papers have them, most without any
 * atomics, on which a mechanism for atomics should cost nothing.
 *
 * <p>May enter: one workload a class, each from its published algorithm. May not enter: kernels
 * about synchronisation between CTAs ({@code heterosync}), graph analytics by atomics ({@code
 * pannotia}).
 */
@NullMarked
package dev.syncopate.workload.classic;

import org.jspecify.annotations.NullMarked;
