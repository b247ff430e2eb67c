/**
 * Shrinking of schedules that make a run fail: delta debugging over the list of their delays, each
 * trial one run, and the report of what is left as text, JSON and picture.
 *
 * <p>May enter: the search, and what it has found. May not enter: how a run is made and watched;
 * options and files.
 */
@NullMarked
package dev.syncopate.app.shrink;

import org.jspecify.annotations.NullMarked;
