/**
 * The mutexes of HeteroSync (heterosync §III-A1): kernels' host sides and the proof that critical
 * sections were one after the other.
 *
 * <p>May enter: mutexes that CTAs and the CPU take, and what proves them. May not enter:
 * semaphores, barriers, programs that use a mutex for something else.
 */
@NullMarked
package dev.syncopate.workload.heterosync.mutex;

import org.jspecify.annotations.NullMarked;
