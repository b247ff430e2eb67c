/**
 * How long searches are ended early.
 *
 * <p>May enter: asking. May not enter: who asks, and what is searched.
 */
@NullMarked
package dev.syncopate.model.axiom.halt;

import org.jspecify.annotations.NullMarked;
