/**
 * What stands in front of a protocol or a controller and leaves the rest to it: for buffers,
 * mutants and checks.
 *
 * <p>May enter: wrappers of every protocol alike. May not enter: one protocol's decisions.
 */
@NullMarked
package dev.syncopate.memory.protocol.decorator;

import org.jspecify.annotations.NullMarked;
