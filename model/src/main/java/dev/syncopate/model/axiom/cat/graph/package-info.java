/**
 * A cat model as a graph of operations: definitions resolved, types checked, equal terms shared,
 * and each node with the first stage at which its value is known.
 *
 * <p>May enter: what can be said of a model without an execution. May not enter: executions and
 * values.
 */
@NullMarked
package dev.syncopate.model.axiom.cat.graph;

import org.jspecify.annotations.NullMarked;
