package dev.syncopate.memory.protocol.text;

import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.LineData;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.protocol.CompletionListener;
import dev.syncopate.memory.protocol.L1Counters;
import dev.syncopate.memory.protocol.L1Environment;
import dev.syncopate.memory.protocol.L2Counters;
import dev.syncopate.memory.protocol.L2Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.protocol.TransitionCount;
import dev.syncopate.memory.topology.Node;
import dev.syncopate.memory.topology.Topology;
import java.util.List;
import java.util.function.LongSupplier;

/** Controllers that nothing happens to: their tables are looked at. */
final class UnpluggedControllers implements L1Environment, CompletionListener, L2Environment {
  private final Topology topology;
  private final Node node;

  private UnpluggedControllers(Topology topology, Node node) {
    this.topology = topology;
    this.node = node;
  }

  /** The table of an L1. */
  static List<TransitionCount> l1(Protocol protocol, MemoryConfig config) {
    Topology topology = Topology.of(config);
    UnpluggedControllers nothing = new UnpluggedControllers(topology, topology.tile(0));
    return protocol.l1(config, nothing, nothing, new L1Counters()).transitions();
  }

  /** The table of a bank of the L2 of the only GPU, or of one of several. */
  static List<TransitionCount> l2(Protocol protocol, MemoryConfig config) {
    Topology topology = Topology.of(config);
    UnpluggedControllers nothing = new UnpluggedControllers(topology, topology.banks(0).getFirst());
    return protocol.l2(config, nothing, new L2Counters()).transitions();
  }

  private static IllegalStateException nothing() {
    return new IllegalStateException("a controller acts that nothing has happened to");
  }

  @Override
  public Node node() {
    return node;
  }

  @Override
  public Topology topology() {
    return topology;
  }

  @Override
  public long time() {
    return 0;
  }

  @Override
  public LongSupplier clock() {
    return this::time;
  }

  @Override
  public void wordChanged() {}

  @Override
  public void send(Node receiver, MemoryMessage message) {
    throw nothing();
  }

  @Override
  public void performed(LineAccess access) {
    throw nothing();
  }

  @Override
  public void stepDone(WarpAccess access) {
    throw nothing();
  }

  @Override
  public void diverted(LineAccess access) {
    throw nothing();
  }

  @Override
  public void occupy(int cycles) {
    throw nothing();
  }

  @Override
  public void fetch(int miss, long line, int start, int bytes) {
    throw nothing();
  }

  @Override
  public void readMemory(long line, int start, int bytes, LineData target, int offset) {
    throw nothing();
  }

  @Override
  public void writeMemory(long line, LineData data, int base, long maskLow, long maskHigh) {
    throw nothing();
  }

  @Override
  public void pokeMemory(long line, int start, int bytes, LineData data, int offset) {
    throw nothing();
  }
}
