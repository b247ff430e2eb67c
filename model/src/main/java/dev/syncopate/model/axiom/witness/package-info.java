/**
 * Executions for people: as text, for Graphviz, and as pictures.
 *
 * <p>May enter: how an execution is shown. May not enter: whether it is allowed.
 */
@NullMarked
package dev.syncopate.model.axiom.witness;

import org.jspecify.annotations.NullMarked;
