package dev.syncopate.memory.protocol;

import dev.syncopate.memory.access.AtomicOp;
import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.access.LineData;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.cache.LaneAtomics;
import dev.syncopate.memory.cache.LaneBytes;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.config.RelaxedAtomics;
import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.kit.LineMessage;
import dev.syncopate.memory.lsu.LsuTiming;
import dev.syncopate.memory.lsu.MemoryClient;
import dev.syncopate.memory.lsu.StepLsu;
import dev.syncopate.memory.lsu.StepPlans;
import dev.syncopate.memory.rig.LineSplitter;
import dev.syncopate.memory.rig.RigConfigs;
import dev.syncopate.memory.rig.RigOperations;
import dev.syncopate.memory.topology.Node;
import dev.syncopate.memory.topology.Topology;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.LongStream;

/** An L1 that buffers updates, on the bench: messages are kept, and answered by hand. */
public class UpdateBench implements L1Environment, MemoryClient, LsuTiming {
  public static final int LINE = 128;

  public final List<MemoryMessage> sent = new ArrayList<>();
  public final List<WarpAccess> completed = new ArrayList<>();
  public final StepLsu lsu;

  /** Cycles for which the cache was occupied, except those of the offered accesses. */
  public int occupied;

  public boolean ended;
  private final Topology topology;
  private long time;

  @SuppressWarnings("this-escape") // kept for later calls only
  public UpdateBench(Protocol protocol, String... settings) {
    MemoryConfig config = RigConfigs.with(RigConfigs.roomy(), settings);
    topology = Topology.of(config);
    lsu =
        new StepLsu(
            new StepPlans(protocol, ConsistencyModel.HRF, false, RelaxedAtomics.POSTED),
            config.warpsPerUnit(),
            config.l1().queue(),
            listener -> protocol.l1(config, this, listener, new L1Counters()),
            this,
            this,
            new L1Counters());
    lsu.l1().check();
  }

  /** A commutative atomic of one lane. */
  public static MemoryOperation comm(AtomicOp operation, DataType type) {
    return RigOperations.reduce(operation, type, Order.RELAXED, Scope.GPU).withCommutative(true);
  }

  /** Issues a commutative atomic, of as many lanes as there are pairs of address and operand. */
  public final WarpAccess update(AtomicOp operation, DataType type, long... pairs) {
    return issue(comm(operation, type), pairs);
  }

  public final WarpAccess issue(MemoryOperation operation, long... pairs) {
    long[] address = new long[pairs.length / 2];
    long[] operand = new long[pairs.length / 2];
    for (int i = 0; i < address.length; i++) {
      address[i] = pairs[2 * i];
      operand[i] = pairs[2 * i + 1];
    }
    long lanes = address.length == 0 ? 0 : -1L >>> (64 - address.length);
    WarpAccess access = WarpAccess.of(operation, 0, lanes, address, operand, WarpAccess.NO_VALUES);
    LineSplitter.split(access, LINE);
    lsu.issue(access);
    run();
    return access;
  }

  public final WarpAccess release() {
    return issue(RigOperations.fence(Order.RELEASE, Scope.GPU));
  }

  /** Lets the L1 work until it is idle or stalled. */
  public final void run() {
    while (!lsu.empty() && lsu.advance() != 0) {
      time++;
    }
  }

  public final boolean done(WarpAccess access) {
    return completed.contains(access);
  }

  /** For example {@code REDUCE 0x10000}. */
  public final List<String> names() {
    return sent.stream()
        .map(message -> message.type.name() + " 0x" + Long.toHexString(message.line))
        .toList();
  }

  /** What a REDUCE leaves of words that each hold a value. */
  public static long[] leaves(MemoryMessage message, long... initial) {
    byte[] data = new byte[LINE];
    for (int i = 0; i < initial.length; i++) {
      LaneBytes.put(data, 4 * i, 4, initial[i]);
    }
    LaneAtomics atomics = Objects.requireNonNull(message.atomics());
    atomics.apply(new LineData(data), 0, message.maskLow, message.maskHigh, new long[0], null);
    return LongStream.range(0, initial.length)
        .map(i -> LaneBytes.get(data, (int) (4 * i), 4))
        .toArray();
  }

  /** Acknowledges everything that has been sent, and forgets it. */
  public final void acknowledgeAll() {
    MemoryMessage[] messages = sent.toArray(MemoryMessage[]::new);
    sent.clear();
    Arrays.stream(messages).forEach(this::acknowledge);
  }

  public final void acknowledge(MemoryMessage request) {
    time++;
    lsu.l1().receive(request.answer(LineMessage.ACK));
    run();
  }

  /** Counters of the L1 in an object of the mechanism's class. */
  public final <C> C counters(Class<C> type) {
    return lsu.l1().counters().stream()
        .filter(type::isInstance)
        .map(type::cast)
        .findFirst()
        .orElseThrow();
  }

  /** Answers a READ with words that each have a value. */
  public final void fill(MemoryMessage request, long value) {
    byte[] data = new byte[LINE];
    for (int offset = 0; offset < LINE; offset += 4) {
      LaneBytes.put(data, offset, 4, value);
    }
    time++;
    lsu.l1().receive(request.answer(LineMessage.FILL, new LineData(data), 0));
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
  }

  @Override
  public void occupy(int cycles) {
    occupied += cycles;
  }

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
  public void kernelEnded() {
    ended = true;
  }
}
