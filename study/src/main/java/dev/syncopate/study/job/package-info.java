/**
 * One simulation to be done, what decides its result, and what came out of it.
 *
 * <p>May enter: everything a result depends on. May not enter: which jobs a study has, where
 * results are kept, how they look.
 */
@NullMarked
package dev.syncopate.study.job;

import org.jspecify.annotations.NullMarked;
