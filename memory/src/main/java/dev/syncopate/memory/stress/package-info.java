/**
 * The random tester: programs that are free of data races by construction, run on controllers
 * alone, every value compared with those it may have; what fails is made smaller.
 *
 * <p>May enter: programs, what their values may be, how to shrink and report them. May not enter:
 * protocols, and anything that decides what hardware does.
 */
@NullMarked
package dev.syncopate.memory.stress;

import org.jspecify.annotations.NullMarked;
