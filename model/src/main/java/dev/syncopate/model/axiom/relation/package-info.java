/**
 * Sets of events and relations between them, as matrices of bits.
 *
 * <p>May enter: what is true of any relation. May not enter: what events are.
 */
@NullMarked
package dev.syncopate.model.axiom.relation;

import org.jspecify.annotations.NullMarked;
