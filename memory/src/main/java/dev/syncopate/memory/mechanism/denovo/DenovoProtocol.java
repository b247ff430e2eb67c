package dev.syncopate.memory.mechanism.denovo;

import static dev.syncopate.memory.mechanism.denovo.DenovoStep.AWAIT_REGISTRATIONS;
import static dev.syncopate.memory.mechanism.denovo.DenovoStep.INVALIDATE_READ_ONLY;
import static dev.syncopate.memory.mechanism.denovo.DenovoStep.INVALIDATE_VALID;
import static dev.syncopate.memory.mechanism.denovo.DenovoStep.PERFORM_REGISTERED;
import static dev.syncopate.memory.protocol.BasicStep.DRAIN;
import static dev.syncopate.memory.protocol.BasicStep.PERFORM_AT_L1;

import dev.syncopate.memory.access.AccessKind;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Ordering;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.memory.area.Structure;
import dev.syncopate.memory.area.Structure.Place;
import dev.syncopate.memory.cache.WordMask;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.kit.LineMessage;
import dev.syncopate.memory.kit.l2.L2Cache;
import dev.syncopate.memory.kit.l2.L2Policy;
import dev.syncopate.memory.mechanism.denovo.message.DenovoType;
import dev.syncopate.memory.mechanism.denovo.owner.DenovoL2;
import dev.syncopate.memory.mechanism.denovo.owner.WordOwnershipTable;
import dev.syncopate.memory.protocol.CompletionListener;
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
import dev.syncopate.memory.protocol.StressVariant;
import dev.syncopate.memory.protocol.UnreachedRows;
import dev.syncopate.memory.topology.Node;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * DeNovo coherence (heterosync §II-B): the L1 registers as the owner of the words that it stores to
 * or synchronises on.
 */
public class DenovoProtocol implements Protocol {
  private static final StepTable TABLE = rows();

  /** Built with the first controller: a run of another protocol does without. */
  private final Supplier<DenovoTables> tables;

  public DenovoProtocol() {
    this(() -> DenovoTables.RIGHT);
  }

  /** DeNovo with other tables. */
  DenovoProtocol(Supplier<DenovoTables> tables) {
    this.tables = tables;
  }

  private static StepTable rows() {
    StepTable.Builder table =
        new StepTable.Builder()
            .data(AccessKind.LOAD, PERFORM_AT_L1)
            .dataPastL1(PERFORM_REGISTERED)
            .data(AccessKind.STORE, PERFORM_AT_L1);
    workGroup(table);
    component(table, Scope.GPU);
    component(table, Scope.SYS);
    return table
        .kernelBegin(DRAIN, INVALIDATE_READ_ONLY)
        .kernelEnd(DRAIN, AWAIT_REGISTRATIONS)
        .host(HostStep.AT_HOME, HostStep.AT_OWNERS)
        .build();
  }

  /** The L1 is where the threads of a CTA meet: nothing needs to leave it, nor to be dropped. */
  private static void workGroup(StepTable.Builder table) {
    Scope scope = Scope.CTA;
    for (AccessKind kind : List.of(AccessKind.LOAD, AccessKind.STORE, AccessKind.ATOMIC)) {
      table.relaxed(kind, scope, PERFORM_REGISTERED);
      for (Order order : orders(kind)) {
        if (order.releases()) {
          table.ordered(kind, order, scope, DRAIN, PERFORM_REGISTERED);
        } else {
          table.ordered(kind, order, scope, PERFORM_REGISTERED);
        }
      }
    }
    table.commutative(scope, PERFORM_REGISTERED);
    for (Order order : orders(AccessKind.FENCE)) {
      table.ordered(AccessKind.FENCE, order, scope, DRAIN);
    }
  }

  private static void component(StepTable.Builder table, Scope scope) {
    for (AccessKind kind : List.of(AccessKind.LOAD, AccessKind.STORE, AccessKind.ATOMIC)) {
      table.relaxed(kind, scope, PERFORM_REGISTERED);
      for (Order order : orders(kind)) {
        if (order.releases() && order.acquires()) {
          table.ordered(
              kind, order, scope, DRAIN, AWAIT_REGISTRATIONS, PERFORM_REGISTERED, INVALIDATE_VALID);
        } else if (order.releases()) {
          table.ordered(kind, order, scope, DRAIN, AWAIT_REGISTRATIONS, PERFORM_REGISTERED);
        } else {
          table.ordered(kind, order, scope, PERFORM_REGISTERED, INVALIDATE_VALID);
        }
      }
    }
    table
        .commutative(scope, PERFORM_REGISTERED)
        .ordered(AccessKind.FENCE, Order.ACQUIRE, scope, DRAIN, INVALIDATE_VALID)
        .ordered(AccessKind.FENCE, Order.RELEASE, scope, DRAIN, AWAIT_REGISTRATIONS)
        .ordered(
            AccessKind.FENCE, Order.ACQ_REL, scope, DRAIN, AWAIT_REGISTRATIONS, INVALIDATE_VALID)
        .ordered(AccessKind.FENCE, Order.SC, scope, DRAIN, AWAIT_REGISTRATIONS, INVALIDATE_VALID);
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
    return "denovo";
  }

  @Override
  public String summary() {
    return "DeNovo: stores and atomics make the L1 the owner of words, acquires drop what it does not"
        + " own, releases wait for ownership";
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
    return operation.remote()
        ? Ordering.of(operation)
            + " asks for remote scope promotion, which protocol "
            + name()
            + " does not have"
        : null;
  }

