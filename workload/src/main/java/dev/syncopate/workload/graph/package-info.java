/**
 * Graphs as inputs: compressed sparse rows, readers of the formats in which graphs are published,
 * and generators.
 *
 * <p>Readers stream, check everything that they can, and name file, line, what was found and what
 * was expected.
 *
 * <p>May enter: further formats and generators, properties of graphs. May not enter: devices,
 * kernels, algorithms that run on graphs.
 */
@NullMarked
package dev.syncopate.workload.graph;

import org.jspecify.annotations.NullMarked;
