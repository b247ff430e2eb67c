/**
 * Copies of object graphs, and bytes that are equal when graphs are: they cover all fields of a
 * controller, without code for that controller.
 *
 * <p>May enter: reflection over fields. May not enter: what the objects are for.
 */
@NullMarked
package dev.syncopate.model.explore.snapshot;

import org.jspecify.annotations.NullMarked;
