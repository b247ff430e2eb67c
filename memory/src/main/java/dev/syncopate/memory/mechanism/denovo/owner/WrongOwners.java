package dev.syncopate.memory.mechanism.denovo.owner;

import static dev.syncopate.memory.mechanism.denovo.owner.OwnerEvent.EVICT;
import static dev.syncopate.memory.mechanism.denovo.owner.OwnerEvent.LATE_WRITE_BACK;
import static dev.syncopate.memory.mechanism.denovo.owner.OwnerState.OWNED;
import static dev.syncopate.memory.mechanism.denovo.owner.OwnerState.UNOWNED;
import static dev.syncopate.memory.mechanism.denovo.owner.OwnerTable.FORWARD_READ;
import static dev.syncopate.memory.mechanism.denovo.owner.OwnerTable.FORWARD_REGISTER;
import static dev.syncopate.memory.mechanism.denovo.owner.OwnerTable.KEEP;
import static dev.syncopate.memory.mechanism.denovo.owner.OwnerTable.TABLE;

import dev.syncopate.memory.mechanism.denovo.message.DenovoMessage;
import dev.syncopate.memory.mechanism.denovo.message.DenovoType;
import dev.syncopate.memory.protocol.Action;
import dev.syncopate.memory.protocol.StateTable;

/** State tables of the words of an L2 bank that are wrong on purpose. */
public final class WrongOwners {
  private static final Action<DenovoL2, DenovoMessage> GO_ON =
      new Action<>(
          "go on with what waits for its place", (bank, line, words, cause) -> bank.goOn(line));

  /** A late write-back takes the word from its owner. */
  public static final StateTable<OwnerState, OwnerEvent, DenovoL2, DenovoMessage> STALE_WRITE_BACK =
      TABLE.but().on(OWNED, LATE_WRITE_BACK).offers(KEEP).to(UNOWNED).build();

  /** Words of several owners are asked of the first's. */
  public static final StateTable<OwnerState, OwnerEvent, DenovoL2, DenovoMessage> FIRST_OWNER =
      TABLE
          .but()
          .replacing(FORWARD_READ, first(DenovoType.FORWARD_READ))
          .replacing(FORWARD_REGISTER, first(DenovoType.FORWARD_REGISTER))
          .build();

  /** A line that makes room for another is forgotten. */
  public static final StateTable<OwnerState, OwnerEvent, DenovoL2, DenovoMessage> EVICTION_FORGETS =
      TABLE.but().on(OWNED, EVICT).to(UNOWNED).does(GO_ON).build();

  private WrongOwners() {}

  private static Action<DenovoL2, DenovoMessage> first(DenovoType type) {
    return new Action<>(
        "forward to the first word's owner",
        (bank, line, words, message) -> bank.forwardToFirst(line, words, message, type));
  }
}
