/**
 * Graph algorithms whose updates are atomics, after the idea of Pannotia (Che, Beckmann, Reinhardt,
 * Skadron: IISWC 2013), in code of our own.
 *
 * <p>May enter: graph algorithms with their references. May not enter: readers and generators of
 * graphs ({@code graph}).
 */
@NullMarked
package dev.syncopate.workload.pannotia;

import org.jspecify.annotations.NullMarked;
