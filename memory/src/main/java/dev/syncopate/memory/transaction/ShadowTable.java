package dev.syncopate.memory.transaction;

import static dev.syncopate.memory.transaction.ShadowEvent.COMMIT;
import static dev.syncopate.memory.transaction.ShadowEvent.CONFLICT;
import static dev.syncopate.memory.transaction.ShadowEvent.NEW;
import static dev.syncopate.memory.transaction.ShadowEvent.OWN_FALSE_POSITIVE;
import static dev.syncopate.memory.transaction.ShadowEvent.PLAIN_READ;
import static dev.syncopate.memory.transaction.ShadowEvent.PLAIN_WRITE;
import static dev.syncopate.memory.transaction.ShadowEvent.REPEATED;
import static dev.syncopate.memory.transaction.ShadowEvent.ROLL_BACK;
import static dev.syncopate.memory.transaction.ShadowEvent.SHARED_READ;
import static dev.syncopate.memory.transaction.ShadowState.FREE;
import static dev.syncopate.memory.transaction.ShadowState.OWNED;

import dev.syncopate.memory.config.TxConfig;
import dev.syncopate.memory.config.TxConfig.Isolation;
import dev.syncopate.memory.config.TxConfig.Owners;
import dev.syncopate.memory.config.TxConfig.Versioning;
import dev.syncopate.memory.protocol.Action;
import dev.syncopate.memory.protocol.StateTable;

/**
 * State table of the words of local memory (localtm §III-B, §III-C). The part of a word's event is
 * the work-item that accesses the word or owns it. On entering OWNED the work-item becomes the
 * owner; on entering FREE the word loses its owner.
 */
final class ShadowTable {
  static final Action<BankedAccesses, AffectedLanes> SET_BIT =
      new Action<>(
          "set the filter's bit",
          (accesses, word, item, cause) -> accesses.words.setBit(item, (int) word));

  static final Action<BankedAccesses, AffectedLanes> SET_READ_BIT =
      new Action<>(
          "set the bit of the filter for reads",
          (accesses, word, item, cause) -> accesses.words.setReadBit(item, (int) word));

  static final Action<BankedAccesses, AffectedLanes> KEEP_OLD =
      new Action<>(
          "keep the old value in the shadow",
          (accesses, word, item, cause) -> accesses.words.keep((int) word));

  static final Action<BankedAccesses, AffectedLanes> SHADOW_NEW =
      new Action<>(
          "new values go to the shadow from now on",
          (accesses, word, item, cause) -> accesses.words.keep((int) word));

  static final Action<BankedAccesses, AffectedLanes> SET_OWNER =
      new Action<>(
          "set the owner", (accesses, word, item, cause) -> accesses.words.own((int) word, item));

  static final Action<BankedAccesses, AffectedLanes> COUNT_HIDDEN =
      new Action<>("", (accesses, word, item, cause) -> accesses.countHidden());

  static final Action<BankedAccesses, AffectedLanes> NOTHING =
      new Action<>("nothing", (accesses, word, item, cause) -> {});

  static final Action<BankedAccesses, AffectedLanes> FAIL_ACCESS =
      new Action<>(
          "the lane that accesses it fails",
          (accesses, word, item, cause) -> accesses.failAccess((int) word, item));

  static final Action<BankedAccesses, AffectedLanes> FAIL_FALSE_POSITIVE =
      new Action<>(
          "a false positive: the lane that accesses it fails",
          (accesses, word, item, cause) -> accesses.failAccess((int) word, item));

  static final Action<BankedAccesses, AffectedLanes> RESTORE =
      new Action<>(
          "restore the value", (accesses, word, item, cause) -> accesses.words.restore((int) word));

  static final Action<BankedAccesses, AffectedLanes> PUBLISH =
      new Action<>(
          "write the value to memory",
          (accesses, word, item, cause) -> accesses.words.publish((int) word));

  static final Action<BankedAccesses, AffectedLanes> CHANGE_ENTRY =
      new Action<>(
          "change the entry of the shadow",
          (accesses, word, item, cause) -> accesses.words.touch((int) word));

  static final Action<BankedAccesses, AffectedLanes> GET_COMMITTED =
      new Action<>(
          "nothing: the lane gets the committed value", (accesses, word, item, cause) -> {});

  static final Action<BankedAccesses, AffectedLanes> FAIL_OWNER =
      new Action<>(
          "the owner fails first", (accesses, word, item, cause) -> accesses.failOwner((int) word));

  static final Action<BankedAccesses, AffectedLanes> FAIL_READERS =
      new Action<>(
          "lanes that have read it fail first",
          (accesses, word, item, cause) -> accesses.failReaders((int) word));

  private ShadowTable() {}

  // spotless:off
  /** The table of a configuration. */
  static StateTable<ShadowState, ShadowEvent, BankedAccesses, AffectedLanes> of(TxConfig config) {
    boolean eager = config.versioning() == Versioning.EAGER;
    boolean ownersKept = config.owners() == Owners.KEPT;
    ShadowState nextState = ownersKept ? OWNED : FREE;
    Action<BankedAccesses, AffectedLanes> shadow = eager ? KEEP_OLD : SHADOW_NEW;
    StateTable.Builder<ShadowState, ShadowEvent, BankedAccesses, AffectedLanes> table =
        StateTable.<ShadowState, ShadowEvent, BankedAccesses, AffectedLanes>of("words of local memory", ShadowState.class, ShadowEvent.class)
            .on(FREE, NEW)                .does(SET_BIT, shadow)       .to(OWNED)
            .on(FREE, OWN_FALSE_POSITIVE) .does(COUNT_HIDDEN, shadow)  .to(OWNED)
            .on(FREE, CONFLICT)           .does(FAIL_FALSE_POSITIVE)   .to(FREE)
            .on(OWNED, REPEATED)          .does(NOTHING)               .to(OWNED)
            .on(OWNED, CONFLICT)          .does(FAIL_ACCESS)           .to(OWNED);
    if (eager) {
      table .on(OWNED, COMMIT)            .does(CHANGE_ENTRY)          .to(nextState)
            .on(OWNED, ROLL_BACK)         .does(RESTORE, CHANGE_ENTRY) .to(nextState);
    } else {
      table .on(OWNED, COMMIT)            .does(PUBLISH, CHANGE_ENTRY) .to(nextState)
            .on(OWNED, ROLL_BACK)         .does(CHANGE_ENTRY)          .to(nextState);
    }
    if (ownersKept) {
      table .on(OWNED, NEW)               .does(SET_BIT, shadow, SET_OWNER)      .to(OWNED)
            .on(OWNED, OWN_FALSE_POSITIVE).does(COUNT_HIDDEN, shadow, SET_OWNER) .to(OWNED);
    }
    boolean separate = config.conflicts() == TxConfig.Conflicts.RW;
    if (separate) {
      table .on(FREE, SHARED_READ)        .does(SET_READ_BIT)          .to(FREE)
            .on(OWNED, SHARED_READ)       .does(SET_READ_BIT)          .to(OWNED);
    }
    if (config.isolation() == Isolation.STRONG) {
      table .on(FREE, PLAIN_WRITE)        .does(FAIL_READERS)          .to(FREE)
            .on(OWNED, PLAIN_READ)        .does(GET_COMMITTED)         .to(OWNED);
      if (separate) {
        table.on(OWNED, PLAIN_WRITE)      .does(FAIL_OWNER, FAIL_READERS).to(nextState);
      } else {
        table.on(OWNED, PLAIN_WRITE)      .does(FAIL_OWNER)            .to(nextState);
      }
    }
    return table.build();
  }
  // spotless:on
}
