/**
 * Designs of experiments: what a sweep varies, the points that this gives, and the charts of the
 * results.
 *
 * <p>May enter: factors, combining their values, leaving points out, the job of a point, figures
 * over factors. May not enter: doing jobs, keeping results, how figures look.
 */
@NullMarked
package dev.syncopate.study.design;

import org.jspecify.annotations.NullMarked;
