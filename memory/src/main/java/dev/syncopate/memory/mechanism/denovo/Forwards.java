package dev.syncopate.memory.mechanism.denovo;

import dev.syncopate.memory.kit.LineMessage;
import dev.syncopate.memory.mechanism.denovo.WordTable.WordEvent;
import dev.syncopate.memory.mechanism.denovo.message.DenovoMessage;
import dev.syncopate.memory.mechanism.denovo.message.DenovoType;
import dev.syncopate.memory.protocol.L1Environment;
import org.jspecify.annotations.Nullable;

/**
 * Answers what the L2 forwards to an L1 as the owner of words. The L2 names the owner to be at
 * once, so a message may come before the word does: it waits until the word's registration is
 * complete, and no longer, so that whoever waits, waits for registrations that the L2 has seen
 * before its own.
 */
class Forwards {
  private final L1Environment environment;
  private final DenovoCounters counters;
  private final Words words;
  private final WriteBacks writeBacks;

  Forwards(L1Environment environment, DenovoCounters counters, Words words, WriteBacks writeBacks) {
    this.environment = environment;
    this.counters = counters;
    this.words = words;
    this.writeBacks = writeBacks;
  }

  /** Takes a message: answers with what is here, and lets the rest wait. */
  void take(DenovoMessage message, @Nullable Registration at) {
    int frame = words.find(message.line);
    int left = message.words;
    int leaving =
        writeBacks.answer(
            message.line,
            left,
            message.type != DenovoType.FORWARD_REGISTER,
            (some, bytes) -> answer(message, some, bytes, 0, true));
    words.record(WordEvent.ANSWER_LEAVING, message.line, frame, at, leaving);
    left &= ~leaving;
    int ready = left & words.registered(frame) & ~held(at);
    left &= ~ready;
    words.record(WordEvent.WAIT, message.line, frame, at, left);
    answerFromHere(message, ready, frame);
    if (left != 0) {
      if (at == null || (left & ~(at.asked | at.held())) != 0) {
        throw words.illegal(message);
      }
      await(message.as(message.type, left), at);
    }
  }

  /** Lets a message wait for words that are asked for. */
  void await(DenovoMessage message, Registration at) {
    at.forwards.add(message);
  }

  /** Answers what waits for words of a line that are here now. */
  void answer(Registration at) {
    int frame = words.find(at.line);
    if (!at.forwards.isEmpty()) {
      answer(at, words.registered(frame) & ~at.held());
    }
  }

  /** Answers what waits for some words, which leave. */
  void answer(Registration at, int some) {
    int count = at.forwards.size();
    for (int i = 0; i < count; i++) {
      DenovoMessage message = at.forwards.removeFirst();
      int ready = message.words & some;
      answerFromHere(message, ready, words.find(at.line));
      if (ready != message.words) {
        at.forwards.add(message.as(message.type, message.words & ~ready));
      }
    }
  }

  private static int held(@Nullable Registration at) {
    return at == null ? 0 : at.held();
  }

  private void answerFromHere(DenovoMessage message, int ready, int frame) {
    if (ready != 0) {
      boolean lends = message.type == DenovoType.FORWARD_READ;
      WordEvent event = lends ? WordEvent.LEND : WordEvent.HAND_OVER;
      words.record(event, message.line, frame, null, ready);
      answer(message, ready, words.data(), words.base(frame), false);
      if (!lends) {
        words.leave(frame, message.line, ready);
      }
    }
  }

  /**
   * @param sent whether the words are on their way to the L2 already
   */
  void answer(DenovoMessage message, int some, byte[] bytes, int base, boolean sent) {
    switch ((DenovoType) message.type) {
      case FORWARD_READ -> {
        counters.lent += Integer.bitCount(some);
        environment.send(
            message.node, message.as(LineMessage.FILL, some).carrying(some, bytes, base));
      }
      case FORWARD_REGISTER -> {
        counters.handedOver += Integer.bitCount(some);
        DenovoMessage answer = message.as(DenovoType.REGISTERED, some);
        environment.send(message.node, answer.carrying(answer.needed, bytes, base));
      }
      case RECALL -> {
        counters.writtenBack += sent ? 0 : Integer.bitCount(some);
        DenovoMessage answer =
            new DenovoMessage(
                DenovoType.RECALLED, message.line, environment.node(), some, sent ? 0 : some, 0);
        environment.send(
            environment.home(message.line), answer.carrying(answer.needed, bytes, base));
      }
      default -> throw words.illegal(message);
    }
  }
}
