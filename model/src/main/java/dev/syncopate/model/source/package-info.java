/**
 * A text that a user wrote, the places in it, and what is said about a place that is wrong.
 *
 * <p>May enter: places and messages. May not enter: any one language.
 */
@NullMarked
package dev.syncopate.model.source;

import org.jspecify.annotations.NullMarked;