  /** A home bank names owners among the L1s of one GPU, in a byte for each word. */
  @Override
  public @Nullable String refusal(MemoryConfig machine) {
    if (machine.severalGpus()) {
      return "protocol %s keeps the owners of words in the L2 of one GPU; this machine has %d GPUs"
          .formatted(name(), machine.system().gpus());
    }
    return machine.computeUnits() > WordOwnershipTable.NODES
        ? "protocol %s tells %d L1s apart; this machine has %d"
            .formatted(name(), WordOwnershipTable.NODES, machine.computeUnits())
        : null;
  }

  @Override
  public boolean holds() {
    return true;
  }

  @Override
  public boolean sends(Node sender, Node receiver) {
    return !sender.isBank() || !receiver.isBank();
  }

  @Override
  public List<MessageType> messages(MemoryConfig machine) {
    List<MessageType> messageTypes = new ArrayList<>(List.of(LineMessage.READ, LineMessage.FILL));
    messageTypes.addAll(List.of(DenovoType.values()));
    return messageTypes;
  }

  @Override
  public List<String> settings() {
    return List.of("mechanisms.denovo.register", "mechanisms.denovo.readOnlyRegion");
  }

  @Override
  public List<List<String>> variants() {
    return List.of(List.of("mechanisms.denovo.register=release"));
  }

  @Override
  public List<StressVariant> stressVariants() {
    return List.of(
        new StressVariant(
            "at-release",
            "words are registered at the release, and what is only read survives acquires",
            List.of(
                "mechanisms.denovo.register=release", "mechanisms.denovo.readOnlyRegion=true")));
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
  public List<Mutant> mutants() {
    return List.of(DenovoMutant.values());
  }

  @Override
  public List<RefuterFile> refuters() {
    return RefuterFile.in(
        DenovoProtocol.class,
        "MP-owner-again",
        "MP-reader-again",
        "CoWR-evicted",
        "atomics-three-owners",
        "stores-three-owners",
        "atomics-evicted");
  }

  /** The owner of a word is kept in the place of its data. */
  @Override
  public List<Structure> structures(MemoryConfig machine) {
    int line = machine.l1().line();
    int words = line / WordMask.BYTES;
    return List.of(
        new Structure(
            "L1 word states",
            Place.L1,
            machine.l1().size() / line,
            words,
            "which words are registered"),
        new Structure(
            "L2 word states",
            Place.BANK,
            machine.l2().size() / machine.l2().banks() / line,
            words,
            "which words an L1 owns"));
  }

  @Override
  public List<UnreachedRows> unreached() {
    return List.of(
        UnreachedRows.never(
            EnumSet.allOf(ConsistencyModel.class),
            "atomics are performed in L1s, on words that they own",
            "L2 CLEAN ATOMIC",
            "L2 CLEAN NO_SWAP",
            "L2 DIRTY ATOMIC",
            "L2 DIRTY NO_SWAP"),
        UnreachedRows.elsewhere(
            "an L1 of another mechanism on the same machine: DenovoL2Test", "L2 OWNED OTHER"),
        UnreachedRows.elsewhere(
            "an owner gives a word back that two others have come to own since: DenovoL2Test",
            "L2 UNOWNED LATE_WRITE_BACK"),
        UnreachedRows.elsewhere(
            "the answer to a recall overtakes the write-back that has the bytes: DenovoL2Test",
            "L2 OWNED CROSSED"),
        UnreachedRows.elsewhere(
            "a registration is granted piece by piece, and one is wanted elsewhere: DenovoL1Test",
            "L1 REGISTERED WAIT"),
        UnreachedRows.elsewhere(
            "a word is stored to again while it is on its way back, and wanted from there: DenovoAtReleaseTest",
            "L1 STORED ANSWER_LEAVING"),
        UnreachedRows.elsewhere(
            "locations of litmus tests are whole words; random programs seldom read the rest of one that they have stored to in part: DenovoAtReleaseTest",
            "L1 STORED LOAD_MISS"),
        new UnreachedRows(
            UnreachedRows.Claim.ELSEWHERE,
            EnumSet.of(ConsistencyModel.DRF0),
            "an atomic is sequentially consistent, and its release has asked for what is stored before: DenovoAtReleaseTest",
            List.of("L1 STORED REGISTER")),
        UnreachedRows.elsewhere(
            "atomics are performed in L1s, so that two requests to one line seldom meet at a bank that has been given some of its words back: DenovoL2Test",
            "L2 DIRTY QUEUE"),
        UnreachedRows.elsewhere(
            "a word has gone and come back before what the L2 forwarded in between comes: DenovoL1Test, the library's MP-owner-again and MP-reader-again",
            "L1 REGISTERED ANSWER_LEAVING",
            "L1 VALID ANSWER_LEAVING"));
  }

  @Override
  public L1Controller l1(
      MemoryConfig config,
      L1Environment environment,
      CompletionListener listener,
      L1Counters counters) {
    boolean buffers =
        config.settings(DenovoSettings.class).register() == DenovoSettings.Register.RELEASE;
    DenovoTables denovoTables = tables.get();
    return new DenovoL1(
        config,
        environment,
        listener,
        counters,
        buffers ? denovoTables.atRelease() : denovoTables.atStore());
  }

  @Override
  public L2Controller l2(MemoryConfig config, L2Environment environment, L2Counters counters) {
    require(config);
    return DenovoL2.before(
        config,
        environment,
        counters,
        tables.get().owners(),
        inner -> new L2Cache(config, inner, counters, L2Policy.NONE));
  }
}
