package dev.syncopate.model.litmus;

import dev.syncopate.model.source.Spelling;
import dev.syncopate.model.source.Token;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntFunction;

/** A thread while it is read: labels may be used before they are placed. */
public final class ThreadBuilder {
  final int id;
  private int cta;
  int cluster;
  private int gpu;
  private int warp;
  final TreeMap<String, LitmusOperand> registers = new TreeMap<>();

  /** The registers that its instructions name, and those that are asked for. */
  final Set<String> named = new TreeSet<>();

  final Set<String> askedRegisters = new TreeSet<>();
  private final List<IntFunction<LitmusInstruction>> instructions = new ArrayList<>();
  private final TreeMap<Integer, InstructionAnnotation> annotations = new TreeMap<>();
  private final List<Token> places = new ArrayList<>();
  private final Map<Integer, Token> targets = new HashMap<>();
  private final Map<String, Integer> labels = new TreeMap<>();

  /** Whether the CPU runs it. */
  boolean isOnCpu() {
    return gpu == LitmusThread.CPU;
  }

  /**
   * @param cluster the cluster that its block is of, or {@link LitmusThread#ALONE}
   * @param warp which of the block's warps it is a lane of, or {@link LitmusThread#ALONE}
   */
  public ThreadBuilder(int id, int cta, int cluster, int gpu, int warp) {
    this.id = id;
    this.cta = cta;
    this.cluster = cluster;
    this.gpu = gpu;
    this.warp = warp;
  }

  /** Whether a thread is of the same block; one on the CPU is of none. */
  boolean isBesides(ThreadBuilder right) {
    return !isOnCpu() && gpu == right.gpu && cta == right.cta;
  }

  /** Says where the next instruction stands. */
  public void at(Token start) {
    places.add(start);
  }

  /** Adds an instruction. */
  public void add(LitmusInstruction instruction) {
    instructions.add(_ -> instruction);
  }

  /** Adds an instruction of another dialect than PTX. */
  public void add(LitmusInstruction instruction, InstructionAnnotation annotation) {
    annotations.put(instructions.size(), annotation);
    add(instruction);
  }

  /** Adds an instruction that is made from where its label turns out to be. */
  public void addJump(Token label, IntFunction<LitmusInstruction> instruction) {
    targets.put(instructions.size(), label);
    instructions.add(instruction);
  }

  /** Whether the label is new. */
  public boolean place(String label) {
    return labels.putIfAbsent(label, instructions.size()) == null;
  }

  /** Moves the thread to another place. */
  public void place(int newCta, int newGpu, int newWarp) {
    cta = newCta;
    cluster = LitmusThread.ALONE;
    gpu = newGpu;
    warp = newWarp;
  }

  /** Where an instruction stands. */
  Token place(int instruction) {
    return places.get(instruction);
  }

  LitmusThread build(TermReader words) {
    List<LitmusInstruction> built = new ArrayList<>();
    for (int i = 0; i < instructions.size(); i++) {
      int target = -1;
      Token label = targets.get(i);
      if (label != null) {
        Integer place = labels.get(label.text());
        if (place == null) {
          throw words.error(
              label,
              "P%d has no label `%s`%s"
                  .formatted(id, label.text(), Spelling.suggestion(label.text(), labels.keySet())));
        }
        target = place;
      }
      built.add(instructions.get(i).apply(target));
    }
    return new LitmusThread(
        id, cta, cluster, gpu, warp, registers, List.copyOf(built), annotations);
  }
}
