/**
 * How long searches are ended that nobody wants to wait for any more.
 *
 * <p>May enter: asking. May not enter: who asks, and what is searched.
 */
@NullMarked
package dev.syncopate.model.axiom.halt;

import org.jspecify.annotations.NullMarked;
