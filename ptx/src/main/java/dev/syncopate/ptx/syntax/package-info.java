/**
 * The PTX language as text: lexer, syntax tree and parser.
 *
 * <p>May enter: positions, names, scopes of names, errors for people. May not enter: what an
 * instruction means, execution, time.
 */
@NullMarked
package dev.syncopate.ptx.syntax;

import org.jspecify.annotations.NullMarked;
