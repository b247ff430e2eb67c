package dev.syncopate.memory.transaction;

import static dev.syncopate.memory.transaction.WavefrontEvent.ABORT;
import static dev.syncopate.memory.transaction.WavefrontEvent.AGAIN;
import static dev.syncopate.memory.transaction.WavefrontEvent.BEGIN;
import static dev.syncopate.memory.transaction.WavefrontEvent.BEGIN_OUTSIDE;
import static dev.syncopate.memory.transaction.WavefrontEvent.CONFLICT;
import static dev.syncopate.memory.transaction.WavefrontEvent.DONE;
import static dev.syncopate.memory.transaction.WavefrontEvent.END_OUTSIDE;
import static dev.syncopate.memory.transaction.WavefrontEvent.GIVE_UP;
import static dev.syncopate.memory.transaction.WavefrontEvent.NESTED_BEGIN;
import static dev.syncopate.memory.transaction.WavefrontEvent.NESTED_COMMIT;
import static dev.syncopate.memory.transaction.WavefrontEvent.PLAIN_CONFLICT;
import static dev.syncopate.memory.transaction.WavefrontEvent.RETRY;
import static dev.syncopate.memory.transaction.WavefrontEvent.STUCK;
import static dev.syncopate.memory.transaction.WavefrontState.ALONE;
import static dev.syncopate.memory.transaction.WavefrontState.EXCLUSIVE;
import static dev.syncopate.memory.transaction.WavefrontState.GIVEN_UP;
import static dev.syncopate.memory.transaction.WavefrontState.OUTSIDE;
import static dev.syncopate.memory.transaction.WavefrontState.TOGETHER;
import static dev.syncopate.memory.transaction.WordEvent.NEW;
import static dev.syncopate.memory.transaction.WordEvent.OWN_FALSE_POSITIVE;
import static dev.syncopate.memory.transaction.WordEvent.PLAIN_READ;
import static dev.syncopate.memory.transaction.WordEvent.PLAIN_WRITE;
import static dev.syncopate.memory.transaction.WordEvent.REPEATED;
import static dev.syncopate.memory.transaction.WordEvent.ROLL_BACK;
import static dev.syncopate.memory.transaction.WordEvent.SHARED_READ;
import static dev.syncopate.memory.transaction.WordState.FREE;
import static dev.syncopate.memory.transaction.WordState.OWNED;

import dev.syncopate.memory.config.TxConfig;
import dev.syncopate.memory.config.TxConfig.Conflicts;
import dev.syncopate.memory.config.TxConfig.GroupSerialisation;
import dev.syncopate.memory.config.TxConfig.Isolation;
import dev.syncopate.memory.config.TxConfig.Owners;
import dev.syncopate.memory.config.TxConfig.Serialise;
import dev.syncopate.memory.config.TxConfig.Versioning;
import dev.syncopate.memory.protocol.Transitions;
import java.util.function.LongSupplier;

/** The tables of the transaction unit, in the paper's words, for a machine's options. */
final class TransactionTables {
  private TransactionTables() {}

  static Transitions<WavefrontState, WavefrontEvent> wavefronts(
      TxConfig config, LongSupplier time) {
    Transitions<WavefrontState, WavefrontEvent> table =
        new Transitions<>(
            "a wavefront's transaction", WavefrontState.values(), WavefrontEvent.values(), time);
    boolean rest = config.serialise() == Serialise.REST;
    WavefrontState serial = rest ? ALONE : TOGETHER;
    table.on(
        OUTSIDE,
        BEGIN,
        "keep EXEC and, by whoever drives this, registers; clear the conflict mask",
        TOGETHER);
    for (WavefrontState in : new WavefrontState[] {TOGETHER, ALONE, EXCLUSIVE}) {
      table.on(
          in, RETRY, "restore the lanes' registers and .local, clear their bits of the mask", in);
      table.on(in, NESTED_BEGIN, "count: part of the transaction around it", in);
      table.on(in, NESTED_COMMIT, "count: part of the transaction around it", in);
      table.on(in, WavefrontEvent.COMMIT, "release the words and filters of the lanes", in);
      table.on(in, PLAIN_CONFLICT, "roll the lane back, set its bit of the mask", in);
    }
    table
        .on(TOGETHER, CONFLICT, "roll the lane back, set its bit of the mask", TOGETHER)
        .on(ALONE, CONFLICT, "roll the lane back, set its bit of the mask", ALONE)
        .on(TOGETHER, ABORT, "roll all lanes back, set their bits of the mask", TOGETHER)
        .on(ALONE, ABORT, "roll the lane back, set its bit of the mask", ALONE)
        .on(TOGETHER, DONE, "restore EXEC", OUTSIDE)
        .on(ALONE, DONE, "restore EXEC", OUTSIDE)
        .on(EXCLUSIVE, DONE, "restore EXEC, let the other wavefronts go on", OUTSIDE)
        .on(TOGETHER, AGAIN, "EXEC is the mask; back to tx.begin", TOGETHER)
        .on(
            TOGETHER,
            STUCK,
            "%d times the same mask: EXEC is one lane of it".formatted(config.attempts()),
            ALONE)
        .on(
            ALONE,
            STUCK,
            config.groupSerialisation() == GroupSerialisation.ARBITRATED
                ? "abort the other wavefronts and keep them at tx.begin; where another has, wait"
                : "abort the other wavefronts and keep them at tx.begin",
            EXCLUSIVE,
            ALONE)
        .on(
            EXCLUSIVE,
            AGAIN,
            "let the other wavefronts go on; "
                + (rest ? "EXEC is the next lane" : "EXEC is the mask"),
            serial)
        .on(EXCLUSIVE, STUCK, "try again: only accesses outside transactions are left", EXCLUSIVE);
    if (rest) {
      table.on(ALONE, AGAIN, "EXEC is the next lane", ALONE);
    } else {
      table.on(ALONE, AGAIN, "EXEC is the mask; after an abort one lane of it", TOGETHER, ALONE);
    }
    if (config.fallback() > 0) {
      giveUp(table, config.fallback(), rest);
    }
    if (config.groupSerialisation() == GroupSerialisation.UNARBITRATED) {
      table
          .on(EXCLUSIVE, CONFLICT, "roll the lane back, set its bit of the mask", EXCLUSIVE)
          .on(EXCLUSIVE, ABORT, "roll the lane back, set its bit of the mask", EXCLUSIVE);
    }
    return table;
  }

