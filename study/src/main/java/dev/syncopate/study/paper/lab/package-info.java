/**
 * The evaluation of local atomic buffers: histograms, graph analytics, training of neural networks
 * and plain GPU codes on a Titan V with buffers of several sizes, with other caches, with hLRC and
 * with PHI; its figures, and every statement of its results with a criterion.
 *
 * <p>May enter: what the paper runs, draws and says. May not enter: published numbers (they are
 * data, in {@code published-results.json}), how figures look.
 */
@NullMarked
package dev.syncopate.study.paper.lab;

import org.jspecify.annotations.NullMarked;
