package dev.syncopate.workload.input;

import dev.syncopate.workload.graph.Graph;

/**
 * A graph with a name for people.
 *
 * @param name of the original, or of a generated one that no one takes for it, for example {@code
 *     bay-like/16}
 * @param original whether it is the published graph itself
 * @param graph every undirected edge as two arcs
 */
public record InputGraph(String name, boolean original, Graph graph) {}
