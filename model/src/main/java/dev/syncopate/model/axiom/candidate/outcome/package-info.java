/**
 * What an execution shows to a litmus test: final values of registers and words, as its condition
 * names them.
 *
 * <p>May enter: what is observed, and how it is written. May not enter: which outcomes are allowed,
 * and how executions are found.
 */
@NullMarked
package dev.syncopate.model.axiom.candidate.outcome;

import org.jspecify.annotations.NullMarked;
