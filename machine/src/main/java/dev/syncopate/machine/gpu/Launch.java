package dev.syncopate.machine.gpu;

import dev.syncopate.machine.space.PointerNames;
import dev.syncopate.machine.space.Strictness;
import dev.syncopate.machine.warp.ClusterShape;
import dev.syncopate.machine.warp.CtaSubset;
import dev.syncopate.ptx.ir.Program;
import java.util.List;

/**
 * A kernel with its shape and arguments.
 *
 * @param program lowered kernel
 * @param gridX CTAs, likewise y and z
 * @param blockX threads of a CTA, likewise y and z
 * @param dynamicSharedBytes shared memory of a CTA on top of what the kernel declares
 * @param parameters parameter memory, as {@link Program#parameters()} lays it out
 * @param constants constant memory of the kernel's module
 * @param source lines of the PTX text, for reports; may be empty
 * @param strict further misuses that are faults, in addition to those that a machine would not
 *     survive
 * @param names what the launch calls the host's memory, for reports and faults
 * @param subset which CTAs run
 * @param cluster CTAs of a cluster, which divide those of the grid
 * @param stackBytes most of its stack that a thread may use, if the kernel has one
 */
public record Launch(
    Program program,
    int gridX,
    int gridY,
    int gridZ,
    int blockX,
    int blockY,
    int blockZ,
    int dynamicSharedBytes,
    byte[] parameters,
    byte[] constants,
    List<String> source,
    Strictness strict,
    PointerNames names,
    CtaSubset subset,
    ClusterShape cluster,
    long stackBytes) {
  /** Default size of a thread's stack: {@code cudaLimitStackSize}. */
  public static final long DEFAULT_STACK = 1024;

  /** All CTAs run, without clusters, with stacks of the usual size. */
  public Launch(
      Program program,
      int gridX,
      int gridY,
      int gridZ,
      int blockX,
      int blockY,
      int blockZ,
      int dynamicSharedBytes,
      byte[] parameters,
      byte[] constants,
      List<String> source,
      Strictness strict,
      PointerNames names) {
    this(
        program,
        gridX,
        gridY,
        gridZ,
        blockX,
        blockY,
        blockZ,
        dynamicSharedBytes,
        parameters,
        constants,
        source,
        strict,
        names,
        CtaSubset.all((long) gridX * gridY * gridZ),
        ClusterShape.NONE,
        DEFAULT_STACK);
  }

  /** The same with clusters. */
  public Launch inClusters(ClusterShape shape) {
    return with(subset, shape);
  }

  /** The same with some of its CTAs. */
  public Launch inPart(CtaSubset part) {
    return with(part, cluster);
  }

  private Launch with(CtaSubset ctas, ClusterShape shape) {
    return new Launch(
        program,
        gridX,
        gridY,
        gridZ,
        blockX,
        blockY,
        blockZ,
        dynamicSharedBytes,
        parameters,
        constants,
        source,
        strict,
        names,
        ctas,
        shape,
        stackBytes);
  }

  /** Threads of a CTA. */
  public int threads() {
    return blockX * blockY * blockZ;
  }

  /** Shared memory a CTA may use. */
  public int sharedBytes() {
    return dynamicSharedBytes == 0
        ? program.sharedBytes()
        : Math.max(program.sharedBytes(), program.dynamicSharedOffset()) + dynamicSharedBytes;
  }
}
