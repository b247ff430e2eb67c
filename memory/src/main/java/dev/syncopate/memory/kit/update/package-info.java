/**
 * What mechanisms that keep commutative updates near their threads are made of: which updates
 * combine, lines of partial values, and the accesses by which those go on to where all meet.
 *
 * <p>May enter: what the buffers of more than one mechanism do. May not enter: when a mechanism
 * keeps, evicts or flushes; time.
 */
@NullMarked
package dev.syncopate.memory.kit.update;

import org.jspecify.annotations.NullMarked;
