package dev.syncopate.memory.mechanism.denovo.owner;

import static dev.syncopate.memory.mechanism.denovo.owner.OwnerEvent.CROSSED;
import static dev.syncopate.memory.mechanism.denovo.owner.OwnerEvent.EVICT;
import static dev.syncopate.memory.mechanism.denovo.owner.OwnerEvent.LATE_WRITE_BACK;
import static dev.syncopate.memory.mechanism.denovo.owner.OwnerEvent.OTHER;
import static dev.syncopate.memory.mechanism.denovo.owner.OwnerEvent.READ;
import static dev.syncopate.memory.mechanism.denovo.owner.OwnerEvent.RECALLED;
import static dev.syncopate.memory.mechanism.denovo.owner.OwnerEvent.REGISTER;
import static dev.syncopate.memory.mechanism.denovo.owner.OwnerEvent.WRITE_BACK;
import static dev.syncopate.memory.mechanism.denovo.owner.OwnerState.OWNED;
import static dev.syncopate.memory.mechanism.denovo.owner.OwnerState.UNOWNED;

import dev.syncopate.memory.mechanism.denovo.message.DenovoMessage;
import dev.syncopate.memory.mechanism.denovo.message.DenovoType;
import dev.syncopate.memory.protocol.Action;
import dev.syncopate.memory.protocol.StateTable;

/** State table of the words of an L2 bank (heterosync §II-B). */
public final class OwnerTable {
  static final Action.Offer<DenovoL2, DenovoMessage> SEND =
      new Action.Offer<>(
          "send the bytes", (bank, line, words, read) -> bank.sendBytes(line, words, read));

  static final Action.Offer<DenovoL2, DenovoMessage> GRANT =
      new Action.Offer<>(
          "grant it, with its bytes where wanted",
          (bank, line, words, registration) -> bank.grant(words, registration));

  static final Action.Offer<DenovoL2, DenovoMessage> KEEP =
      new Action.Offer<>(
          "keep the bytes", (bank, line, words, writeBack) -> bank.keep(words, writeBack));

  static final Action<DenovoL2, DenovoMessage> KEEP_IN_TURN =
      new Action<>(
          "keep the bytes as soon as there is room",
          (bank, line, words, answer) -> bank.keepInTurn(line, words, answer));

  static final Action<DenovoL2, DenovoMessage> DROP =
      new Action<>(
          "drop the bytes: another L1 has come to own it since",
          (bank, line, words, writeBack) -> {});

  static final Action<DenovoL2, DenovoMessage> FORWARD_READ =
      new Action<>(
          "forward to the owner",
          (bank, line, words, read) -> bank.forward(line, words, read, DenovoType.FORWARD_READ));

  static final Action<DenovoL2, DenovoMessage> FORWARD_REGISTER =
      new Action<>(
          "forward to the owner",
          (bank, line, words, registration) ->
              bank.forward(line, words, registration, DenovoType.FORWARD_REGISTER));

  static final Action<DenovoL2, DenovoMessage> NAME_OWNER =
      new Action<>(
          "name the new owner",
          (bank, line, words, registration) -> bank.nameOwner(line, words, registration));

  static final Action<DenovoL2, DenovoMessage> RECALL =
      new Action<>(
          "recall it from its owner", (bank, line, words, cause) -> bank.recall(line, words));

  static final Action<DenovoL2, DenovoMessage> AWAIT_WRITE_BACK =
      new Action<>(
          "wait for the write-back",
          (bank, line, words, answer) -> bank.awaitWriteBack(line, words));

  // spotless:off
  /** Of a bank in front of any other. */
  public static final StateTable<OwnerState, OwnerEvent, DenovoL2, DenovoMessage> TABLE =
      StateTable.<OwnerState, OwnerEvent, DenovoL2, DenovoMessage>of("owners of words at an L2 bank", OwnerState.class, OwnerEvent.class)
          .on(UNOWNED, READ)         .offers(SEND)                       .to(UNOWNED)
          .on(UNOWNED, REGISTER)     .offers(GRANT)                      .to(OWNED)
          .on(UNOWNED, LATE_WRITE_BACK).does(DROP)                       .to(UNOWNED)
          .on(OWNED, READ)             .does(FORWARD_READ)               .to(OWNED)
          .on(OWNED, REGISTER)         .does(FORWARD_REGISTER, NAME_OWNER).to(OWNED)
          .on(OWNED, WRITE_BACK)     .offers(KEEP)                       .to(UNOWNED)
          .on(OWNED, LATE_WRITE_BACK)  .does(DROP)                       .to(OWNED)
          .on(OWNED, OTHER)            .does(RECALL)                     .to(OWNED)
          .on(OWNED, EVICT)            .does(RECALL)                     .to(OWNED)
          .on(OWNED, RECALLED)         .does(KEEP_IN_TURN)               .to(UNOWNED)
          .on(OWNED, CROSSED)          .does(AWAIT_WRITE_BACK)           .to(OWNED)
          .build();

  // spotless:on

  private OwnerTable() {}
}
