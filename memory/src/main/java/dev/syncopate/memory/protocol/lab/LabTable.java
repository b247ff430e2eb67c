package dev.syncopate.memory.protocol.lab;

import dev.syncopate.memory.access.Agent;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.memory.access.Step;
import dev.syncopate.memory.protocol.BasicStep;
import dev.syncopate.memory.protocol.StepTable;
import dev.syncopate.memory.protocol.StepTable.Alternative;
import dev.syncopate.memory.protocol.StepTable.Row;
import java.util.ArrayList;
import java.util.List;

/**
 * The table of a protocol with a local atomic buffer in front: commutative atomics of component
 * scope go to the buffer, and whatever releases at component scope or a wider one, a kernel's end
 * among them, flushes it first. Acquires do not: what a thread has put there it may only read
 * behind a release of its own.
 */
final class LabTable {
  static final String NOT_COMBINED = "not an update that the LAB combines";

  private LabTable() {}

  /**
   * @param kernelEnd whether a kernel's end flushes
   */
  static StepTable of(StepTable behind, boolean kernelEnd) {
    return new StepTable(behind.describe().stream().map(row -> row(row, kernelEnd)).toList());
  }

  private static Row row(Row row, boolean kernelEnd) {
    if (isUpdate(row)) {
      return row.with(
          List.of(LabStep.UPDATE_LAB), List.of(new Alternative(NOT_COMBINED, row.steps())));
    }
    return flushes(row, kernelEnd) ? row.with(flushing(row.steps()), row.alternatives()) : row;
  }

  /** Whether a row's accesses go to the buffer. */
  static boolean isUpdate(Row row) {
    return row.agent() == Agent.WARP
        && row.instruction().commutative()
        && row.instruction().scope() == Scope.GPU
        && !row.instruction().remote();
  }

  private static boolean flushes(Row row, boolean kernelEnd) {
    return switch (row.agent()) {
      case WARP -> row.instruction().order().releases() && row.instruction().scope() != Scope.CTA;
      case KERNEL_END -> kernelEnd;
      case KERNEL_BEGIN, HOST_READ, HOST_WRITE -> false;
    };
  }

  /** Behind the wait for the warp's own accesses, before anything is waited for. */
  private static List<Step> flushing(List<Step> steps) {
    List<Step> all = new ArrayList<>(steps);
    all.add(!all.isEmpty() && all.getFirst() == BasicStep.DRAIN ? 1 : 0, LabStep.FLUSH_LAB);
    return all;
  }
}
