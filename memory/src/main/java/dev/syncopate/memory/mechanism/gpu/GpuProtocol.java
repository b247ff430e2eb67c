package dev.syncopate.memory.mechanism.gpu;

import static dev.syncopate.memory.kit.SystemStep.FLUSH_L2;
import static dev.syncopate.memory.kit.SystemStep.INVALIDATE_L2;
import static dev.syncopate.memory.kit.SystemStep.PERFORM_AT_SYSTEM;
import static dev.syncopate.memory.protocol.BasicStep.AWAIT_WRITES;
import static dev.syncopate.memory.protocol.BasicStep.DRAIN;
import static dev.syncopate.memory.protocol.BasicStep.FLUSH;
import static dev.syncopate.memory.protocol.BasicStep.INVALIDATE;
import static dev.syncopate.memory.protocol.BasicStep.PERFORM_AT_L1;
import static dev.syncopate.memory.protocol.BasicStep.PERFORM_AT_L2;
import static dev.syncopate.memory.protocol.HostStep.AT_GPU_BANKS;
import static dev.syncopate.memory.protocol.HostStep.AT_HOME;

import dev.syncopate.memory.access.AccessKind;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Ordering;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.memory.access.Step;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.kit.SystemMessage;
import dev.syncopate.memory.kit.l1.L1Cache;
import dev.syncopate.memory.kit.l1.L1Parts;
import dev.syncopate.memory.kit.l1.L1Policy;
import dev.syncopate.memory.kit.l2.HierarchyMutant;
import dev.syncopate.memory.kit.l2.L2Cache;
import dev.syncopate.memory.kit.l2.L2Policy;
import dev.syncopate.memory.protocol.CompletionListener;
import dev.syncopate.memory.protocol.L1Controller;
import dev.syncopate.memory.protocol.L1Counters;
import dev.syncopate.memory.protocol.L1Environment;
import dev.syncopate.memory.protocol.L2Controller;
import dev.syncopate.memory.protocol.L2Counters;
import dev.syncopate.memory.protocol.L2Environment;
import dev.syncopate.memory.protocol.MessageType;
import dev.syncopate.memory.protocol.Mutant;
import dev.syncopate.memory.protocol.Promise;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.protocol.RefuterFile;
import dev.syncopate.memory.protocol.StepTable;
import dev.syncopate.memory.protocol.UnreachedRows;
import dev.syncopate.memory.topology.Channels;
import dev.syncopate.memory.topology.Node;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Plain GPU coherence (rsp §2.3, srsp §2.2). On a machine with one GPU the L2 is the point of
 * coherence of all agents, so system scope is performed as component scope. With several GPUs the
 * memory side is (docs/protocols/hierarchical.md).
 */
public class GpuProtocol implements Protocol {
  private static final Step[] NOTHING = {};
  private static final Step[] SYSTEM_RELEASE = {DRAIN, FLUSH, AWAIT_WRITES, FLUSH_L2};
  private static final Step[] SYSTEM_ACQUIRE = {INVALIDATE_L2, FLUSH, INVALIDATE};
  private static final StepTable TABLE = rows(false).build();
  private static final StepTable SYSTEM_TABLE = rows(true).build();

  /**
   * The rows, for protocols that add to them.
   *
   * @param severalGpus whether system scope is wider than component scope
   */
  public static StepTable.Builder rows(boolean severalGpus) {
    return component(workGroup(data()), severalGpus);
  }

  /** The rows of weak accesses. */
  public static StepTable.Builder data() {
    return new StepTable.Builder()
        .data(AccessKind.LOAD, PERFORM_AT_L1)
        .dataPastL1(PERFORM_AT_L2)
        .data(AccessKind.STORE, PERFORM_AT_L1);
  }

  /** Adds the rows of component and system scope, and those of kernels and the host. */
  public static StepTable.Builder component(StepTable.Builder table, boolean severalGpus) {
    component(table, Scope.GPU);
    if (severalGpus) {
      system(table);
    } else {
      component(table, Scope.SYS);
    }
    return boundaries(table, severalGpus);
  }

