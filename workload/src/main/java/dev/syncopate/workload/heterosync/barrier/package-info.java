/**
 * The tree barriers of HeteroSync (heterosync §III-A3): kernels' host sides and the proof that no
 * CTA went on early.
 *
 * <p>May enter: barriers of a whole grid, and what proves them. May not enter: mutexes, semaphores,
 * programs that use a barrier for something else.
 */
@NullMarked
package dev.syncopate.workload.heterosync.barrier;

import org.jspecify.annotations.NullMarked;
