/**
 * What the host sides of all workloads share: the kernels' PTX, seeded input, the choice of a
 * graph, device copies of arrays, and comparison of results.
 *
 * <p>May enter: what at least two workloads need. May not enter: particular kernels or algorithms.
 */
@NullMarked
package dev.syncopate.workload.host;

import org.jspecify.annotations.NullMarked;
