package dev.syncopate.machine.warp;

import dev.syncopate.machine.code.HotKernel;
import dev.syncopate.machine.space.DeviceSpace;

/**
 * A launch, as every tile sees it.
 *
 * @param kernel decoded program
 * @param gridX CTAs, likewise y and z
 * @param subset which CTAs run
 * @param blockX threads of a CTA, likewise y and z
 * @param ids indices of a CTA's threads
 * @param warps of a CTA
 * @param registers of a CTA
 * @param ctasPerUnit resident CTAs that a compute unit has room for
 * @param sharedBytes shared memory a CTA may use
 * @param sharedLimit bytes from the beginning of its shared memory that a CTA may access
 * @param sharedStride from where a CTA's shared memory begins to where the next one's does
 * @param dynamicSharedBytes of these, how many the launch asked for
 * @param parameters parameter memory
 * @param constants constant memory
 * @param space where thread-local memory and the heap are, and what memory is called
 * @param workspace device address of a cooperative launch's workspace, or 0
 * @param cluster CTAs of a cluster
 * @param number of the launch on this device, from 1
 */
public record Grid(
    HotKernel kernel,
    int gridX,
    int gridY,
    int gridZ,
    CtaSubset subset,
    int blockX,
    int blockY,
    int blockZ,
    ThreadIds ids,
    int warps,
    int registers,
    int ctasPerUnit,
    int sharedBytes,
    int sharedLimit,
    int sharedStride,
    int dynamicSharedBytes,
    byte[] parameters,
    byte[] constants,
    DeviceSpace space,
    long workspace,
    ClusterShape cluster,
    long number) {

  /** The indices of the threads of such a CTA. */
  public static ThreadIds ids(int blockX, int blockY, int warps, int width) {
    return ThreadIds.of(blockX, blockY, warps, width);
  }

  /** The indices of a CTA as {@code (x,y,z)}. */
  public String indices(long cta) {
    return "(%d,%d,%d)".formatted(cta % gridX, cta / gridX % gridY, cta / gridX / gridY);
  }

  /** CTAs. */
  public long ctas() {
    return (long) gridX * gridY * gridZ;
  }

  /** Clusters; as many as CTAs in a launch without. */
  public long clusters() {
    return ctas() / cluster.ctas();
  }

  /** Threads of a CTA. */
  public int threads() {
    return blockX * blockY * blockZ;
  }
}
