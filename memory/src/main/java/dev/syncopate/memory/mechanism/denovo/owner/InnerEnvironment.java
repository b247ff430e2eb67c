package dev.syncopate.memory.mechanism.denovo.owner;

import dev.syncopate.memory.cache.OwnershipBalance;
import dev.syncopate.memory.kit.LineMessage;
import dev.syncopate.memory.mechanism.denovo.message.DenovoMessage;
import dev.syncopate.memory.protocol.L2Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.decorator.ForwardingL2Environment;
import dev.syncopate.memory.topology.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Environment of the bank behind {@link DenovoL2}: what it answers to this node is part of an
 * answer to another, or nothing.
 */
final class InnerEnvironment extends ForwardingL2Environment {
  /** What is to be answered with bytes that the bank has been asked for, by tag. */
  private final List<@Nullable DenovoMessage> answers = new ArrayList<>();

  InnerEnvironment(L2Environment environment) {
    super(environment);
  }

  /** Keeps an answer that lacks bytes only: the tag to ask for them with. */
  int expect(DenovoMessage answer) {
    int tag = answers.indexOf(null);
    if (tag < 0) {
      answers.add(answer);
      return answers.size() - 1;
    }
    answers.set(tag, answer);
    return tag;
  }

  /** The answer that bytes with a tag are for; it is expected no longer. */
  DenovoMessage take(int tag) {
    DenovoMessage answer = Objects.requireNonNull(answers.get(tag));
    answers.set(tag, null);
    while (!answers.isEmpty() && answers.getLast() == null) {
      answers.removeLast();
    }
    return answer;
  }

  boolean expectsNothing() {
    return answers.isEmpty();
  }

  void holds(OwnershipBalance holdings) {
    for (DenovoMessage answer : answers) {
      if (answer != null) {
        answer.holds(holdings);
      }
    }
  }

  @Override
  public void send(Node receiver, MemoryMessage message) {
    if (!receiver.equals(node()) || !(message.type instanceof LineMessage)) {
      super.send(receiver, message); // a mechanism's bank may send messages to itself
    } else if (message.type == LineMessage.FILL) {
      DenovoMessage answer = take(message.tag);
      super.send(answer.node, answer.with(message));
    }
  }
}
