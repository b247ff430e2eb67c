/**
 * The host's side of the work-stealing queues of {@code workload/src/main/cuda/work_stealing.cuh}:
 * how many there are, what is in them, who synchronises how, and what was counted.
 *
 * <p>May enter: code that every workload on the queues needs. May not enter: graphs, algorithms.
 */
@NullMarked
package dev.syncopate.workload.stealing;

import org.jspecify.annotations.NullMarked;
