/**
 * Many jobs at once: in which order, on how many threads, in which shards, how far they are and how
 * long they will take.
 *
 * <p>May enter: getting jobs done. May not enter: which jobs, what their results mean, how progress
 * looks.
 */
@NullMarked
package dev.syncopate.study.sweep;

import org.jspecify.annotations.NullMarked;
