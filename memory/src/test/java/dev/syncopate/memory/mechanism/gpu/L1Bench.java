package dev.syncopate.memory.mechanism.gpu;

import dev.syncopate.memory.access.LineData;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.cache.BoundedStoreFifo;
import dev.syncopate.memory.cache.LaneAtomics;
import dev.syncopate.memory.cache.LaneBytes;
import dev.syncopate.memory.cache.NumberedStoreFifo;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.config.RelaxedAtomics;
import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.kit.LineMessage;
import dev.syncopate.memory.kit.l1.L1Cache;
import dev.syncopate.memory.kit.l1.L1Parts;
import dev.syncopate.memory.kit.l1.L1Policy;
import dev.syncopate.memory.kit.l1.L1Table;
import dev.syncopate.memory.kit.l1.MissStateTable;
import dev.syncopate.memory.lsu.LsuTiming;
import dev.syncopate.memory.lsu.MemoryClient;
import dev.syncopate.memory.lsu.StepLsu;
import dev.syncopate.memory.lsu.StepPlans;
import dev.syncopate.memory.protocol.L1Counters;
import dev.syncopate.memory.protocol.L1Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.rig.LineSplitter;
import dev.syncopate.memory.rig.RigOperations;
import dev.syncopate.memory.topology.Node;
import dev.syncopate.memory.topology.Topology;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** One L1 with its load-store unit on the bench: its messages are kept, and answered by hand. */
final class L1Bench implements L1Environment, MemoryClient, LsuTiming {
  final List<MemoryMessage> sent = new ArrayList<>();
  private final List<String> names = new ArrayList<>();
  final List<WarpAccess> completed = new ArrayList<>();
  final L1Counters counters = new L1Counters();
  final L1Parts parts;
  final L1Cache l1;
  final StepLsu lsu;
  private final MemoryConfig config;
  private final Topology topology;
  private long time;

  L1Bench(MemoryConfig config) {
    this(config, new BoundedStoreFifo(config.l1().sfifoEntries()));
  }

  L1Bench(MemoryConfig config, NumberedStoreFifo fifo) {
    this.config = config;
    topology = Topology.of(config);
    GpuProtocol protocol = new GpuProtocol();
    List<L1Parts> createdParts = new ArrayList<>();
    lsu =
        new StepLsu(
            new StepPlans(protocol, ConsistencyModel.HRF, false, RelaxedAtomics.POSTED),
            config.warpsPerUnit(),
            config.l1().queue(),
            listener -> {
              createdParts.add(
                  L1Parts.of(
                      config.l1(),
                      this,
                      listener,
                      counters,
                      fifo,
                      L1Table.PLAIN,
                      MissStateTable.ATOMICS));
              return new L1Cache(createdParts.getFirst(), L1Policy.NONE);
            },
            this,
            this,
            counters);
    parts = createdParts.getFirst();
    l1 = (L1Cache) lsu.l1();
  }

  /** Issues an access of one lane and lets the L1 do what it can. */
  WarpAccess issue(int warp, MemoryOperation operation, long address, long a, long b) {
    WarpAccess access =
        WarpAccess.of(
            operation,
            warp,
            address == 0 ? 0 : 1,
            new long[] {address},
            new long[] {a},
            new long[] {b});
    LineSplitter.split(access, config.l1().line());
    lsu.issue(access);
    run();
    return access;
  }

  WarpAccess load(int warp, long address) {
    return issue(warp, RigOperations.load(dev.syncopate.memory.access.DataType.B32), address, 0, 0);
  }

  WarpAccess store(int warp, long address, long value) {
    return issue(
        warp, RigOperations.store(dev.syncopate.memory.access.DataType.B32), address, value, 0);
  }

  WarpAccess fence(int warp, Order order) {
    return issue(warp, RigOperations.fence(order, Scope.GPU), 0, 0, 0);
  }

  /** Lets the L1 work until it is idle or stalled. */
  void run() {
    while (!lsu.empty() && lsu.advance() != 0) {
      time++;
    }
  }

  boolean done(WarpAccess access) {
    return completed.contains(access);
  }

  /** For example {@code READ 0x10000}: the message sent at an index. */
  String sent(int index) {
    return names.get(index);
  }

  List<String> allSent() {
    return names;
  }

  /** Answers a READ or LOAD with words that each have a value. */
  void fill(MemoryMessage request, long value) {
    byte[] data = line(value);
    boolean read = request.type == LineMessage.READ;
    receive(request.answer(read ? LineMessage.FILL : LineMessage.VALUE, new LineData(data), 0));
  }

  private byte[] line(long value) {
    byte[] data = new byte[config.l1().line()];
    for (int offset = 0; offset < data.length; offset += 4) {
      LaneBytes.put(data, offset, 4, value);
    }
    return data;
  }

  /** Answers a WRITE or REDUCE. */
  void acknowledge(MemoryMessage request) {
    receive(request.answer(LineMessage.ACK));
  }

  /** Answers an ATOMIC performed on words that each have a value. */
  void result(MemoryMessage request, long value) {
    LaneAtomics atomics = Objects.requireNonNull(request.atomics());
    long[] old = new long[atomics.count()];
    atomics.apply(new LineData(line(value)), 0, request.maskLow, request.maskHigh, old, null);
    receive(request.answer(LineMessage.RESULT, old, null, atomics.resultBytes()));
  }

  private void receive(MemoryMessage message) {
    time++;
    l1.receive(message);
    run();
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
  public void send(Node receiver, MemoryMessage message) {
    sent.add(message);
    names.add(message.type.name() + " 0x" + Long.toHexString(message.line));
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
}
