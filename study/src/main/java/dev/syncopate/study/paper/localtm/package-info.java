/**
 * Transactions in local memory: the paper's hash tables as transactions, with locks and one thread
 * at a time, and every statement of its evaluation with a criterion. Also what the paper leaves
 * open or for later: other programs, numbers of wavefronts, filters, policies, readings.
 *
 * <p>May enter: what the study runs, draws and says. May not enter: published numbers (they are
 * data, in {@code published-results.json}), how figures look.
 */
@NullMarked
package dev.syncopate.study.paper.localtm;

import org.jspecify.annotations.NullMarked;
