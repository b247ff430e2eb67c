package dev.syncopate.memory.mechanism.denovo;

import dev.syncopate.memory.access.Agent;
import dev.syncopate.memory.access.LineData;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.mechanism.denovo.message.DenovoMessage;
import dev.syncopate.memory.protocol.Action;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Actions on the words of an L1 that are wrong on purpose. */
final class WrongWords {
  static final Action<L1Words, Object> DROP_ALL =
      new Action<>("drop all words, owned or not", (words, line, wordMask, step) -> dropAll(words));

  static final Action<L1Words, Object> LOSE_BUFFER =
      new Action<>(
          "lose what is in the store buffer",
          (words, line, wordMask, step) ->
              words.registrations.buffered().forEach(registration -> lose(words, registration)));

  static final Action<L1Words, Object> LOSE_STORED =
      new Action<>(
          "lose the bytes stored meanwhile",
          (words, line, wordMask, grant) -> unstore(words.registration(line), wordMask));

  static final Action<L1Words, Object> CLEAR_STORED =
      new Action<>(
          "clear the bytes stored",
          (words, line, wordMask, cause) -> words.registration(line).stored.clear());

  static final Action<L1Words, Object> ANSWER_AT_ONCE =
      new Action<>(
          "answer at once",
          (words, line, wordMask, message) ->
              words.answer(message(message), wordMask, words.registration(line).stored, 0, false));

  static final Action<L1Words, Object> ANSWER_AND_FORGET =
      new Action<>(
          "answer from what is being written back, and forget all words of the line there",
          (words, line, wordMask, message) -> {
            DenovoMessage denovoMessage = message(message);
            words.writeBacks.answer(
                line,
                wordMask,
                true,
                (part, bytes) -> words.answer(denovoMessage, part, bytes, 0, true));
            words.writeBacks.answer(line, -1, false, (part, bytes) -> {});
          });

  static final Action<L1Words, Object> ASK_AT_KERNEL_END =
      new Action<>(
          "ask the L2 to own it at a kernel's end alone",
          (words, line, wordMask, access) -> {
            if (atKernelEnd(access)) {
              ask(words, line, wordMask);
            }
          });

  static final Action<L1Words, Object> LOSE_AT_KERNEL_END =
      new Action<>(
          "lose it at a kernel's end, else ask the L2 to own it",
          (words, line, wordMask, access) -> {
            if (atKernelEnd(access)) {
              lose(words, words.registration(line));
            } else {
              ask(words, line, wordMask);
            }
          });

  private WrongWords() {}

  private static boolean atKernelEnd(@Nullable Object access) {
    return ((WarpAccess) Objects.requireNonNull(access)).token == Agent.KERNEL_END;
  }

  private static DenovoMessage message(@Nullable Object cause) {
    return (DenovoMessage) Objects.requireNonNull(cause);
  }

  private static void ask(L1Words words, long line, int wordMask) {
    words.gather(wordMask);
    words.enter(DenovoWordState.REGISTERING, line, wordMask, null);
  }

  private static void dropAll(L1Words words) {
    for (int frame = 0; frame < words.array.frames(); frame++) {
      if (words.array.live(frame)) {
        words.array.drop(frame);
      }
    }
  }

  private static void unstore(Registration registration, int wordMask) {
    registration.unstore(wordMask, new LineData(registration.stored.bytes.length), 0);
  }

  private static void lose(L1Words words, Registration registration) {
    unstore(registration, registration.unasked());
    words.registrations.unbuffer(registration);
    words.registrations.changed(registration);
  }
}