  /** Between kernels all that is written is where all meet, and L1s have nothing stale. */
  private static StepTable.Builder boundaries(StepTable.Builder table, boolean severalGpus) {
    return severalGpus
        ? table
            .kernelBeginBlocking(steps(new Step[] {DRAIN}, SYSTEM_ACQUIRE))
            .whenAllIsSequential(steps(SYSTEM_RELEASE, SYSTEM_ACQUIRE))
            .kernelEnd(SYSTEM_RELEASE)
            .whenAllIsSequential(steps(SYSTEM_RELEASE, SYSTEM_ACQUIRE))
            .host(AT_HOME, AT_GPU_BANKS)
        : table
            .kernelBegin(DRAIN, FLUSH, INVALIDATE)
            .whenAllIsSequential(DRAIN, FLUSH, AWAIT_WRITES, INVALIDATE)
            .kernelEnd(DRAIN, FLUSH, AWAIT_WRITES)
            .whenAllIsSequential(DRAIN, FLUSH, AWAIT_WRITES, INVALIDATE)
            .host(AT_HOME);
  }

  /** The L1 is where the threads of a CTA meet. */
  private static StepTable.Builder workGroup(StepTable.Builder table) {
    Scope scope = Scope.CTA;
    for (AccessKind kind :
        new AccessKind[] {AccessKind.LOAD, AccessKind.STORE, AccessKind.ATOMIC}) {
      table.relaxed(kind, scope, PERFORM_AT_L1);
      for (Order order : orders(kind)) {
        if (order.releases()) {
          table.ordered(kind, order, scope, DRAIN, PERFORM_AT_L1);
        } else {
          table.ordered(kind, order, scope, PERFORM_AT_L1);
        }
      }
    }
    table.commutative(scope, PERFORM_AT_L2);
    for (Order order : orders(AccessKind.FENCE)) {
      table.ordered(AccessKind.FENCE, order, scope, DRAIN);
    }
    return table;
  }

  /** The L2 is where the threads of a GPU meet. */
  private static void component(StepTable.Builder table, Scope scope) {
    for (AccessKind kind :
        new AccessKind[] {AccessKind.LOAD, AccessKind.STORE, AccessKind.ATOMIC}) {
      table.relaxed(kind, scope, PERFORM_AT_L2);
      for (Order order : orders(kind)) {
        if (order.releases() && order.acquires()) {
          table.ordered(
              kind, order, scope, DRAIN, FLUSH, AWAIT_WRITES, PERFORM_AT_L2, FLUSH, INVALIDATE);
        } else if (order.releases()) {
          table.ordered(kind, order, scope, DRAIN, FLUSH, AWAIT_WRITES, PERFORM_AT_L2);
        } else {
          table.ordered(kind, order, scope, PERFORM_AT_L2, FLUSH, INVALIDATE);
        }
      }
    }
    table.commutative(scope, PERFORM_AT_L2);
    table
        .ordered(AccessKind.FENCE, Order.ACQUIRE, scope, DRAIN, FLUSH, INVALIDATE)
        .ordered(AccessKind.FENCE, Order.RELEASE, scope, DRAIN, FLUSH, AWAIT_WRITES)
        .ordered(AccessKind.FENCE, Order.ACQ_REL, scope, DRAIN, FLUSH, AWAIT_WRITES, INVALIDATE)
        .ordered(AccessKind.FENCE, Order.SC, scope, DRAIN, FLUSH, AWAIT_WRITES, INVALIDATE);
  }

  /** The memory side is where the threads of several GPUs meet. */
  private static void system(StepTable.Builder table) {
    Scope scope = Scope.SYS;
    Step[] release = SYSTEM_RELEASE;
    Step[] perform = {PERFORM_AT_SYSTEM};
    Step[] acquire = SYSTEM_ACQUIRE;
    for (AccessKind kind :
        new AccessKind[] {AccessKind.LOAD, AccessKind.STORE, AccessKind.ATOMIC}) {
      table.relaxed(kind, scope, perform);
      for (Order order : orders(kind)) {
        table.ordered(
            kind,
            order,
            scope,
            steps(
                order.releases() ? release : NOTHING,
                perform,
                order.acquires() ? acquire : NOTHING));
      }
    }
    table
        .commutative(scope, perform)
        .ordered(AccessKind.FENCE, Order.ACQUIRE, scope, steps(new Step[] {DRAIN}, acquire))
        .ordered(AccessKind.FENCE, Order.RELEASE, scope, release)
        .ordered(AccessKind.FENCE, Order.ACQ_REL, scope, steps(release, acquire))
        .ordered(AccessKind.FENCE, Order.SC, scope, steps(release, acquire));
  }

