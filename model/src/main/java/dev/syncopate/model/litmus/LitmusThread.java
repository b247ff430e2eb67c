package dev.syncopate.model.litmus;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A thread of a test.
 *
 * @param id its number: the 1 of {@code P1}
 * @param cta its block, numbered within its GPU; 0 on the CPU
 * @param cluster the cluster of blocks that its block is of, numbered within its GPU, or {@link
 *     #ALONE}
 * @param gpu its GPU, or {@link #CPU}
 * @param warp the warp of its block of which it is a lane, or {@link #ALONE}
 * @param registers initial values of those registers that have one; others start at 0
 * @param instructions what it does
 * @param annotations by the index of an instruction what only other dialects than PTX say of it
 */
public record LitmusThread(
    int id,
    int cta,
    int cluster,
    int gpu,
    int warp,
    SortedMap<String, LitmusOperand> registers,
    List<LitmusInstruction> instructions,
    SortedMap<Integer, InstructionAnnotation> annotations) {

  /** Stands in the place of a GPU's number where the CPU runs a thread. */
  public static final int CPU = -1;

  /**
   * Stands in the place of a warp's number where the thread is the only lane of its warp, and of a
   * cluster's where its block is the only one.
   */
  public static final int ALONE = -1;

  /** Of a block that is its own cluster. */
  public LitmusThread(
      int id,
      int cta,
      int gpu,
      int warp,
      SortedMap<String, LitmusOperand> registers,
      List<LitmusInstruction> instructions,
      SortedMap<Integer, InstructionAnnotation> annotations) {
    this(id, cta, ALONE, gpu, warp, registers, instructions, annotations);
  }

  /** Without annotations. */
  public LitmusThread(
      int id,
      int cta,
      int gpu,
      int warp,
      SortedMap<String, LitmusOperand> registers,
      List<LitmusInstruction> instructions) {
    this(id, cta, gpu, warp, registers, instructions, Collections.emptySortedMap());
  }

  /** The only lane of its warp. */
  public LitmusThread(
      int id,
      int cta,
      int gpu,
      SortedMap<String, LitmusOperand> registers,
      List<LitmusInstruction> instructions) {
    this(id, cta, gpu, ALONE, registers, instructions);
  }

  /** Keeps copies. */
  public LitmusThread {
    registers = Collections.unmodifiableSortedMap(new TreeMap<>(registers));
    instructions = List.copyOf(instructions);
    annotations = Collections.unmodifiableSortedMap(new TreeMap<>(annotations));
  }

  /** The annotation of an instruction; null for none. */
  public @Nullable InstructionAnnotation annotation(int instruction) {
    return annotations.get(instruction);
  }

  /** Whether another thread is of the same cluster of blocks. */
  public boolean sharesCluster(LitmusThread right) {
    return !isOnCpu()
        && gpu == right.gpu
        && (cta == right.cta || (cluster != ALONE && cluster == right.cluster));
  }

  /** Whether another thread is of the same block. */
  public boolean sharesBlock(LitmusThread right) {
    return gpu == right.gpu && cta == right.cta;
  }

  /** Whether another thread is of the same subgroup: lanes of one warp, or the same thread. */
  public boolean sharesSubgroup(LitmusThread right) {
    return id == right.id || (sharesBlock(right) && warp != ALONE && warp == right.warp);
  }

  /** Whether the CPU runs it. */
  public boolean isOnCpu() {
    return gpu == CPU;
  }

  /** Where it runs, as a test says it: {@code cta 0,gpu 0} or {@code cpu}. */
  public String place() {
    return isOnCpu()
        ? "cpu"
        : "cta %d,%sgpu %d%s"
            .formatted(
                cta,
                cluster == ALONE ? "" : "cluster " + cluster + ",",
                gpu,
                warp == ALONE ? "" : ",warp " + warp);
  }
}
