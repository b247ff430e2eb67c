/**
 * Explains launches that cannot end: who waits for what, as a chain.
 *
 * <p>May enter: reports made from where warps stand. May not enter: anything that runs while a
 * kernel does.
 */
@NullMarked
package dev.syncopate.machine.diagnose;

import org.jspecify.annotations.NullMarked;
