/**
 * A PTX text with its lines, and errors that point into it.
 *
 * <p>May enter: positions, error messages, suggestions for a misspelt name. May not enter: words of
 * the language, syntax trees.
 */
@NullMarked
package dev.syncopate.ptx.syntax.source;

import org.jspecify.annotations.NullMarked;
