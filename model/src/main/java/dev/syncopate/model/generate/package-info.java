/**
 * All litmus tests of a shape, each once.
 *
 * <p>May enter: programs. May not enter: what they may do.
 */
@NullMarked
package dev.syncopate.model.generate;

import org.jspecify.annotations.NullMarked;
