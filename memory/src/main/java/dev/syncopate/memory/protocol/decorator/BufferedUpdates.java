package dev.syncopate.memory.protocol.decorator;

import dev.syncopate.memory.access.Agent;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.memory.access.Step;
import dev.syncopate.memory.protocol.BasicStep;
import dev.syncopate.memory.protocol.StepTable;
import dev.syncopate.memory.protocol.StepTable.Alternative;
import dev.syncopate.memory.protocol.StepTable.Row;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Step table of a protocol with an update buffer near the threads. Commutative atomics of component
 * scope go to the buffer. Every release at component scope or wider, the end of a kernel included,
 * flushes it first. An acquire does not: a thread may read its own buffered updates only after it
 * has released.
 *
 * @param update what is done with a commutative atomic, for each line
 * @param otherwise when the protocol's own steps are taken for it instead, for people; null: never
 * @param flush the step that flushes
 * @param kernelEnd whether a kernel's end flushes
 */
public record BufferedUpdates(
    Step update, @Nullable String otherwise, Step flush, boolean kernelEnd) {

  /** The table. */
  public StepTable in(StepTable innerTable) {
    return new StepTable(innerTable.describe().stream().map(this::row).toList());
  }

  private Row row(Row row) {
    if (isUpdate(row)) {
      return row.with(
          List.of(update),
          otherwise == null ? List.of() : List.of(new Alternative(otherwise, row.steps())));
    }
    return flushes(row) ? row.with(flushing(row.steps()), row.alternatives()) : row;
  }

  /** Whether a row's accesses go to the buffer. */
  private static boolean isUpdate(Row row) {
    return row.agent() == Agent.WARP
        && row.instruction().commutative()
        && row.instruction().scope() == Scope.GPU
        && !row.instruction().remote();
  }

  private boolean flushes(Row row) {
    return switch (row.agent()) {
      case WARP -> row.instruction().order().releases() && row.instruction().scope() != Scope.CTA;
      case KERNEL_END -> kernelEnd;
      case KERNEL_BEGIN, HOST_READ, HOST_WRITE -> false;
    };
  }

  /** Behind the wait for the warp's own accesses, before anything is waited for. */
  private List<Step> flushing(List<Step> steps) {
    List<Step> allSteps = new ArrayList<>(steps);
    allSteps.add(!allSteps.isEmpty() && allSteps.getFirst() == BasicStep.DRAIN ? 1 : 0, flush);
    return allSteps;
  }
}
