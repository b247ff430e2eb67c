/**
 * The reader-writer semaphores of HeteroSync (heterosync §III-A2): kernels' host sides and the
 * proof of who was inside at every moment.
 *
 * <p>May enter: semaphores that CTAs take, and what proves them. May not enter: mutexes, barriers,
 * programs that use a semaphore for something else.
 */
@NullMarked
package dev.syncopate.workload.heterosync.semaphore;

import org.jspecify.annotations.NullMarked;
