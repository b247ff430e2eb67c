/**
 * What a warp asks of the memory system: operation, order, scope, addresses, and the lines they
 * fall into.
 *
 * <p>May enter: values that cross from a compute unit to its memory side. May not enter: state of
 * caches, protocols, PTX.
 */
@NullMarked
package dev.syncopate.memory.access;

import org.jspecify.annotations.NullMarked;
