package dev.syncopate.memory.mechanism.denovo;

import static dev.syncopate.memory.mechanism.denovo.DenovoWordEvent.ANSWER_LEAVING;
import static dev.syncopate.memory.mechanism.denovo.DenovoWordEvent.EVICT;
import static dev.syncopate.memory.mechanism.denovo.DenovoWordEvent.FILL;
import static dev.syncopate.memory.mechanism.denovo.DenovoWordEvent.GRANT;
import static dev.syncopate.memory.mechanism.denovo.DenovoWordEvent.HAND_OVER;
import static dev.syncopate.memory.mechanism.denovo.DenovoWordEvent.INVALIDATE;
import static dev.syncopate.memory.mechanism.denovo.DenovoWordEvent.LEND;
import static dev.syncopate.memory.mechanism.denovo.DenovoWordEvent.LOAD_HIT;
import static dev.syncopate.memory.mechanism.denovo.DenovoWordEvent.LOAD_MISS;
import static dev.syncopate.memory.mechanism.denovo.DenovoWordEvent.OVERFLOW;
import static dev.syncopate.memory.mechanism.denovo.DenovoWordEvent.RECALL;
import static dev.syncopate.memory.mechanism.denovo.DenovoWordEvent.REGISTER;
import static dev.syncopate.memory.mechanism.denovo.DenovoWordEvent.RELEASE;
import static dev.syncopate.memory.mechanism.denovo.DenovoWordEvent.STORE;
import static dev.syncopate.memory.mechanism.denovo.DenovoWordEvent.SYNC;
import static dev.syncopate.memory.mechanism.denovo.DenovoWordEvent.WAIT;
import static dev.syncopate.memory.mechanism.denovo.DenovoWordState.INVALID;
import static dev.syncopate.memory.mechanism.denovo.DenovoWordState.REGISTERED;
import static dev.syncopate.memory.mechanism.denovo.DenovoWordState.REGISTERING;
import static dev.syncopate.memory.mechanism.denovo.DenovoWordState.STORED;
import static dev.syncopate.memory.mechanism.denovo.DenovoWordState.VALID;

import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.mechanism.denovo.message.DenovoMessage;
import dev.syncopate.memory.protocol.Action;
import dev.syncopate.memory.protocol.StateTable;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * State tables of the words of an L1 (heterosync §II-B). Events come from a {@link LineAccess}, a
 * {@link DenovoMessage}, a step's access, or nothing. An action that asks or answers for a word
 * adds it to the one message that the event sends for all words.
 */
final class DenovoWordTable {
  // ---- accesses ----

  static final Action<L1Words, Object> GIVE =
      new Action<>("give the bytes", (words, line, wordMask, load) -> words.give(wordMask));

  static final Action<L1Words, Object> GIVE_STORED =
      new Action<>(
          "give the bytes stored", (words, line, wordMask, load) -> words.giveStored(wordMask));

  static final Action<L1Words, Object> READ =
      new Action<>(
          "read it from the L2 or its owner; wait",
          (words, line, wordMask, load) -> words.gather(wordMask));

  static final Action<L1Words, Object> READ_REST =
      new Action<>(
          "read what is not stored of it; wait",
          (words, line, wordMask, load) -> words.gather(wordMask));

  static final Action<L1Words, Object> WRITE =
      new Action<>(
          "write the bytes",
          (words, line, wordMask, store) -> words.write(line, wordMask, access(store)));

  static final Action<L1Words, Object> KEEP_FOR_GRANT =
      new Action<>(
          "keep the bytes for the grant",
          (words, line, wordMask, store) -> words.keep(line, wordMask, access(store)));

  static final Action<L1Words, Object> KEEP_IN_BUFFER =
      new Action<>(
          "keep the bytes in the store buffer",
          (words, line, wordMask, store) -> words.keep(line, wordMask, access(store)));

  static final Action<L1Words, Object> PERFORM =
      new Action<>(
          "perform the access",
          (words, line, wordMask, access) -> words.perform(line, access(access)));

  // ---- registrations ----

  static final Action<L1Words, Object> ASK =
      new Action<>(
          "ask the L2 to own it", (words, line, wordMask, cause) -> words.gather(wordMask));

  static final Action<L1Words, Object> DROP =
      new Action<>("drop it", (words, line, wordMask, cause) -> words.drop(line, wordMask));

  static final Action<L1Words, Object> TAKE_FRAME =
      new Action<>(
          "take a frame if the line has none", (words, line, wordMask, cause) -> words.claim(line));

  static final Action<L1Words, Object> TAKE_BYTES =
      new Action<>(
          "take the bytes that come",
          (words, line, wordMask, grant) -> words.take(line, message(grant)));

  static final Action<L1Words, Object> MERGE_STORED =
      new Action<>(
          "put the bytes stored meanwhile on them",
          (words, line, wordMask, grant) -> words.mergeStored(line, wordMask));

  static final Action<L1Words, Object> KEEP_COPY =
      new Action<>(
          "keep the bytes",
          (words, line, wordMask, fill) -> words.keepCopy(line, wordMask, message(fill)));

  // ---- what others want ----

  static final Action<L1Words, Object> SEND_LEAVING =
      new Action<>(
          "answer from what is being written back",
          (words, line, wordMask, message) -> words.gather(wordMask));

  static final Action<L1Words, Object> LET_WAIT =
      new Action<>(
          "let what is forwarded wait until the registration is complete",
          (words, line, wordMask, message) -> words.gather(wordMask));

  static final Action<L1Words, Object> SEND_COPY =
      new Action<>(
          "send its bytes to the reader",
          (words, line, wordMask, message) -> words.answer(line, wordMask, message(message)));

