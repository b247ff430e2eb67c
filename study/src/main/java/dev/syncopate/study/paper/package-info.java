/**
 * What each paper ran and claims: one class a paper, its claims in another.
 *
 * <p>May enter: workloads, inputs, scenarios and machines of a paper, the figures it draws, when a
 * claim counts as held. May not enter: published numbers (they are data, in {@code
 * published-results.json}), how figures look.
 */
@NullMarked
package dev.syncopate.study.paper;

import org.jspecify.annotations.NullMarked;
