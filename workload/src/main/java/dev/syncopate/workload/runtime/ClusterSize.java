package dev.syncopate.workload.runtime;

import org.jspecify.annotations.Nullable;

/**
 * Thread-block clusters that a launch asks for. All CTAs of a cluster are resident at once, on one
 * GPC of the machine; the grid is divided into clusters.
 *
 * @param ctas CTAs of a cluster; null for what the kernel says ({@code .reqnctapercluster}), which
 *     is none for most
 * @param nonPortable whether a cluster may have more than 8 CTAs, which not every GPU with clusters
 *     can run
 */
public record ClusterSize(@Nullable Dim3 ctas, boolean nonPortable) {
  /** What the kernel says. */
  public static final ClusterSize OF_KERNEL = new ClusterSize(null, false);

  /** Clusters of so many CTAs, at most 8. */
  public static ClusterSize of(Dim3 ctas) {
    return new ClusterSize(ctas, false);
  }

  /** The same, also with up to 16 CTAs. */
  public ClusterSize allowingNonPortable() {
    return new ClusterSize(ctas, true);
  }
}
