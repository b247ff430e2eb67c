package dev.syncopate.memory.protocol.denovo;

import dev.syncopate.memory.cache.LaneAtomics;
import dev.syncopate.memory.kit.LineMessage;
import dev.syncopate.memory.protocol.L2Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.topology.Node;
import dev.syncopate.memory.topology.Topology;
import java.util.function.LongSupplier;

/**
 * What the bank behind {@link DenovoL2} acts through: what it answers to this node is part of an
 * answer to another, or nothing.
 */
final class InnerEnvironment implements L2Environment {
  private final L2Environment of;
  private final Fetches fetches;

  InnerEnvironment(L2Environment of, Fetches fetches) {
    this.of = of;
    this.fetches = fetches;
  }

  @Override
  public void send(Node to, MemoryMessage message) {
    if (!to.equals(of.node())) {
      of.send(to, message);
    } else if (message.type == LineMessage.FILL) {
      DenovoMessage answer = fetches.take(message.tag);
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
