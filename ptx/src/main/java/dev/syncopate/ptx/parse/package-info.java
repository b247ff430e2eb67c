/**
 * The PTX language as text
 *
 * <p>May enter: lexer, syntax tree, parser, and the lowering of a kernel to the decoded program..
 * May not enter: positions, names, scopes of names, errors for people:execution, time.
 */
@NullMarked
package dev.syncopate.ptx.parse;

import org.jspecify.annotations.NullMarked;
