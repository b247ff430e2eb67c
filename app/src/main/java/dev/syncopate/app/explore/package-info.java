/**
 * Explorations on the command line: how they are asked for, shown and kept.
 *
 * <p>May enter: files, options' values, documents. May not enter: exploring, judging.
 */
@NullMarked
package dev.syncopate.app.explore;

import org.jspecify.annotations.NullMarked;
