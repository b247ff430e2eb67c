package dev.syncopate.memory.mechanism.hlrc;

import static dev.syncopate.memory.mechanism.hlrc.HlrcStep.INVALIDATE_UNREGISTERED;
import static dev.syncopate.memory.mechanism.hlrc.HlrcStep.PERFORM_REGISTERED;
import static dev.syncopate.memory.protocol.BasicStep.AWAIT_WRITES;
import static dev.syncopate.memory.protocol.BasicStep.DRAIN;
import static dev.syncopate.memory.protocol.BasicStep.FLUSH;
import static dev.syncopate.memory.protocol.BasicStep.PERFORM_AT_L1;

import dev.syncopate.memory.access.AccessKind;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Ordering;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.memory.access.Step;
import dev.syncopate.memory.area.Structure;
import dev.syncopate.memory.area.Structure.Place;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.kit.LineMessage;
import dev.syncopate.memory.protocol.CompletionListener;
import dev.syncopate.memory.protocol.DescriptionSection;
import dev.syncopate.memory.protocol.HostStep;
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
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Heterogeneous lazy release consistency (srsp §3.2, App. A.2). Scopes are ignored, and remote
 * instructions are performed as local ones (Table A2 has one row for all of them).
 */
public final class HlrcProtocol implements Protocol {
  private static final StepTable TABLE = rows();

  private static StepTable rows() {
    StepTable.Builder table =
        new StepTable.Builder()
            .data(AccessKind.LOAD, PERFORM_AT_L1)
            .dataPastL1(PERFORM_REGISTERED)
            .data(AccessKind.STORE, PERFORM_AT_L1);
    for (Scope scope : List.of(Scope.CTA, Scope.GPU, Scope.SYS)) {
      accesses(table, scope);
      fences(table, scope);
      if (scope != Scope.CTA) {
        remote(table, scope);
      }
    }
    clusterFences(table);
    return table
        .kernelBegin(DRAIN, FLUSH, INVALIDATE_UNREGISTERED)
        .whenAllIsSequential(DRAIN, FLUSH, AWAIT_WRITES, INVALIDATE_UNREGISTERED)
        .kernelEnd(DRAIN, FLUSH, AWAIT_WRITES)
        .whenAllIsSequential(DRAIN, FLUSH, AWAIT_WRITES, INVALIDATE_UNREGISTERED)
        .host(HostStep.AT_HOME, HostStep.AT_OWNERS)
        .build();
  }

  private static void accesses(StepTable.Builder table, Scope scope) {
    for (AccessKind kind : List.of(AccessKind.LOAD, AccessKind.STORE, AccessKind.ATOMIC)) {
      table.relaxed(kind, scope, PERFORM_REGISTERED);
      for (Order order : orders(kind)) {
        table.ordered(kind, order, scope, steps(order));
      }
    }
    table.commutative(scope, PERFORM_REGISTERED);
  }

  /** What a release is to come after must be in the L1; nothing of it needs to leave. */
  private static Step[] steps(Order order) {
    return order.releases()
        ? new Step[] {DRAIN, PERFORM_REGISTERED}
        : new Step[] {PERFORM_REGISTERED};
  }

  /**
   * Fences have no variable whose registration could change hands. Those that pair with others
   * through atomics leave it to these; {@code fence.sc} orders the data of two units even where no
   * atomic passes between them (PTX ISA, Fence-SC order).
   */
  private static void fences(StepTable.Builder table, Scope scope) {
    table
        .ordered(AccessKind.FENCE, Order.ACQUIRE, scope, DRAIN)
        .ordered(AccessKind.FENCE, Order.RELEASE, scope, DRAIN)
        .ordered(AccessKind.FENCE, Order.ACQ_REL, scope, DRAIN);
    if (scope == Scope.CTA) {
      table.ordered(AccessKind.FENCE, Order.SC, scope, DRAIN);
    } else {
      table.ordered(
          AccessKind.FENCE, Order.SC, scope, DRAIN, FLUSH, AWAIT_WRITES, INVALIDATE_UNREGISTERED);
    }
  }

  /**
   * CTAs of a cluster synchronise by shared memory as well, where no registration changes hands.
   * The fences of their scope move the data.
   */
  private static void clusterFences(StepTable.Builder table) {
    Scope scope = Scope.CLUSTER;
    Step[] steps = {DRAIN, FLUSH, AWAIT_WRITES, INVALIDATE_UNREGISTERED};
    table
        .ordered(AccessKind.FENCE, Order.ACQUIRE, scope, DRAIN, INVALIDATE_UNREGISTERED)
        .ordered(AccessKind.FENCE, Order.RELEASE, scope, DRAIN, FLUSH, AWAIT_WRITES)
        .ordered(AccessKind.FENCE, Order.ACQ_REL, scope, steps)
        .ordered(AccessKind.FENCE, Order.SC, scope, steps);
  }

