/**
 * Experiments that explain a claim's verdict: small simulations that change one thing each, and so
 * refute the explanations that do not hold.
 *
 * <p>May enter: which simulations, and what they show. May not enter: numbers (the simulations give
 * them).
 */
@NullMarked
package dev.syncopate.study.paper.explain;

import org.jspecify.annotations.NullMarked;
