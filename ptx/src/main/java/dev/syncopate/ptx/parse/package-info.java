/**
 * The door of the PTX front end: text in, module out.
 *
 * <p>May enter: what joins parsing to lowering. May not enter: either of them.
 */
@NullMarked
package dev.syncopate.ptx.parse;

import org.jspecify.annotations.NullMarked;
