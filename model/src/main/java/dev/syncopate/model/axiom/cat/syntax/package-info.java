/**
 * The cat language as text: lexer, parser, and statements and expressions with their places.
 *
 * <p>May enter: words, precedence, syntax errors. May not enter: types, what an expression means.
 */
@NullMarked
package dev.syncopate.model.axiom.cat.syntax;

import org.jspecify.annotations.NullMarked;
