/**
 * HeteroSync's scaling study: its benchmarks and configurations on one to fifteen compute units,
 * its figures, and every statement of its results with a criterion.
 *
 * <p>May enter: what the paper runs, draws and says. May not enter: published numbers (they are
 * data, in {@code published-results.json}), how figures look.
 */
@NullMarked
package dev.syncopate.study.paper.heterosync;

import org.jspecify.annotations.NullMarked;