  static final Action<L1Words, Object> SEND_TO_OWNER =
      new Action<>(
          "send it to its new owner",
          (words, line, wordMask, message) -> words.answer(line, wordMask, message(message)));

  static final Action<L1Words, Object> SEND_TO_BANK =
      new Action<>(
          "send it back to the bank",
          (words, line, wordMask, message) -> words.answer(line, wordMask, message(message)));

  static final Action<L1Words, Object> WRITE_BACK =
      new Action<>(
          "write it back", (words, line, wordMask, cause) -> words.writeBack(line, wordMask));

  static final Action<L1Words, Object> DETACH =
      new Action<>(
          "keep no fill of the line that is in flight",
          (words, line, wordMask, cause) -> words.detach(line));

  static final Action<L1Words, Object> DROP_COPIES =
      new Action<>(
          "drop it, unless it is of a read-only region and the kernel goes on",
          (words, line, wordMask, step) -> words.dropCopies(step));

  static final Action<L1Words, Object> DETACH_ALL =
      new Action<>(
          "keep no fill that is in flight", (words, line, wordMask, step) -> words.detachAll(step));

  // spotless:off
  /** Where a store asks for its words at once. */
  static final StateTable<DenovoWordState, DenovoWordEvent, L1Words, Object> AT_STORE =
      StateTable.<DenovoWordState, DenovoWordEvent, L1Words, Object>of("words of an L1", DenovoWordState.class, DenovoWordEvent.class)
          .on(REGISTERED, LOAD_HIT)       .does(GIVE)                                      .to(REGISTERED)
          .on(REGISTERED, STORE)          .does(WRITE)                                     .to(REGISTERED)
          .on(REGISTERED, SYNC)           .does(PERFORM)                                   .to(REGISTERED)
          .on(REGISTERED, ANSWER_LEAVING) .does(SEND_LEAVING)                              .to(REGISTERED)
          .on(REGISTERED, WAIT)           .does(LET_WAIT)                                  .to(REGISTERED)
          .on(REGISTERED, LEND)           .does(SEND_COPY)                                 .to(REGISTERED)
          .on(REGISTERED, HAND_OVER)      .does(SEND_TO_OWNER)                             .to(INVALID).does(DETACH)
          .on(REGISTERED, RECALL)         .does(SEND_TO_BANK)                              .to(INVALID).does(DETACH)
          .on(REGISTERED, EVICT)          .does(WRITE_BACK)                                .to(INVALID).does(DETACH)

          .on(VALID, LOAD_HIT)            .does(GIVE)                                      .to(VALID)
          .on(VALID, STORE)               .does(DROP, KEEP_FOR_GRANT, ASK)                 .to(REGISTERING)
          .on(VALID, REGISTER)            .does(DROP, ASK)                                 .to(REGISTERING)
          .on(VALID, INVALIDATE)          .does(DROP_COPIES, DETACH_ALL)                   .toOneOf(INVALID, VALID)
          .on(VALID, ANSWER_LEAVING)      .does(SEND_LEAVING)                              .to(VALID)
          .on(VALID, EVICT)               .does(DROP)                                      .to(INVALID).does(DETACH)

          .on(INVALID, LOAD_MISS)         .does(READ)                                      .to(INVALID)
          .on(INVALID, STORE)             .does(KEEP_FOR_GRANT, ASK)                       .to(REGISTERING)
          .on(INVALID, REGISTER)          .does(ASK)                                       .to(REGISTERING)
          .on(INVALID, FILL)              .does(TAKE_FRAME, KEEP_COPY)                     .to(VALID)
          .on(INVALID, ANSWER_LEAVING)    .does(SEND_LEAVING)                              .to(INVALID)

          .on(REGISTERING, LOAD_HIT)      .does(GIVE_STORED)                               .to(REGISTERING)
          .on(REGISTERING, STORE)         .does(KEEP_FOR_GRANT)                            .to(REGISTERING)
          .on(REGISTERING, GRANT)         .does(TAKE_FRAME, TAKE_BYTES, MERGE_STORED)      .to(REGISTERED)
          .on(REGISTERING, ANSWER_LEAVING).does(SEND_LEAVING)                              .to(REGISTERING)
          .on(REGISTERING, WAIT)          .does(LET_WAIT)                                  .to(REGISTERING)
          .build();

  /** Where stored bytes stay in the store buffer until a release. */
  static final StateTable<DenovoWordState, DenovoWordEvent, L1Words, Object> AT_RELEASE =
      AT_STORE.but()
          .on(VALID, STORE)               .does(DROP, KEEP_IN_BUFFER)                      .to(STORED)
          .on(INVALID, STORE)             .does(KEEP_IN_BUFFER)                            .to(STORED)

          .on(STORED, LOAD_HIT)           .does(GIVE_STORED)                               .to(STORED)
          .on(STORED, LOAD_MISS)          .does(GIVE_STORED, READ_REST)                    .to(STORED)
          .on(STORED, STORE)              .does(KEEP_IN_BUFFER)                            .to(STORED)
          .on(STORED, REGISTER)           .does(ASK)                                       .to(REGISTERING)
          .on(STORED, RELEASE)            .does(ASK)                                       .to(REGISTERING)
          .on(STORED, OVERFLOW)           .does(ASK)                                       .to(REGISTERING)
          .on(STORED, ANSWER_LEAVING)     .does(SEND_LEAVING)                              .to(STORED)
          .build();

  // spotless:on

  private DenovoWordTable() {}

  private static LineAccess access(@Nullable Object cause) {
    return (LineAccess) Objects.requireNonNull(cause);
  }

  private static DenovoMessage message(@Nullable Object cause) {
    return (DenovoMessage) Objects.requireNonNull(cause);
  }
}
