package dev.syncopate.memory.protocol.denovo;

import dev.syncopate.memory.kit.LineMessage;
import dev.syncopate.memory.protocol.L2Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.topology.Node;
import dev.syncopate.memory.topology.Topology;
import java.util.function.LongSupplier;

/**
 * What the bank behind {@link DenovoL2} acts through: its answers to what that asked on its own account
 * become grants, or nothing.
 */
final class InnerEnvironment implements L2Environment {
  private final L2Environment of;

  InnerEnvironment(L2Environment of) {
    this.of = of;
  }

  @Override
  public void send(Node to, MemoryMessage message) {
    if (!(message instanceof DenovoMessage answer) || !answer.internal()) {
      of.send(to, message);
    } else if (answer.type == LineMessage.FILL) {
      of.send(to, answer.as(DenovoType.REGISTERED, answer.words).with(answer));
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
