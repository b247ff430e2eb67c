package dev.syncopate.memory.mechanism.denovo;

import static dev.syncopate.memory.mechanism.denovo.DenovoWordEvent.ANSWER_LEAVING;
import static dev.syncopate.memory.mechanism.denovo.DenovoWordEvent.EVICT;
import static dev.syncopate.memory.mechanism.denovo.DenovoWordEvent.HAND_OVER;
import static dev.syncopate.memory.mechanism.denovo.DenovoWordEvent.INVALIDATE;
import static dev.syncopate.memory.mechanism.denovo.DenovoWordEvent.LOAD_HIT;
import static dev.syncopate.memory.mechanism.denovo.DenovoWordEvent.LOAD_MISS;
import static dev.syncopate.memory.mechanism.denovo.DenovoWordEvent.OVERFLOW;
import static dev.syncopate.memory.mechanism.denovo.DenovoWordEvent.RECALL;
import static dev.syncopate.memory.mechanism.denovo.DenovoWordEvent.REGISTER;
import static dev.syncopate.memory.mechanism.denovo.DenovoWordEvent.RELEASE;
import static dev.syncopate.memory.mechanism.denovo.DenovoWordEvent.STORE;
import static dev.syncopate.memory.mechanism.denovo.DenovoWordState.INVALID;
import static dev.syncopate.memory.mechanism.denovo.DenovoWordState.REGISTERED;
import static dev.syncopate.memory.mechanism.denovo.DenovoWordState.REGISTERING;
import static dev.syncopate.memory.mechanism.denovo.DenovoWordState.STORED;
import static dev.syncopate.memory.mechanism.denovo.DenovoWordState.VALID;
import static dev.syncopate.memory.mechanism.denovo.DenovoWordTable.ASK;
import static dev.syncopate.memory.mechanism.denovo.DenovoWordTable.DETACH;
import static dev.syncopate.memory.mechanism.denovo.DenovoWordTable.DETACH_ALL;
import static dev.syncopate.memory.mechanism.denovo.DenovoWordTable.DROP;
import static dev.syncopate.memory.mechanism.denovo.DenovoWordTable.DROP_COPIES;
import static dev.syncopate.memory.mechanism.denovo.DenovoWordTable.GIVE_STORED;
import static dev.syncopate.memory.mechanism.denovo.DenovoWordTable.LET_WAIT;
import static dev.syncopate.memory.mechanism.denovo.DenovoWordTable.MERGE_STORED;
import static dev.syncopate.memory.mechanism.denovo.DenovoWordTable.READ;
import static dev.syncopate.memory.mechanism.denovo.DenovoWordTable.READ_REST;
import static dev.syncopate.memory.mechanism.denovo.DenovoWordTable.SEND_LEAVING;
import static dev.syncopate.memory.mechanism.denovo.DenovoWordTable.SEND_TO_BANK;
import static dev.syncopate.memory.mechanism.denovo.DenovoWordTable.SEND_TO_OWNER;
import static dev.syncopate.memory.mechanism.denovo.DenovoWordTable.WRITE_BACK;

import dev.syncopate.memory.access.Step;
import dev.syncopate.memory.mechanism.denovo.message.DenovoMessage;
import dev.syncopate.memory.mechanism.denovo.owner.DenovoL2;
import dev.syncopate.memory.mechanism.denovo.owner.OwnerEvent;
import dev.syncopate.memory.mechanism.denovo.owner.OwnerState;
import dev.syncopate.memory.mechanism.denovo.owner.OwnerTable;
import dev.syncopate.memory.mechanism.denovo.owner.WrongOwners;
import dev.syncopate.memory.protocol.BasicStep;
import dev.syncopate.memory.protocol.HostStep;
import dev.syncopate.memory.protocol.Mutant;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.protocol.StateTable;
import dev.syncopate.memory.protocol.decorator.WrongProtocol;

