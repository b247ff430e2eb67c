/**
 * Which listed (state, event) pairs of controllers happen, and why those that do not cannot.
 *
 * <p>May enter: counting what any driver of controllers makes happen; reasons, as data. May not
 * enter: drivers.
 */
@NullMarked
package dev.syncopate.memory.coverage;

import org.jspecify.annotations.NullMarked;
