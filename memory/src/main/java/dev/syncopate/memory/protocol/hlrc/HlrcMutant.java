package dev.syncopate.memory.protocol.hlrc;

import static dev.syncopate.memory.protocol.BasicStep.AWAIT_WRITES;
import static dev.syncopate.memory.protocol.BasicStep.DRAIN;
import static dev.syncopate.memory.protocol.BasicStep.FLUSH;
import static dev.syncopate.memory.protocol.hlrc.HlrcStep.INVALIDATE_UNREGISTERED;

import dev.syncopate.memory.access.Agent;
import dev.syncopate.memory.access.Kind;
import dev.syncopate.memory.config.L1Config;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.kit.l1.L1Writes;
import dev.syncopate.memory.protocol.CompletionListener;
import dev.syncopate.memory.protocol.L1Controller;
import dev.syncopate.memory.protocol.L1Counters;
import dev.syncopate.memory.protocol.L1Environment;
import dev.syncopate.memory.protocol.L2Controller;
import dev.syncopate.memory.protocol.L2Counters;
import dev.syncopate.memory.protocol.L2Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.Mutant;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.protocol.StepTable;
import dev.syncopate.memory.protocol.decorator.WrongTables;
import dev.syncopate.memory.protocol.hlrc.BusyLines.Busy;
import dev.syncopate.memory.topology.Node;

/** hLRC that is wrong on purpose. */
public enum HlrcMutant implements Mutant {
  NO_DRAIN("no release waits for the warp's own earlier accesses"),
  LAZY_FENCE_SC("fence.sc neither flushes nor invalidates"),
  KERNEL_END_KEEPS_DIRTY("what is dirty at a kernel's end stays in the L1"),
  NO_FLUSH("an L1 that gives a registration back flushes nothing but the line"),
  NO_AWAIT("a registration is given back before what was flushed is acknowledged"),
  NO_INVALIDATE("an L1 that gets a registration is not invalidated"),
  FILL_AFTER_GRANT("a fill that was asked for before a registration came is kept after it"),
  KEEPS_HANDED_OVER("an L1 goes on using a registration that it has given back"),
  DATA_PASSES_ATOMIC("data of a line that is asked for does not wait behind the atomic"),
  HOLDER_IGNORES_STORES("a holder does not keep what others store to its line"),
  HOLDER_IS_NOT_TOLD("a bank does not tell the holder of a line what others store to it"),
  STORE_PASSES_GRANT("a store that comes while a line is read to be granted is not waited for"),
  SERVES_TWICE("a bank grants a registration twice to the first who waits"),
  NO_RECALL("a bank grants a registration that an L1 has"),
  EVICTION_FORGETS_HOLDER("a bank that evicts a registered line does not recall it");

  private final String fault;

  HlrcMutant(String fault) {
    this.fault = fault;
  }

  @Override
  public String fault() {
    return fault;
  }

  @Override
  public Protocol wrong(Protocol right) {
    return new Wrong(this);
  }

  private static final class Wrong extends HlrcProtocol {
    private final HlrcMutant kind;

    Wrong(HlrcMutant kind) {
      this.kind = kind;
    }

    @Override
    public StepTable table() {
      StepTable table = super.table();
      return switch (kind) {
        case NO_DRAIN -> WrongTables.without(table, row -> true, DRAIN);
        case LAZY_FENCE_SC ->
            WrongTables.without(
                table,
                row -> row.agent() == Agent.WARP && row.instruction().kind() == Kind.FENCE,
                FLUSH,
                AWAIT_WRITES,
                INVALIDATE_UNREGISTERED);
        case KERNEL_END_KEEPS_DIRTY ->
            WrongTables.without(table, row -> row.agent() == Agent.KERNEL_END, FLUSH);
        default -> table;
      };
    }

    @Override
    public L1Controller l1(
        MemoryConfig config,
        L1Environment environment,
        CompletionListener listener,
        L1Counters counters) {
      return new WrongL1(kind, config.l1(), environment, listener, counters);
    }

    @Override
    public L2Controller l2(MemoryConfig config, L2Environment environment, L2Counters counters) {
      return new WrongL2(kind, config, environment, counters);
    }
  }

  private static final class WrongL1 extends HlrcL1 {
    private static final int LONG_SETTLED = -1;

    private final HlrcMutant kind;

    WrongL1(
        HlrcMutant kind,
        L1Config config,
        L1Environment environment,
        CompletionListener listener,
        L1Counters counters) {
      super(config, environment, listener, counters);
      this.kind = kind;
    }

    @Override
    boolean dataWaits() {
      return kind != DATA_PASSES_ATOMIC;
    }

    @Override
    boolean invalidates() {
      return kind != NO_INVALIDATE;
    }

    @Override
    boolean updates() {
      return kind != HOLDER_IGNORES_STORES;
    }

    @Override
    void forgetFills() {
      if (kind != FILL_AFTER_GRANT) {
        super.forgetFills();
      }
    }

    @Override
    void flush(long line) {
      if (kind == NO_FLUSH) {
        writeLine(line);
      } else {
        super.flush(line);
      }
    }

    @Override
    int awaited(L1Writes of) {
      int generation = super.awaited(of);
      return kind == NO_AWAIT ? LONG_SETTLED : generation;
    }

    @Override
    void drop(long line) {
      if (kind != KEEPS_HANDED_OVER) {
        super.drop(line);
      }
    }
  }

  private static final class WrongL2 extends HlrcL2 {
    private final HlrcMutant kind;

    WrongL2(HlrcMutant kind, MemoryConfig config, L2Environment environment, L2Counters counters) {
      super(config, environment, counters);
      this.kind = kind;
    }

    @Override
    boolean mustPark(Busy at) {
      return kind != STORE_PASSES_GRANT || !at.granting;
    }

    @Override
    boolean tellsHolder(MemoryMessage store) {
      return kind != HOLDER_IS_NOT_TOLD && super.tellsHolder(store);
    }

    @Override
    Node next(Busy at) {
      return kind == SERVES_TWICE ? at.queue.element() : super.next(at);
    }

    @Override
    void recall(Busy at) {
      if (kind == NO_RECALL) {
        at.holder = Registry.NOBODY;
      } else {
        super.recall(at);
      }
    }

    @Override
    void recallEvicted(Busy at) {
      if (kind == EVICTION_FORGETS_HOLDER) {
        forget(at);
      } else {
        super.recallEvicted(at);
      }
    }
  }
}