/** DeNovo that is wrong on purpose. */
public enum DenovoMutant implements Mutant {
  NO_DRAIN("no synchronisation waits for the warp's own earlier accesses"),
  NO_AWAIT("no release waits until words that were stored to are registered"),
  NO_INVALIDATE("no acquire drops words that are valid"),
  INVALIDATE_DROPS_REGISTERED("an acquire drops words that are registered, too"),
  FILL_AFTER_INVALIDATION(
      "a fill that was asked for before an invalidation is kept in the L1 after it"),
  FILL_AFTER_LEAVING("a fill that was asked for before its word was handed over is kept after it"),
  LOAD_PASSES_STORE("a load of words that are asked for does not see what waits for the grant"),
  GRANT_LOSES_STORES("bytes that were stored while their words were asked for are lost"),
  KEEPS_COPY_ASKED_FOR("a word stays valid while it is asked for"),
  ANSWERS_BEFORE_GRANT("a forwarded request is answered before its word has been granted"),
  KEEPS_HANDED_OVER("an L1 goes on owning a word that it has handed over"),
  EVICTION_DROPS_REGISTERED("words that are registered are not written back when evicted"),
  WRITE_BACK_FORGETS_WORDS("words being written back are forgotten once one of them is asked for"),
  NO_ANSWER_ONCE_OWNED(
      "a forwarded read of a word that is being written back is not answered once the L1 owns it again"),
  NO_ANSWER_ONCE_READ(
      "a forwarded read of a word that is being written back is not answered once the L1 has a copy again"),
  STALE_WRITE_BACK("a write-back of who is no longer the owner takes the word from its owner"),
  FIRST_OWNER_FOR_ALL("a bank forwards a request for words of several owners to the first's"),
  EVICTION_FORGETS_OWNERS("a bank that has no place for more owners forgets a line's"),
  HOST_FORGETS_OWNERS("the host does not look for words at their owners"),
  RELEASE_LEAVES_BUFFER("a release does not ask for what is in the store buffer"),
  KERNEL_END_LOSES_BUFFER("a kernel's end loses what is in the store buffer"),
  FULL_BUFFER_LOSES_BYTES("a store buffer that is full loses the bytes of what it asks for"),
  ACQUIRE_DROPS_BUFFER("an acquire drops what is in the store buffer"),
  LOAD_PASSES_BUFFER("a load does not see what is in the store buffer");

  private final String fault;

  DenovoMutant(String fault) {
    this.fault = fault;
  }

  @Override
  public String fault() {
    return fault;
  }

  @Override
  public Protocol wrong(Protocol right) {
    return switch (this) {
      case NO_DRAIN -> steps(right, BasicStep.DRAIN);
      case NO_AWAIT -> steps(right, DenovoStep.AWAIT_REGISTRATIONS);
      case NO_INVALIDATE ->
          steps(right, DenovoStep.INVALIDATE_VALID, DenovoStep.INVALIDATE_READ_ONLY);
      case HOST_FORGETS_OWNERS -> steps(right, HostStep.AT_OWNERS);
      case STALE_WRITE_BACK -> owners(WrongOwners.STALE_WRITE_BACK);
      case FIRST_OWNER_FOR_ALL -> owners(WrongOwners.FIRST_OWNER);
      case EVICTION_FORGETS_OWNERS -> owners(WrongOwners.EVICTION_FORGETS);
      case RELEASE_LEAVES_BUFFER,
          KERNEL_END_LOSES_BUFFER,
          FULL_BUFFER_LOSES_BYTES,
          LOAD_PASSES_BUFFER ->
          tables(
              new DenovoTables(
                  DenovoWordTable.AT_STORE,
                  edit(DenovoWordTable.AT_RELEASE.but()).build(),
                  OwnerTable.TABLE));
      default ->
          tables(
              new DenovoTables(
                  edit(DenovoWordTable.AT_STORE.but()).build(),
                  edit(DenovoWordTable.AT_RELEASE.but()).build(),
                  OwnerTable.TABLE));
    };
  }

