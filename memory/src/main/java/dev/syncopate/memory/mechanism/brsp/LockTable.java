package dev.syncopate.memory.mechanism.brsp;

import static dev.syncopate.memory.mechanism.brsp.LockState.Event.DONE;
import static dev.syncopate.memory.mechanism.brsp.LockState.Event.DONE_FOR_NEXT;
import static dev.syncopate.memory.mechanism.brsp.LockState.Event.REQUEST;
import static dev.syncopate.memory.mechanism.brsp.LockState.LOCK_FREE;
import static dev.syncopate.memory.mechanism.brsp.LockState.LOCK_TAKEN;
import static dev.syncopate.memory.mechanism.promotion.HomeEvent.ALL_SERVED;
import static dev.syncopate.memory.mechanism.promotion.HomeState.ASKING;
import static dev.syncopate.memory.mechanism.promotion.HomeState.IDLE;
import static dev.syncopate.memory.mechanism.promotion.HomeState.PERFORMING;
import static dev.syncopate.memory.mechanism.promotion.HomeTable.BEGIN_NEXT;
import static dev.syncopate.memory.mechanism.promotion.HomeTable.TELL_BANKS;
import static dev.syncopate.memory.mechanism.promotion.HomeTable.TELL_L1S;

import dev.syncopate.memory.mechanism.promotion.HomeTable;
import dev.syncopate.memory.mechanism.promotion.HomeTables;
import dev.syncopate.memory.mechanism.promotion.PromotingL2;
import dev.syncopate.memory.mechanism.promotion.RemoteRequest;
import dev.syncopate.memory.protocol.Action;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.StateTable;
import java.util.Objects;

/** State table of a GPU's promotion lock, and those of home banks that give it back. */
final class LockTable {
  static final Action<PromotionLock, RemoteRequest> GRANT =
      new Action<>(
          "pass the access on to its home bank",
          (lock, line, part, request) -> lock.grant(Objects.requireNonNull(request)));

  static final Action<PromotionLock, RemoteRequest> QUEUE =
      new Action<>(
          "let the access wait",
          (lock, line, part, request) -> lock.queue(Objects.requireNonNull(request)));

  static final Action<PromotingL2, Object> RETURN_LOCK =
      new Action<>(
          "give the promotion lock back",
          (bank, line, part, served) ->
              PromotionLock.giveBack(
                  bank.environment(), (MemoryMessage) Objects.requireNonNull(served)));

  // spotless:off
  static final StateTable<LockState, LockState.Event, PromotionLock, RemoteRequest> LOCK =
      StateTable.<LockState, LockState.Event, PromotionLock, RemoteRequest>of("promotion lock", LockState.class, LockState.Event.class)
          .on(LOCK_FREE, REQUEST)        .does(GRANT)      .to(LOCK_TAKEN)
          .on(LOCK_TAKEN, REQUEST)       .does(QUEUE)      .to(LOCK_TAKEN)
          .on(LOCK_TAKEN, DONE)                            .to(LOCK_FREE)
          .on(LOCK_TAKEN, DONE_FOR_NEXT) .does(GRANT)      .to(LOCK_TAKEN)
          .build();

  /** Of home banks whose remote accesses have the lock. */
  static final HomeTables HOMES =
      HomeTables.ASKING_ALL
          .withBank(HomeTable.BANK.but()
              .on(PERFORMING, ALL_SERVED).does(TELL_L1S, RETURN_LOCK, BEGIN_NEXT).toOneOf(IDLE, ASKING))
          .withMemorySide(HomeTable.MEMORY_SIDE.but()
              .on(PERFORMING, ALL_SERVED).does(TELL_BANKS, TELL_L1S, RETURN_LOCK, BEGIN_NEXT).toOneOf(IDLE, ASKING));
  // spotless:on

  private LockTable() {}
}