  private static Step[] steps(Step[]... lists) {
    return Arrays.stream(lists).flatMap(Arrays::stream).toArray(Step[]::new);
  }

  private static Order[] orders(AccessKind kind) {
    return switch (kind) {
      case LOAD -> new Order[] {Order.ACQUIRE, Order.SC};
      case STORE -> new Order[] {Order.RELEASE, Order.SC};
      case ATOMIC, FENCE -> new Order[] {Order.ACQUIRE, Order.RELEASE, Order.ACQ_REL, Order.SC};
    };
  }

  @Override
  public String name() {
    return "gpu";
  }

  @Override
  public String summary() {
    return "GPU coherence: releases flush the L1, acquires flash-invalidate it, atomics are"
        + " performed at the L1 or the L2 as their scope says";
  }

  @Override
  public StepTable table() {
    return TABLE;
  }

  @Override
  public StepTable systemTable() {
    return SYSTEM_TABLE;
  }

  @Override
  public @Nullable String refusal(MemoryOperation operation) {
    if (operation.remote()) {
      return Ordering.of(operation)
          + " asks for remote scope promotion, which protocol "
          + name()
          + " does not have";
    }
    return null;
  }

  @Override
  public boolean sends(Node sender, Node receiver) {
    return Channels.hierarchical(sender, receiver);
  }

  @Override
  public boolean answersAlone(boolean remote) {
    return true;
  }

  @Override
  public List<MessageType> messages(MemoryConfig machine) {
    return SystemMessage.ofKit(machine);
  }

  @Override
  public List<Mutant> mutants() {
    return Stream.<Mutant>concat(Stream.of(GpuMutant.values()), Stream.of(HierarchyMutant.values()))
        .toList();
  }

  @Override
  public List<RefuterFile> refuters() {
    return RefuterFile.in(
        GpuProtocol.class,
        "MP-sys-two-gpus",
        "MP-sys-two-gpus-warm",
        "MP-two-hops",
        "SB-release-acquire",
        "CoRW1",
        "CoWR-warm",
        "CoWR-two-loads",
        "transitive-rsp-fig11",
        "swap-fails-two-gpus");
  }

  @Override
  public List<Promise> promises() {
    return List.of(
        new Promise("drf0", "drf0"),
        new Promise("drfrlx", "drfrlx"),
        new Promise("hrf", "hrf-indirect-relaxed"),
        new Promise("hrf", "ptx"));
  }

  @Override
  public List<UnreachedRows> unreached() {
    return List.of(
        UnreachedRows.never(
            EnumSet.of(ConsistencyModel.DRF0, ConsistencyModel.DRFRLX),
            "an atomic of any scope is performed where all threads meet: never in an L1",
            "L1 CLEAN ATOMIC",
            "L1 CLEAN NO_SWAP",
            "L1 DIRTY ATOMIC",
            "L1 DIRTY NO_SWAP",
            "L1 OPEN PARK_ATOMIC",
            "L1 CLOSED ASK",
            "L1 CLOSED DETACH",
            "L1 CLOSED FILL",
            "L1 CLOSED PARK",
            "L1 CLOSED PARK_ATOMIC",
            "L1 CLOSED PARK_BEHIND",
            "L1 CLOSED_DETACHED ATTACH",
            "L1 CLOSED_DETACHED FILL",
            "L1 CLOSED_DETACHED PARK_BEHIND",
            "L1 CLOSED CLEAR",
            "L1 CLOSED INVALIDATE",
            "L1 CLOSED_DETACHED CLEAR"),
        UnreachedRows.never(
            EnumSet.of(ConsistencyModel.DRF0, ConsistencyModel.DRFRLX),
            "an atomic is performed where all threads meet: with several GPUs at the memory side",
            "L2-of-GPU CLEAN ATOMIC",
            "L2-of-GPU CLEAN NO_SWAP",
            "L2-of-GPU DIRTY ATOMIC",
            "L2-of-GPU DIRTY NO_SWAP"));
  }

  @Override
  public L1Controller l1(
      MemoryConfig config,
      L1Environment environment,
      CompletionListener listener,
      L1Counters counters) {
    return new L1Cache(L1Parts.of(config.l1(), environment, listener, counters), L1Policy.NONE);
  }

  @Override
  public L2Controller l2(MemoryConfig config, L2Environment environment, L2Counters counters) {
    return new L2Cache(config, environment, counters, L2Policy.NONE);
  }
}
