/**
 * What has synchronised with what in a launch, as a graph.
 *
 * <p>May enter: moments of threads and their order. May not enter: memory, instructions, what
 * conflicts.
 */
@NullMarked
package dev.syncopate.check.race.graph;

import org.jspecify.annotations.NullMarked;
