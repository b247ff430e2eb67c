package dev.syncopate.memory.lsu;

import dev.syncopate.memory.access.AccessKind;
import dev.syncopate.memory.access.Agent;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Ordering;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.memory.access.Step;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.config.RelaxedAtomics;
import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.protocol.StepTable;
import org.jspecify.annotations.Nullable;

/**
 * Step plans of the load-store unit, one for each instruction that a program may state: a
 * protocol's table seen through a consistency model, looked up by {@link Ordering#index}.
 */
public final class StepPlans {
  /**
   * Steps of an instruction.
   *
   * @param steps in order; never changed
   * @param alternatives other lists of steps, for lines that the L1 diverts; never changed
   * @param blocks whether the warp's later memory instructions wait until all are done
   * @param acquires whether it is performed as an acquire
   * @param releases whether it is performed as a release
   */
  record Plan(
      Step[] steps, Step[][] alternatives, boolean blocks, boolean acquires, boolean releases) {}

  /**
   * Steps of a tile at a kernel's beginning or end.
   *
   * @param operation as which it counts
   * @param holdsBack whether nothing else is issued until it is complete
   */
  record Boundary(Agent agent, MemoryOperation operation, Plan plan, boolean holdsBack) {
    /** The access of a warp slot that does it. */
    WarpAccess access(int warp) {
      WarpAccess access = WarpAccess.fence(operation, warp, 0);
      access.token = agent;
      return access;
    }
  }

  private final Boundary kernelBegin;
  private final Boundary kernelEnd;
  private final @Nullable Plan[] plans = new @Nullable Plan[Ordering.COUNT];
  private final String context;

  /**
   * Of a machine.
   *
   * @throws IllegalArgumentException when the table lacks what a kernel's beginning and end need
   */
  public static StepPlans on(MemoryConfig config, Protocol protocol, ConsistencyModel model) {
    return new StepPlans(protocol, model, config.severalGpus(), config.l1().relaxedAtomics());
  }

  /**
   * @param severalGpus whether system scope is wider than component scope
   * @param atomics whether a warp waits for its relaxed atomics
   * @throws IllegalArgumentException when the table lacks what a kernel's beginning and end need
   */
  public StepPlans(
      Protocol protocol, ConsistencyModel model, boolean severalGpus, RelaxedAtomics atomics) {
    context = "protocol " + protocol.name() + " under model " + model.label();
    StepTable table = severalGpus ? protocol.systemTable() : protocol.table();
    Scope widest = severalGpus ? Scope.SYS : Scope.GPU;
    for (AccessKind kind : AccessKind.values()) {
      for (Order order : Order.values()) {
        for (Scope scope : Scope.values()) {
          for (int flags = 0; flags < 4; flags++) {
            Ordering stated = new Ordering(kind, order, scope, (flags & 2) != 0, (flags & 1) != 0);
            Ordering performed = model.performed(stated, widest);
            StepTable.Row row = table.row(performed);
            if (row != null) {
              boolean awaited = kind == AccessKind.ATOMIC && atomics != RelaxedAtomics.POSTED;
              plans[stated.index()] = plan(row, row.blocks() || awaited, performed.order());
            }
          }
        }
      }
    }
    kernelBegin = boundary(table, Agent.KERNEL_BEGIN, Order.ACQUIRE, model, widest);
    kernelEnd = boundary(table, Agent.KERNEL_END, Order.RELEASE, model, widest);
  }

  private static Plan plan(StepTable.Row row, boolean blocks, Order performed) {
    return new Plan(
        row.steps().toArray(Step[]::new),
        row.alternatives().stream()
            .map(alternative -> alternative.steps().toArray(Step[]::new))
            .toArray(Step[][]::new),
        blocks,
        blocks && performed.acquires(),
        blocks && performed.releases());
  }

  /** What a tile itself does counts as a fence that blocks its issuer. */
  private Boundary boundary(
      StepTable table, Agent agent, Order stated, ConsistencyModel model, Scope widest) {
    MemoryOperation fence = MemoryOperation.fence(stated, widest);
    Order performed = model.performed(Ordering.of(fence), widest).order();
    StepTable.Row row = table.row(agent, performed);
    if (row == null) {
      throw new IllegalArgumentException(agent.label() + " has no row in the table of " + context);
    }
    return new Boundary(agent, fence, plan(row, true, performed), row.blocks());
  }

  Boundary kernelBegin() {
    return kernelBegin;
  }

  Boundary kernelEnd() {
    return kernelEnd;
  }

  /** Why an instruction has no plan, for people; null where it has one. */
  public @Nullable String refusal(MemoryOperation operation) {
    return plans[Ordering.index(operation)] == null
        ? Ordering.of(operation) + " has no row in the table of " + context
        : null;
  }

  Plan of(MemoryOperation operation) {
    Plan plan = plans[Ordering.index(operation)];
    if (plan == null) {
      throw new IllegalArgumentException(refusal(operation));
    }
    return plan;
  }
}
