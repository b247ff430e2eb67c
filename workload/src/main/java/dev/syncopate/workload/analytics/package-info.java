/**
 * Graph analytics that push along arcs with commutative updates, as the paper on local atomic
 * buffers runs them (lab §II-B, Table III): one thread a vertex, one or more launches a round.
 *
 * <p>May enter: algorithms that push, their references, and the workloads that run them. May not
 * enter: queues and pulling kernels ({@code round}, {@code pannotia}), generators of graphs and
 * pictures ({@code input}).
 */
@NullMarked
package dev.syncopate.workload.analytics;

import org.jspecify.annotations.NullMarked;
