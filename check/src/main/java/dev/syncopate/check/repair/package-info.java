/**
 * Edits of a program that add synchronisation: stronger orders, wider scopes, fences, barriers.
 *
 * <p>May enter: what an edit is, and its application to programs. May not enter: the search for
 * edits, memory models, devices and options.
 */
@NullMarked
package dev.syncopate.check.repair;

import org.jspecify.annotations.NullMarked;
