/**
 * Copies of object graphs, and bytes that are equal when graphs are: whatever a controller's fields
 * hold, without knowing the controller.
 *
 * <p>May enter: reflection over fields. May not enter: what the objects are for.
 */
@NullMarked
package dev.syncopate.model.explore.snapshot;

import org.jspecify.annotations.NullMarked;
