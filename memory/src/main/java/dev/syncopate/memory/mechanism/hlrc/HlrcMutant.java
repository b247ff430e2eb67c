package dev.syncopate.memory.mechanism.hlrc;

import static dev.syncopate.memory.mechanism.hlrc.HlrcStep.INVALIDATE_UNREGISTERED;
import static dev.syncopate.memory.protocol.BasicStep.AWAIT_WRITES;
import static dev.syncopate.memory.protocol.BasicStep.DRAIN;
import static dev.syncopate.memory.protocol.BasicStep.FLUSH;

import dev.syncopate.memory.access.Agent;
import dev.syncopate.memory.access.Kind;
import dev.syncopate.memory.kit.l1.DirtyingLines;
import dev.syncopate.memory.kit.l1.L1Parts;
import dev.syncopate.memory.protocol.Mutant;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.protocol.StepTable;

/** hLRC that is wrong on purpose. */
public enum HlrcMutant implements Mutant {
  NO_DRAIN("no release waits for the warp's own earlier accesses"),
  LAZY_FENCE_SC("fence.sc neither flushes nor invalidates"),
  KERNEL_END_KEEPS_DIRTY("what is dirty at a kernel's end stays in the L1"),
  NO_FLUSH("an L1 that gives a registration back flushes nothing but the line"),
  NO_AWAIT("a registration is given back before what was flushed is acknowledged"),
  NO_INVALIDATE("an L1 that gets a registration is not invalidated"),
  FILL_AFTER_GRANT("a fill that was asked for before a registration came is kept after it"),
  ASKING_LOSES_STORES("what an L1 has stored to a line is lost when it asks for its registration"),
  KEEPS_HANDED_OVER("an L1 goes on using a registration that it has given back"),
  DATA_PASSES_ATOMIC("data of a line that is asked for does not wait behind the atomic"),
  HOLDER_IGNORES_STORES("a holder does not keep what others store to its line"),
  HOLDER_IS_NOT_TOLD("a bank does not tell the holder of a line what others store to it"),
  STORE_PASSES_GRANT("a store that comes while a line is read to be granted is not waited for"),
  SERVES_TWICE("a bank grants a registration twice to the first who waits"),
  NO_RECALL("a bank grants a registration that an L1 has"),
  EVICTION_FORGETS_HOLDER("a bank that evicts a registered line does not recall it"),
  FAILED_SWAP_DIRTIES("a compare-and-swap that finds another value dirties its word in the L1");

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
        case NO_DRAIN -> table.without(row -> true, DRAIN);
        case LAZY_FENCE_SC ->
            table.without(
                row -> row.agent() == Agent.WARP && row.instruction().kind() == Kind.FENCE,
                FLUSH,
                AWAIT_WRITES,
                INVALIDATE_UNREGISTERED);
        case KERNEL_END_KEEPS_DIRTY -> table.without(row -> row.agent() == Agent.KERNEL_END, FLUSH);
        default -> table;
      };
    }

    @Override
    Rules rules() {
      return new Broken(kind);
    }
  }

  private static final class Broken extends Rules {
    private final HlrcMutant kind;

    Broken(HlrcMutant kind) {
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
    boolean forgetsFills() {
      return kind != FILL_AFTER_GRANT;
    }

    @Override
    boolean writesBeforeAsking() {
      return kind != ASKING_LOSES_STORES;
    }

    @Override
    boolean updates() {
      return kind != HOLDER_IGNORES_STORES;
    }

    @Override
    boolean flushesAll() {
      return kind != NO_FLUSH;
    }

    @Override
    boolean awaitsWrites() {
      return kind != NO_AWAIT;
    }

    @Override
    boolean drops() {
      return kind != KEEPS_HANDED_OVER;
    }

    @Override
    boolean waitsForGrant() {
      return kind != STORE_PASSES_GRANT;
    }

    @Override
    boolean tellsHolder() {
      return kind != HOLDER_IS_NOT_TOLD;
    }

    @Override
    boolean servesOnce() {
      return kind != SERVES_TWICE;
    }

    @Override
    boolean recalls() {
      return kind != NO_RECALL;
    }

    @Override
    boolean recallsEvicted() {
      return kind != EVICTION_FORGETS_HOLDER;
    }

    @Override
    L1Parts parts(L1Parts right) {
      return kind == FAILED_SWAP_DIRTIES ? DirtyingLines.in(right, false) : right;
    }
  }
}
