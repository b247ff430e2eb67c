/**
 * Uses of relaxed atomics (heterosync §III-B): flags, histograms, reference counters, seqlocks and
 * split counters, each with its check.
 *
 * <p>May enter: programs whose time goes into relaxed atomics, of HeteroSync's Table II. May not
 * enter: locks and barriers as such.
 */
@NullMarked
package dev.syncopate.workload.heterosync.relaxed;

import org.jspecify.annotations.NullMarked;
