/**
 * Building blocks of mechanisms that buffer commutative updates near their threads: the kinds of
 * updates that combine, lines of partial values, and the accesses that forward these to the point
 * of coherence.
 *
 * <p>May enter: behaviour that the buffers of more than one mechanism share. May not enter: when a
 * mechanism keeps, evicts or flushes; time.
 */
@NullMarked
package dev.syncopate.memory.kit.update;

import org.jspecify.annotations.NullMarked;
