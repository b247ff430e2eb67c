/**
 * The evaluation of local atomic buffers: histograms, graph analytics, training of neural networks
 * and plain GPU codes on a Titan V. Buffers have several sizes; alternatives are other caches, hLRC
 * and PHI. The package has the figures, and every statement of the results with a criterion.
 *
 * <p>May enter: what the paper runs, draws and says. May not enter: published numbers (they are
 * data, in {@code published-results.json}), how figures look.
 */
@NullMarked
package dev.syncopate.study.paper.lab;

import org.jspecify.annotations.NullMarked;
