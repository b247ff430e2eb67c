package dev.syncopate.memory.mechanism.denovo;

import dev.syncopate.memory.access.LineData;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.cache.LaneBytes;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.config.RelaxedAtomics;
import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.lsu.LsuTiming;
import dev.syncopate.memory.lsu.MemoryClient;
import dev.syncopate.memory.lsu.StepLsu;
import dev.syncopate.memory.lsu.StepPlans;
import dev.syncopate.memory.mechanism.denovo.message.DenovoMessage;
import dev.syncopate.memory.protocol.L1Counters;
import dev.syncopate.memory.protocol.L1Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.MessageType;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.rig.LineSplitter;
import dev.syncopate.memory.topology.Node;
import dev.syncopate.memory.topology.Topology;
import java.util.ArrayList;
import java.util.List;

/** DeNovo's L1 of tile 0 with its load-store unit: messages are kept, and answered by hand. */
final class DenovoBench implements L1Environment, MemoryClient, LsuTiming {
  static final long LINE = 0x1_0000_0000L;

  final List<DenovoMessage> sent = new ArrayList<>();
  final List<Node> receivers = new ArrayList<>();
  final List<WarpAccess> completed = new ArrayList<>();
  final DenovoL1 l1;
  private final StepLsu lsu;
  private final MemoryConfig config;
  private final Topology topology;
  private long time;

  DenovoBench(MemoryConfig config) {
    this(config, new DenovoProtocol());
  }

  /**
   * @param protocol whose tables are executed
   */
  DenovoBench(MemoryConfig config, Protocol protocol) {
    this.config = config;
    topology = Topology.of(config);
    L1Counters counters = new L1Counters();
    lsu =
        new StepLsu(
            new StepPlans(protocol, ConsistencyModel.HRF, false, RelaxedAtomics.POSTED),
            config.warpsPerUnit(),
            config.l1().queue(),
            listener -> protocol.l1(config, this, listener, counters),
            this,
            this,
            counters);
    l1 = (DenovoL1) lsu.l1();
  }

  /** Issues an access of so many lanes on successive elements, and lets the L1 do what it can. */
  WarpAccess issue(int warp, MemoryOperation operation, long address, int lanes, long... a) {
    long[] addresses = new long[lanes];
    for (int i = 0; i < lanes; i++) {
      addresses[i] = address + (long) i * operation.type().bytes();
    }
    WarpAccess access =
        WarpAccess.of(operation, warp, (1L << lanes) - 1, addresses, a, new long[lanes]);
    LineSplitter.split(access, config.l1().line());
    lsu.issue(access);
    run();
    return access;
  }

  /** Does what is done when another kernel begins. */
  void beginKernel() {
    lsu.kernelBegin();
    run();
  }

  void run() {
    while (!lsu.empty() && lsu.advance() != 0) {
      time++;
    }
  }

  boolean done(WarpAccess access) {
    return completed.contains(access);
  }

  /** A message from the L2 or another L1, carrying a value in each of some words. */
  void receive(MessageType type, Node whose, int words, int carried, long value, int tag) {
    byte[] line = new byte[config.l1().line()];
    for (int offset = 0; offset < line.length; offset += 4) {
      LaneBytes.put(line, offset, 4, value);
    }
    DenovoMessage message = new DenovoMessage(type, LINE, whose, words, carried, tag);
    l1.receive(message.carrying(carried, new LineData(line), 0));
    run();
  }

  /** As {@code REGISTER 3 to bank 0}: the words in hexadecimal. */
  String sent(int index) {
    DenovoMessage message = sent.get(index);
    return message.type.name()
        + " "
        + Integer.toHexString(message.words)
        + " to "
        + receivers.get(index);
  }

  /** The first value that a message carries. */
  long value(int index) {
    return LaneBytes.get(sent.get(index).data(), 0, 4);
  }

  Node tile(int index) {
    return topology.tile(index);
  }

  @Override
  public void send(Node receiver, MemoryMessage message) {
    sent.add((DenovoMessage) message);
    receivers.add(receiver);
  }

  @Override
  public Node node() {
    return topology.tile(0);
  }

  @Override
  public Topology topology() {
    return topology;
  }

  @Override
  public void occupy(int cycles) {}

  @Override
  public void wordChanged() {}

  @Override
  public long time() {
    return time;
  }

  @Override
  public void completed(WarpAccess access, long ready) {
    completed.add(access);
  }

  @Override
  public void mayIssue(int warp) {}

  @Override
  public void kernelEnded() {}

  @Override
  public long complete(WarpAccess access) {
    return time;
  }
}
