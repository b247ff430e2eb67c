package dev.syncopate.memory.mechanism.hlrc;

import static dev.syncopate.memory.mechanism.hlrc.HlrcL1Table.FLUSH;
import static dev.syncopate.memory.mechanism.hlrc.HlrcL1Table.INVALIDATE;
import static dev.syncopate.memory.mechanism.hlrc.HlrcL1Table.LEAVE;
import static dev.syncopate.memory.mechanism.hlrc.HlrcL1Table.UPDATE_LINE;
import static dev.syncopate.memory.mechanism.hlrc.HlrcL2Table.GRANT_FIRST;
import static dev.syncopate.memory.mechanism.hlrc.HlrcL2Table.QUEUE;
import static dev.syncopate.memory.mechanism.hlrc.HlrcStep.INVALIDATE_UNREGISTERED;
import static dev.syncopate.memory.mechanism.hlrc.HlrcTables.RIGHT;

import dev.syncopate.memory.access.AccessKind;
import dev.syncopate.memory.access.Agent;
import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.kit.LineState;
import dev.syncopate.memory.kit.l1.L1Event;
import dev.syncopate.memory.kit.l1.L1Table;
import dev.syncopate.memory.protocol.Action;
import dev.syncopate.memory.protocol.BasicStep;
import dev.syncopate.memory.protocol.Mutant;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.protocol.StateTable;
import dev.syncopate.memory.protocol.StepTable;
import dev.syncopate.memory.protocol.decorator.WrongProtocol;
import java.util.Objects;

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

  private static final int LONG_SETTLED = -1;

  private static final Action<HlrcL1, Object> WRITE_LINE =
      new Action<>(
          "write the line's dirty bytes through", (l1, line, frame, cause) -> l1.writeLine(line));
  private static final Action<HlrcL1, Object> LEAVE_AT_ONCE =
      new Action<>(
          "tell the L2 at once",
          (l1, line, frame, cause) -> {
            l1.closeWrites();
            l1.leave(line, LONG_SETTLED);
          });
  private static final Action<HlrcL1, Object> INVALIDATE_KEEPING_FILLS =
      new Action<>(
          "invalidate what is not registered, but for fills in flight",
          (l1, line, frame, cause) -> l1.invalidateKeepingFills());
  private static final Action.Offer<HlrcL1, Object> PASS_ACCESS =
      new Action.Offer<>(
          "perform the access",
          (l1, line, frame, access) -> l1.pass((LineAccess) Objects.requireNonNull(access)));
  private static final Action.Offer<HlrcL2, Object> PASS_STORE =
      new Action.Offer<>(
          "perform the store", (l2, line, part, store) -> l2.pass(HlrcL2Table.message(store)));
  private static final Action.Offer<HlrcL2, Object> TAKE_REQUEST =
      new Action.Offer<>(
          "take the request",
          (l2, line, part, request) -> l2.request(HlrcL2Table.message(request)));
  private static final Action<HlrcL2, Object> GRANT_FIRST_AGAIN =
      new Action<>(
          "send the line to the first that waits, which goes on waiting",
          (l2, line, part, fill) -> l2.grant(HlrcL2Table.message(fill), l2.first(line)));
  private static final Action<HlrcL2, Object> FORGET_HOLDER =
      new Action<>("forget the holder", (l2, line, part, cause) -> l2.forgetHolder(line));
  private static final Action<HlrcL2, Object> FORGET_IF_WANTED =
      new Action<>(
          "forget the holder if another waits",
          (l2, line, part, cause) -> {
            if (l2.wanted(line)) {
              l2.forgetHolder(line);
            }
          });
  private static final Action<HlrcL2, Object> END_RECORD =
      new Action<>("end the record of the line", (l2, line, part, cause) -> l2.endRecord(line));

  private final String fault;

  HlrcMutant(String fault) {
    this.fault = fault;
  }

  @Override
  public String fault() {
    return fault;
  }

  // spotless:off
  @Override
  public Protocol wrong(Protocol right) {
    return switch (this) {
      case NO_DRAIN -> WrongProtocol.steps(right, table -> table.without(row -> true, BasicStep.DRAIN));
      case LAZY_FENCE_SC -> WrongProtocol.steps(right, table -> table.without(HlrcMutant::fence, BasicStep.FLUSH, BasicStep.AWAIT_WRITES, INVALIDATE_UNREGISTERED));
      case KERNEL_END_KEEPS_DIRTY -> WrongProtocol.steps(right, table -> table.without(HlrcMutant::kernelEnd, BasicStep.FLUSH));
      case NO_FLUSH -> new HlrcProtocol(RIGHT.withL1(l1().replacing(FLUSH, WRITE_LINE)));
      case NO_AWAIT -> new HlrcProtocol(RIGHT.withL1(l1().replacing(LEAVE, LEAVE_AT_ONCE)));
      case NO_INVALIDATE -> new HlrcProtocol(RIGHT.withL1(l1().without(INVALIDATE)));
      case FILL_AFTER_GRANT -> new HlrcProtocol(RIGHT.withL1(l1().replacing(INVALIDATE, INVALIDATE_KEEPING_FILLS)));
      case ASKING_LOSES_STORES -> new HlrcProtocol(RIGHT.withLines(RIGHT.lines().but().on(LineState.DIRTY, L1Event.SURRENDER).to(LineState.INVALID).build()));
      case KEEPS_HANDED_OVER -> new HlrcProtocol(RIGHT.withL1(l1().on(LineHolding.REGISTERED, LineHolding.Event.RECALL).does(FLUSH, LEAVE).to(LineHolding.REGISTERED)));
      case DATA_PASSES_ATOMIC -> new HlrcProtocol(RIGHT.withL1(l1().on(LineHolding.ASKED, LineHolding.Event.DATA).offers(PASS_ACCESS).to(LineHolding.ASKED)));
      case HOLDER_IGNORES_STORES -> new HlrcProtocol(RIGHT.withL1(l1().without(UPDATE_LINE)));
      case HOLDER_IS_NOT_TOLD -> new HlrcProtocol(RIGHT.withL2(l2().on(LinePlace.AT_L1, LinePlace.Event.WRITE).offers(PASS_STORE).to(LinePlace.AT_L1).on(LinePlace.RECALLED, LinePlace.Event.WRITE).offers(PASS_STORE).to(LinePlace.RECALLED)));
      case STORE_PASSES_GRANT -> new HlrcProtocol(RIGHT.withL2(l2().on(LinePlace.GRANTING, LinePlace.Event.WAIT).offers(TAKE_REQUEST).to(LinePlace.GRANTING)));
      case SERVES_TWICE -> new HlrcProtocol(RIGHT.withL2(l2().replacing(GRANT_FIRST, GRANT_FIRST_AGAIN)));
      case NO_RECALL -> new HlrcProtocol(RIGHT.withL2(l2()
          .on(LinePlace.GRANTING, LinePlace.Event.GRANT).does(GRANT_FIRST, FORGET_IF_WANTED).toOneOf(LinePlace.AT_L1, LinePlace.AT_L2)
          .on(LinePlace.AT_L1, LinePlace.Event.REGISTER).does(QUEUE, FORGET_HOLDER).to(LinePlace.AT_L2)
          .on(LinePlace.AT_L1, LinePlace.Event.EVICT).does(FORGET_HOLDER).to(LinePlace.AT_L2)));
      case EVICTION_FORGETS_HOLDER -> new HlrcProtocol(RIGHT.withL2(l2().on(LinePlace.AT_L1, LinePlace.Event.EVICT).does(FORGET_HOLDER, END_RECORD).to(LinePlace.AT_L2)));
      case FAILED_SWAP_DIRTIES -> new HlrcProtocol(RIGHT.withLines(L1Table.dirtying(RIGHT.lines())));
    };
  }
  // spotless:on

  private static boolean fence(StepTable.Row row) {
    return row.agent() == Agent.WARP && row.instruction().kind() == AccessKind.FENCE;
  }

  private static boolean kernelEnd(StepTable.Row row) {
    return row.agent() == Agent.KERNEL_END;
  }

  private static StateTable.Builder<LineHolding, LineHolding.Event, HlrcL1, Object> l1() {
    return RIGHT.l1().but();
  }

  private static StateTable.Builder<LinePlace, LinePlace.Event, HlrcL2, Object> l2() {
    return RIGHT.l2().but();
  }
}
