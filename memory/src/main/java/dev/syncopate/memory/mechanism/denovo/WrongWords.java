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
  static final Action<Words, Object> DROP_ALL =
      new Action<>("drop all words, owned or not", (words, line, some, step) -> dropAll(words));

  static final Action<Words, Object> LOSE_BUFFER =
      new Action<>(
          "lose what is in the store buffer",
          (words, line, some, step) ->
              words.registrations.buffered().forEach(at -> lose(words, at)));

  static final Action<Words, Object> LOSE_STORED =
      new Action<>(
          "lose the bytes stored meanwhile",
          (words, line, some, grant) -> unstore(words.registration(line), some));

  static final Action<Words, Object> CLEAR_STORED =
      new Action<>(
          "clear the bytes stored",
          (words, line, some, cause) -> words.registration(line).stored.clear());

  static final Action<Words, Object> ANSWER_AT_ONCE =
      new Action<>(
          "answer at once",
          (words, line, some, message) ->
              words.answer(message(message), some, words.registration(line).stored, 0, false));

  static final Action<Words, Object> ANSWER_AND_FORGET =
      new Action<>(
          "answer from what is being written back, and forget all words of the line there",
          (words, line, some, message) -> {
            DenovoMessage of = message(message);
            words.writeBacks.answer(
                line, some, true, (part, bytes) -> words.answer(of, part, bytes, 0, true));
            words.writeBacks.answer(line, -1, false, (part, bytes) -> {});
          });

  static final Action<Words, Object> ASK_AT_KERNEL_END =
      new Action<>(
          "ask the L2 to own it at a kernel's end alone",
          (words, line, some, access) -> {
            if (atKernelEnd(access)) {
              ask(words, line, some);
            }
          });

  static final Action<Words, Object> LOSE_AT_KERNEL_END =
      new Action<>(
          "lose it at a kernel's end, else ask the L2 to own it",
          (words, line, some, access) -> {
            if (atKernelEnd(access)) {
              lose(words, words.registration(line));
            } else {
              ask(words, line, some);
            }
          });

  private WrongWords() {}

  private static boolean atKernelEnd(@Nullable Object access) {
    return ((WarpAccess) Objects.requireNonNull(access)).token == Agent.KERNEL_END;
  }

  private static DenovoMessage message(@Nullable Object cause) {
    return (DenovoMessage) Objects.requireNonNull(cause);
  }

  private static void ask(Words words, long line, int some) {
    words.gather(some);
    words.enter(WordState.REGISTERING, line, some, null);
  }

  private static void dropAll(Words words) {
    for (int frame = 0; frame < words.array.frames(); frame++) {
      if (words.array.live(frame)) {
        words.array.drop(frame);
      }
    }
  }

  private static void unstore(Registration at, int some) {
    at.unstore(some, new LineData(at.stored.bytes.length), 0);
  }

  private static void lose(Words words, Registration at) {
    unstore(at, at.unasked());
    words.registrations.unbuffer(at);
    words.registrations.changed(at);
  }
}
