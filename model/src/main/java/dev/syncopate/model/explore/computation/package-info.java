/**
 * What a thread does between two accesses, where it may never come to the second.
 *
 * <p>May enter: what tells a computation that ends from one that does not. May not enter: accesses,
 * and what threads are made of.
 */
@NullMarked
package dev.syncopate.model.explore.computation;

import org.jspecify.annotations.NullMarked;
