package dev.syncopate.model.litmus;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A thread of a test.
 *
 * @param id its number: the 1 of {@code P1}
 * @param cta its block, numbered within its GPU; 0 on the CPU
 * @param gpu its GPU, or {@link #CPU}
 * @param registers initial values of those registers that have one; others start at 0
 * @param instructions what it does
 */
public record LitmusThread(
    int id,
    int cta,
    int gpu,
    SortedMap<String, Operand> registers,
    List<Instruction> instructions) {

  /** Stands in the place of a GPU's number where the CPU runs a thread. */
  public static final int CPU = -1;

  /** Keeps copies. */
  public LitmusThread {
    registers = Collections.unmodifiableSortedMap(new TreeMap<>(registers));
    instructions = List.copyOf(instructions);
  }

  /** Whether the CPU runs it. */
  public boolean isOnCpu() {
    return gpu == CPU;
  }

  /** Where it runs, as a test says it: {@code cta 0,gpu 0} or {@code cpu}. */
  public String place() {
    return isOnCpu() ? "cpu" : "cta %d,gpu %d".formatted(cta, gpu);
  }
}
