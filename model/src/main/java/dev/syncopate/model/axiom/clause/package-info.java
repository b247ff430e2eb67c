/**
 * Satisfiability of clauses: conflict-driven search with a theory.
 *
 * <p>May enter: variables, literals, clauses. May not enter: what they stand for.
 */
@NullMarked
package dev.syncopate.model.axiom.clause;

import org.jspecify.annotations.NullMarked;