  private static Protocol tables(DenovoTables wrong) {
    return new DenovoProtocol(() -> wrong);
  }

  private static Protocol steps(Protocol right, Step... missing) {
    return WrongProtocol.steps(right, table -> table.without(row -> true, missing));
  }

  private static Protocol owners(
      StateTable<OwnerState, OwnerEvent, DenovoL2, DenovoMessage> owners) {
    return tables(new DenovoTables(DenovoWordTable.AT_STORE, DenovoWordTable.AT_RELEASE, owners));
  }

  /** The table of the words of an L1 with this fault. */
  private StateTable.Builder<DenovoWordState, DenovoWordEvent, L1Words, Object> edit(
      StateTable.Builder<DenovoWordState, DenovoWordEvent, L1Words, Object> table) {
    return switch (this) {
      case INVALIDATE_DROPS_REGISTERED ->
          table
              .on(VALID, INVALIDATE)
              .does(WrongWords.DROP_ALL, DROP_COPIES, DETACH_ALL)
              .toOneOf(INVALID, VALID);
      case ACQUIRE_DROPS_BUFFER ->
          table
              .on(VALID, INVALIDATE)
              .does(DROP_COPIES, DETACH_ALL, WrongWords.LOSE_BUFFER)
              .toOneOf(INVALID, VALID);
      case FILL_AFTER_INVALIDATION -> table.without(VALID, INVALIDATE, DETACH_ALL);
      case FILL_AFTER_LEAVING -> table.without(DETACH);
      case LOAD_PASSES_STORE -> table.on(REGISTERING, LOAD_HIT).does(READ).to(REGISTERING);
      case GRANT_LOSES_STORES -> table.replacing(MERGE_STORED, WrongWords.LOSE_STORED);
      case KEEPS_COPY_ASKED_FOR -> table.without(VALID, REGISTER, DROP).without(VALID, STORE, DROP);
      case ANSWERS_BEFORE_GRANT -> table.replacing(LET_WAIT, WrongWords.ANSWER_AT_ONCE);
      case KEEPS_HANDED_OVER ->
          table
              .on(REGISTERED, HAND_OVER)
              .does(SEND_TO_OWNER)
              .to(REGISTERED)
              .on(REGISTERED, RECALL)
              .does(SEND_TO_BANK)
              .to(REGISTERED);
      case EVICTION_DROPS_REGISTERED -> table.without(REGISTERED, EVICT, WRITE_BACK);
      case WRITE_BACK_FORGETS_WORDS -> table.replacing(SEND_LEAVING, WrongWords.ANSWER_AND_FORGET);
      case NO_ANSWER_ONCE_OWNED -> table.without(REGISTERED, ANSWER_LEAVING, SEND_LEAVING);
      case NO_ANSWER_ONCE_READ -> table.without(VALID, ANSWER_LEAVING, SEND_LEAVING);
      case RELEASE_LEAVES_BUFFER ->
          table.on(STORED, RELEASE).does(WrongWords.ASK_AT_KERNEL_END).toOneOf(STORED, REGISTERING);
      case KERNEL_END_LOSES_BUFFER ->
          table
              .on(STORED, RELEASE)
              .does(WrongWords.LOSE_AT_KERNEL_END)
              .toOneOf(INVALID, REGISTERING);
      case FULL_BUFFER_LOSES_BYTES ->
          table.on(STORED, OVERFLOW).does(WrongWords.CLEAR_STORED, ASK).to(REGISTERING);
      case LOAD_PASSES_BUFFER ->
          table
              .without(STORED, LOAD_MISS, GIVE_STORED)
              .on(STORED, LOAD_HIT)
              .does(READ_REST)
              .to(STORED);
      default -> throw new IllegalArgumentException(this + " is no fault of an L1's words");
    };
  }
}
