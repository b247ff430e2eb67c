/**
 * Candidate executions of a litmus test: every way in which its threads' paths, what each read
 * reads from and the orders of writes fit together, each handed to a judge.
 *
 * <p>May enter: what any execution is. May not enter: what one model allows.
 */
@NullMarked
package dev.syncopate.model.axiom.candidate;

import org.jspecify.annotations.NullMarked;
