package dev.syncopate.machine.functional;

import dev.syncopate.machine.observer.LaunchObserver;

/**
 * An observer of the memory accesses of the last CTAs of one launch. CTAs are placed and run as
 * without it. Warps of an earlier CTA that is still resident are observed as well.
 *
 * @param observer told what {@link LaunchObserver#issued} and {@link LaunchObserver#coalesced} say
 * @param firstCta number of the CTA with whose start it begins, in the order of starts
 */
public record CtaRecording(LaunchObserver observer, long firstCta) {}
