package dev.syncopate.ptx.ir;

import java.util.List;

/**
 * What a kernel's directives say about its thread-block clusters (PTX ISA, "Cluster Dimension
 * Directives").
 *
 * @param required {@code .reqnctapercluster}: CTAs of a cluster as x, y, z, or empty
 * @param explicit {@code .explicitcluster}: a launch without clusters is refused
 * @param maxRank {@code .maxclusterrank}: the most CTAs of a cluster, or 0
 */
public record ClusterBounds(List<Integer> required, boolean explicit, int maxRank) {
  /** Of a kernel that says nothing about clusters. */
  public static final ClusterBounds NONE = new ClusterBounds(List.of(), false, 0);
}
