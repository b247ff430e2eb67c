package dev.syncopate.model.litmus;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A thread of a test.
 *
 * @param id its number: the 1 of {@code P1}
 * @param cta its block, numbered within its GPU
 * @param gpu its GPU
 * @param registers initial values of those registers that have one; others start at 0
 * @param instructions what it does
 */
public record LitmusThread(
    int id,
    int cta,
    int gpu,
    SortedMap<String, Operand> registers,
    List<Instruction> instructions) {

  /** Keeps copies. */
  public LitmusThread {
    registers = Collections.unmodifiableSortedMap(new TreeMap<>(registers));
    instructions = List.copyOf(instructions);
  }
}
