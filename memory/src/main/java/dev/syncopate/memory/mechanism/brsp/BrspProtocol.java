package dev.syncopate.memory.mechanism.brsp;

import static dev.syncopate.memory.mechanism.promotion.PromotionMessage.FLUSH_AND_BLOCK;
import static dev.syncopate.memory.mechanism.promotion.PromotionMessage.FLUSH_AND_HOLD;
import static dev.syncopate.memory.mechanism.promotion.PromotionMessage.HOLD;
import static dev.syncopate.memory.mechanism.promotion.PromotionMessage.INVALIDATE_AND_UNBLOCK;
import static dev.syncopate.memory.mechanism.promotion.PromotionMessage.RESUME;
import static dev.syncopate.memory.mechanism.promotion.PromotionMessage.UNBLOCK;
import static dev.syncopate.memory.protocol.BasicStep.DRAIN;
import static dev.syncopate.memory.protocol.BasicStep.FLUSH;
import static dev.syncopate.memory.protocol.BasicStep.INVALIDATE;

import dev.syncopate.memory.access.AccessKind;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.memory.area.Structure;
import dev.syncopate.memory.area.Structure.Place;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.mechanism.brsp.BrspSettings.Invalidates;
import dev.syncopate.memory.mechanism.brsp.BrspSettings.Lock;
import dev.syncopate.memory.mechanism.gpu.GpuProtocol;
import dev.syncopate.memory.mechanism.promotion.HomeTables;
import dev.syncopate.memory.mechanism.promotion.PromotingL1;
import dev.syncopate.memory.mechanism.promotion.PromotingL2;
import dev.syncopate.memory.mechanism.promotion.Promotion;
import dev.syncopate.memory.mechanism.promotion.PromotionMessage;
import dev.syncopate.memory.mechanism.promotion.PromotionProtocol;
import dev.syncopate.memory.mechanism.promotion.PromotionStep;
import dev.syncopate.memory.mechanism.promotion.PromotionTable;
import dev.syncopate.memory.protocol.CompletionListener;
import dev.syncopate.memory.protocol.L1Controller;
import dev.syncopate.memory.protocol.L1Counters;
import dev.syncopate.memory.protocol.L1Environment;
import dev.syncopate.memory.protocol.L2Controller;
import dev.syncopate.memory.protocol.L2Counters;
import dev.syncopate.memory.protocol.L2Environment;
import dev.syncopate.memory.protocol.MessageType;
import dev.syncopate.memory.protocol.Mutant;
import dev.syncopate.memory.protocol.StepTable;
import dev.syncopate.memory.protocol.UnreachedRows;
import java.util.List;
import java.util.stream.Stream;

/** Remote scope promotion by broadcast (rsp §4.2, srsp Table A1). */
public final class BrspProtocol extends PromotionProtocol {
  /** Tables of the protocol that is right. */
  static final BrspTables RIGHT =
      new BrspTables(PromotingL1.LINES, BrspHoldTable.HOLDS, BrspProtocol::right);

  private static final StepTable TABLE = rows(false);
  private static final StepTable SYSTEM_TABLE = rows(true);

  private static StepTable rows(boolean severalGpus) {
    StepTable.Builder table = GpuProtocol.rows(severalGpus);
    for (Scope scope : TARGETS) {
      PromotionStep promote = promote(scope, severalGpus);
      for (Order order : LOADS) {
        table.remote(AccessKind.LOAD, order, scope, DRAIN, promote, FLUSH, INVALIDATE);
      }
      for (Order order : STORES) {
        table.remote(AccessKind.STORE, order, scope, DRAIN, promote);
      }
      for (Order order : ATOMICS) {
        table.remote(AccessKind.ATOMIC, order, scope, DRAIN, promote, FLUSH, INVALIDATE);
      }
    }
    return table.build();
  }

  private final BrspTables tables;

  /** Promotion by broadcast, mended. */
  public BrspProtocol() {
    this(RIGHT);
  }

  /** Promotion by broadcast with other tables. */
  BrspProtocol(BrspTables tables) {
    this.tables = tables;
  }

  private static PromotionTable right(MemoryConfig config) {
    PromotionMessage acquired =
        config.settings(BrspSettings.class).acquireInvalidates() == Invalidates.ALL
            ? INVALIDATE_AND_UNBLOCK
            : UNBLOCK;
    return PromotionTable.inTurn(
        Promotion.of(FLUSH_AND_BLOCK, FLUSH_AND_BLOCK, acquired, UNBLOCK),
        Promotion.of(HOLD, FLUSH_AND_HOLD, PromotionMessage.INVALIDATE, RESUME),
        Promotion.of(FLUSH_AND_BLOCK, FLUSH_AND_BLOCK, INVALIDATE_AND_UNBLOCK, UNBLOCK));
  }

  @Override
  public String name() {
    return "brsp";
  }

  @Override
  public String summary() {
    return "Remote scope promotion by broadcast: a remote access has every L1 flush before it, and"
        + " invalidate after it";
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
  public List<Structure> structures(MemoryConfig machine) {
    return machine.settings(BrspSettings.class).lock() == Lock.GPU
        ? List.of(new Structure("promotion lock", Place.GPU, 1, 1, "whether it is taken"))
        : List.of();
  }

  @Override
  public List<String> settings() {
    return List.of(
        "mechanisms.brsp.lock", "mechanisms.brsp.blocks", "mechanisms.brsp.acquireInvalidates");
  }

  @Override
  public List<Mutant> mutants() {
    return withSystem(Stream.of(BrspMutant.values()));
  }

  @Override
  public List<UnreachedRows> unreached() {
    return List.of(
        UnreachedRows.elsewhere(
            "of a resumed line's accesses some are left that lack an MSHR, or promotions of both"
                + " scopes hold a line: HoldTableTest",
            "L1 HELD ASK",
            "L1 HELD BLOCK",
            "L1 RESUMED ACCESS"),
        UnreachedRows.elsewhere(
            "the promotion lock lets one remote access of a GPU come to its home bank at a time;"
                + " without it: HomeTableTest",
            "L2 PERFORMING REQUEST",
            "L2-of-GPU ASKING REQUEST",
            "L2-of-GPU PERFORMING REQUEST",
            "memory-side ASKING REQUEST",
            "memory-side ASKING_BANKS REQUEST",
            "memory-side PERFORMING REQUEST"));
  }

  @Override
  public PromotionTable promotions(MemoryConfig config) {
    return tables.promotions().apply(config);
  }

  @Override
  public L1Controller l1(
      MemoryConfig config,
      L1Environment environment,
      CompletionListener listener,
      L1Counters counters) {
    return new PromotingL1(
        PromotingL1.parts(config.l1(), environment, listener, counters, tables.lines()),
        new BrspPolicy(config.settings(BrspSettings.class)),
        tables.holds());
  }

  @Override
  public List<MessageType> messages(MemoryConfig machine) {
    List<MessageType> messageTypes = super.messages(machine);
    if (machine.settings(BrspSettings.class).lock() == Lock.GPU) {
      messageTypes.add(PromotionMessage.DONE);
    }
    return messageTypes;
  }

  @Override
  public L2Controller l2(MemoryConfig config, L2Environment environment, L2Counters counters) {
    boolean locks = config.settings(BrspSettings.class).lock() == Lock.GPU;
    PromotingL2 bank =
        new PromotingL2(
            config,
            environment,
            counters,
            promotions(config),
            locks ? LockTable.HOMES : HomeTables.ASKING_ALL,
            null);
    return locks ? new PromotionLock(bank) : bank;
  }
}
