package dev.syncopate.workload.runtime;

import dev.syncopate.workload.runtime.cta.CtaSample;

/**
 * Number of threads of a launch.
 *
 * @param grid CTAs
 * @param block threads of a CTA
 * @param dynamicShared bytes of shared memory a CTA gets on top of what its kernel declares
 * @param cooperative whether all CTAs must be resident at once, as for a barrier of the whole grid
 * @param sample which CTAs run
 * @param cluster clusters that the launch asks for
 * @param represents launches of its kind that it represents in what is scaled, itself included; not
 *     always a whole number, and negative if what it takes is taken off what others do
 */
public record LaunchShape(
    Dim3 grid,
    Dim3 block,
    int dynamicShared,
    boolean cooperative,
    CtaSample sample,
    ClusterSize cluster,
    double represents) {
  public LaunchShape {
    if (represents == 0 || !Double.isFinite(represents)) {
      throw new IllegalArgumentException("a launch that represents " + represents);
    }
  }

  /** A shape all of whose CTAs run. */
  public LaunchShape(Dim3 grid, Dim3 block, int dynamicShared, boolean cooperative) {
    this(grid, block, dynamicShared, cooperative, CtaSample.ALL, 1);
  }

  /** A shape with the clusters that the kernel says. */
  public LaunchShape(
      Dim3 grid,
      Dim3 block,
      int dynamicShared,
      boolean cooperative,
      CtaSample sample,
      double represents) {
    this(grid, block, dynamicShared, cooperative, sample, ClusterSize.OF_KERNEL, represents);
  }

  /** A shape whose CTAs may run one after the other. */
  public LaunchShape(Dim3 grid, Dim3 block, int dynamicShared) {
    this(grid, block, dynamicShared, false);
  }

  /** One-dimensional, no dynamic shared memory. */
  public static LaunchShape of(int ctas, int threads) {
    return new LaunchShape(Dim3.of(ctas), Dim3.of(threads), 0);
  }

  public static LaunchShape of(Dim3 grid, Dim3 block) {
    return new LaunchShape(grid, block, 0);
  }

  /**
   * One-dimensional, with enough CTAs of {@code threads} threads to have one for each of {@code
   * items}.
   */
  public static LaunchShape covering(long items, int threads) {
    return of(Math.toIntExact(Math.max(1, Math.ceilDiv(items, threads))), threads);
  }

  public LaunchShape withDynamicShared(int bytes) {
    return new LaunchShape(grid, block, bytes, cooperative, sample, cluster, represents);
  }

  /** The same with clusters. */
  public LaunchShape withCluster(ClusterSize size) {
    return new LaunchShape(grid, block, dynamicShared, cooperative, sample, size, represents);
  }

  /** The same for a launch that is refused unless all its CTAs are resident at once. */
  public LaunchShape asCooperative() {
    return new LaunchShape(grid, block, dynamicShared, true, sample, cluster, represents);
  }

  /** The same with some of its CTAs only; the others have no effect at all. */
  public LaunchShape sampled(CtaSample rule) {
    return new LaunchShape(grid, block, dynamicShared, cooperative, rule, cluster, represents);
  }

  /**
   * The same for a launch that represents so many of its kind, itself included. Two launches that
   * differ in one thing tell by their difference what that takes: there one represents a negative
   * number.
   */
  public LaunchShape representing(double launches) {
    return new LaunchShape(grid, block, dynamicShared, cooperative, sample, cluster, launches);
  }
}