  private static void giveUp(
      Transitions<WavefrontState, WavefrontEvent> table, int most, boolean rest) {
    String lanes = "EXEC is the lanes with %d conflicts; back to tx.begin".formatted(most);
    table
        .on(TOGETHER, GIVE_UP, lanes, GIVEN_UP)
        .on(ALONE, GIVE_UP, lanes, GIVEN_UP)
        .on(EXCLUSIVE, GIVE_UP, "let the other wavefronts go on; " + lanes, GIVEN_UP)
        .on(
            GIVEN_UP,
            BEGIN_OUTSIDE,
            "restore the lanes' registers and .local; %tx_failed is 1, and no access is in a transaction",
            GIVEN_UP)
        .on(GIVEN_UP, NESTED_BEGIN, "count: part of the transaction around it", GIVEN_UP)
        .on(GIVEN_UP, NESTED_COMMIT, "count: part of the transaction around it", GIVEN_UP)
        .on(GIVEN_UP, END_OUTSIDE, "%tx_failed is 0 again", GIVEN_UP)
        .on(GIVEN_UP, DONE, "restore EXEC", OUTSIDE);
    if (rest) {
      table.on(
          GIVEN_UP,
          AGAIN,
          "EXEC is the mask, or if it was serialised one lane of it",
          TOGETHER,
          ALONE);
    } else {
      table.on(GIVEN_UP, AGAIN, "EXEC is the mask", TOGETHER);
    }
  }

  static Transitions<WordState, WordEvent> words(TxConfig config, LongSupplier time) {
    Transitions<WordState, WordEvent> table =
        new Transitions<>("local memory", WordState.values(), WordEvent.values(), time);
    boolean eager = config.versioning() == Versioning.EAGER;
    boolean kept = config.owners() == Owners.KEPT;
    WordState after = kept ? OWNED : FREE;
    String own =
        eager ? "keep the old value in the shadow" : "new values go to the shadow from now on";
    table
        .on(FREE, NEW, "set the filter's bit, " + own + ", set the owner", OWNED)
        .on(FREE, OWN_FALSE_POSITIVE, own + ", set the owner", OWNED)
        .on(OWNED, REPEATED, "nothing", OWNED)
        .on(FREE, WordEvent.CONFLICT, "a false positive: the lane that accesses it fails", FREE)
        .on(OWNED, WordEvent.CONFLICT, "the lane that accesses it fails", OWNED, FREE)
        .on(
            OWNED,
            ROLL_BACK,
            (eager ? "restore the value" : "nothing") + (kept ? "" : ", clear the owner"),
            after)
        .on(
            OWNED,
            WordEvent.COMMIT,
            (eager ? "nothing" : "write the value to memory") + (kept ? "" : ", clear the owner"),
            after);
    if (kept) {
      table
          .on(OWNED, NEW, "set the filter's bit, " + own + ", set the owner", OWNED)
          .on(OWNED, OWN_FALSE_POSITIVE, own + ", set the owner", OWNED);
    }
    if (config.conflicts() == Conflicts.RW) {
      table
          .on(FREE, SHARED_READ, "set the bit of the filter for reads", FREE)
          .on(OWNED, SHARED_READ, "set the bit of the filter for reads", OWNED);
    }
    if (config.isolation() == Isolation.STRONG) {
      table
          .on(OWNED, PLAIN_READ, "get the committed value", OWNED)
          .on(OWNED, PLAIN_WRITE, "the owner fails first", after)
          .on(FREE, PLAIN_WRITE, "lanes that have read it fail first", FREE);
    }
    return table;
  }
}
