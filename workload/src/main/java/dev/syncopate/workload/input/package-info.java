/**
 * The graphs that the papers measure with, by name: the originals where their files are at hand, or
 * generated graphs of the same size and class; and a picture.
 *
 * <p>May enter: generators of a class of graphs or pictures, and the list of names. May not enter:
 * file formats ({@code graph}), algorithms.
 */
@NullMarked
package dev.syncopate.workload.input;

import org.jspecify.annotations.NullMarked;