  private static void remote(StepTable.Builder table, Scope scope) {
    for (AccessKind kind : List.of(AccessKind.LOAD, AccessKind.STORE, AccessKind.ATOMIC)) {
      if (kind == AccessKind.ATOMIC) {
        table.remote(kind, Order.RELAXED, scope, DRAIN, PERFORM_REGISTERED);
      }
      for (Order order : orders(kind)) {
        table.remote(kind, order, scope, DRAIN, PERFORM_REGISTERED);
      }
    }
  }

  private static Order[] orders(AccessKind kind) {
    return switch (kind) {
      case LOAD -> new Order[] {Order.ACQUIRE, Order.SC};
      case STORE -> new Order[] {Order.RELEASE, Order.SC};
      case ATOMIC, FENCE -> new Order[] {Order.ACQUIRE, Order.RELEASE, Order.ACQ_REL, Order.SC};
    };
  }

  /** Built with the first controller: a run of another protocol does without. */
  private final Supplier<HlrcTables> tables;

  /** hLRC as published. */
  public HlrcProtocol() {
    tables = () -> HlrcTables.RIGHT;
  }

  /** hLRC with other state tables. */
  HlrcProtocol(HlrcTables tables) {
    this.tables = () -> tables;
  }

  @Override
  public String name() {
    return "hlrc";
  }

  @Override
  public String summary() {
    return "Heterogeneous lazy release consistency: atomics are performed in the L1 that has their"
        + " line's registration; L1s flush and invalidate when it changes hands";
  }

  @Override
  public StepTable table() {
    return TABLE;
  }

  @Override
  public StepTable systemTable() {
    return TABLE;
  }

  @Override
  public @Nullable String refusal(MemoryOperation operation) {
    return operation.remote() && operation.scope().compareTo(Scope.GPU) < 0
        ? Ordering.of(operation)
            + " is remote at "
            + operation.scope().text()
            + " scope; protocol hlrc accepts it at .gpu or .sys"
        : null;
  }

  @Override
  public @Nullable String refusal(MemoryConfig machine) {
    if (machine.severalGpus()) {
      return "protocol %s keeps registrations in the L2 of one GPU; this machine has %d GPUs"
          .formatted(name(), machine.system().gpus());
    }
    return machine.cpu().cores() > 0
        ? "protocol %s registers lines with compute units; this machine has a CPU that shares memory"
            .formatted(name())
        : null;
  }

  @Override
  public boolean holds() {
    return true;
  }

  @Override
  public boolean sends(Node sender, Node receiver) {
    return sender.isBank() != receiver.isBank() && Channels.hierarchical(sender, receiver);
  }

  @Override
  public List<MessageType> messages(MemoryConfig machine) {
    List<MessageType> messageTypes =
        new ArrayList<>(
            List.of(LineMessage.READ, LineMessage.FILL, LineMessage.WRITE, LineMessage.ACK));
    messageTypes.addAll(List.of(HlrcType.values()));
    return messageTypes;
  }

  @Override
  public List<Promise> promises() {
    return List.of(
        new Promise("drf0", "drf0"),
        new Promise("drfrlx", "drfrlx"),
        new Promise("hrf", "hrf-rsp"),
        new Promise("hrf", "hrf-indirect-relaxed"),
        new Promise("hrf", "ptx"));
  }

  @Override
  public List<Mutant> mutants() {
    return List.of(HlrcMutant.values());
  }

  @Override
  public List<RefuterFile> refuters() {
    return RefuterFile.in(
        HlrcProtocol.class, "SB-fence-sc-weak", "atomic-after-store", "swap-fails-gpu");
  }

  @Override
  public List<DescriptionSection> passages(MemoryConfig config) {
    return HlrcText.passages();
  }

  /** Requests that wait for a registration are in the MSHRs of those who ask. */
  @Override
  public List<Structure> structures(MemoryConfig machine) {
    int line = machine.l1().line();
    return List.of(
        new Structure(
            "L1 registrations",
            Place.L1,
            machine.l1().size() / line,
            1,
            "whether the line is registered"),
        new Structure(
            "L2 holders",
            Place.BANK,
            machine.l2().size() / machine.l2().banks() / line,
            Structure.bitsOf(1L + machine.computeUnits()),
            "which L1 has the line's registration, or none"));
  }

  @Override
  public List<UnreachedRows> unreached() {
    return List.of(
        UnreachedRows.never(
            EnumSet.allOf(ConsistencyModel.class),
            "atomics are performed in L1s, on lines that are registered with them",
            "L2 CLEAN ATOMIC",
            "L2 CLEAN NO_SWAP",
            "L2 DIRTY ATOMIC",
            "L2 DIRTY NO_SWAP"));
  }

  @Override
  public L1Controller l1(
      MemoryConfig config,
      L1Environment environment,
      CompletionListener listener,
      L1Counters counters) {
    return new HlrcL1(config.l1(), environment, listener, counters, tables.get());
  }

  @Override
  public L2Controller l2(MemoryConfig config, L2Environment environment, L2Counters counters) {
    require(config);
    return new HlrcL2(config, environment, counters, tables.get());
  }
}
