/**
 * The simplest kernels: streaming (vecadd) and summing (reduction).
 *
 * <p>May enter: kernels that show one basic habit of GPU programs. May not enter: kernels about
 * synchronisation between CTAs.
 */
@NullMarked
package dev.syncopate.workload.basic;

import org.jspecify.annotations.NullMarked;
