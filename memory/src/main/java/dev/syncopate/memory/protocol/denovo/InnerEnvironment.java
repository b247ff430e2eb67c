package dev.syncopate.memory.protocol.denovo;

import dev.syncopate.memory.cache.Holdings;
import dev.syncopate.memory.cache.LaneAtomics;
import dev.syncopate.memory.kit.LineMessage;
import dev.syncopate.memory.protocol.L2Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.topology.Node;
import dev.syncopate.memory.topology.Topology;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What the bank behind {@link DenovoL2} acts through: what it answers to this node is part of an
 * answer to another, or nothing.
 */
final class InnerEnvironment implements L2Environment {
  private final L2Environment of;

  /** What is to be answered with bytes that the bank has been asked for, by tag. */
  private final List<@Nullable DenovoMessage> answers = new ArrayList<>();

  InnerEnvironment(L2Environment of) {
    this.of = of;
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

  void holds(Holdings into) {
    for (DenovoMessage answer : answers) {
      if (answer != null) {
        answer.holds(into);
      }
    }
  }

  @Override
  public void send(Node to, MemoryMessage message) {
    if (!to.equals(of.node())) {
      of.send(to, message);
    } else if (message.type == LineMessage.FILL) {
      DenovoMessage answer = take(message.tag);
      of.send(answer.node, answer.with(message));
    }
  }

  @Override
  public Node node() {
    return of.node();
  }

  @Override
  public Topology topology() {
    return of.topology();
  }

  @Override
  public void wordChanged() {
    of.wordChanged();
  }

  @Override
  public long time() {
    return of.time();
  }

  @Override
  public LongSupplier clock() {
    return of.clock();
  }

  @Override
  public void atomicsPerformed(LaneAtomics atomics) {
    of.atomicsPerformed(atomics);
  }

  @Override
  public long number(long line) {
    return of.number(line);
  }

  @Override
  public Node home(long line) {
    return of.home(line);
  }

  @Override
  public void fetch(int miss, long line, int from, int bytes) {
    of.fetch(miss, line, from, bytes);
  }

  @Override
  public void readMemory(long line, int from, int bytes, byte[] into, int at) {
    of.readMemory(line, from, bytes, into, at);
  }

  @Override
  public void writeMemory(long line, byte[] data, int base, long maskLow, long maskHigh) {
    of.writeMemory(line, data, base, maskLow, maskHigh);
  }

  @Override
  public void pokeMemory(long line, int from, int bytes, byte[] data, int at) {
    of.pokeMemory(line, from, bytes, data, at);
  }
}
