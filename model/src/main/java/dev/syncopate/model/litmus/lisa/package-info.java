/**
 * Litmus tests of HSA in LISA: rows of annotated reads, writes and fences, and a tree of scopes.
 *
 * <p>May enter: the instructions of the format and the sets of their events. May not enter: which
 * executions a model allows.
 */
@NullMarked
package dev.syncopate.model.litmus.lisa;

import org.jspecify.annotations.NullMarked;
