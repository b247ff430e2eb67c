package dev.syncopate.memory.system;

import dev.syncopate.memory.cache.LaneAtomics;
import dev.syncopate.memory.cache.LineBytes;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.network.EjectionPort;
import dev.syncopate.memory.network.InjectionPort;
import dev.syncopate.memory.protocol.L2Controller;
import dev.syncopate.memory.protocol.L2Counters;
import dev.syncopate.memory.protocol.L2Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.MessageReceiver;
import dev.syncopate.memory.protocol.Outcome;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.sim.engine.Event;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An L2 bank with its timing: takes one message a cycle, in order, and answers {@code
 * l2.hitLatency} cycles later; what had to wait for memory, as long after memory has answered.
 * Atomics keep the bank busy for as many cycles as its atomic unit needs for them.
 */
final class Bank implements MessageReceiver, L2Environment {
  /** Memory is asked for at least this much. */
  private static final int MEMORY_ATOM = 32;

  private final int index;
  private final Partition partition;
  private final MemoryConfig config;
  private final Router router;
  private final L2Counters counters = new L2Counters();
  private final L2Controller controller;
  private final InjectionPort injection;
  private final EjectionPort ejection;
  private final Pipeline pipeline = new Pipeline();
  private @Nullable Fill[] fills = new @Nullable Fill[0];
  private final int lineShift;
  private final int blockShift;

  private @Nullable MemoryMessage head;
  private @Nullable MemoryMessage tail;
  private int queued;
  private boolean stalled;
  private Outcome stall = Outcome.DONE;
  private long stalledSince;
  private long freeFrom;
  private long lastChange;

  Bank(int index, Partition partition, MemoryConfig config, Protocol protocol, Router router) {
    this.index = index;
    this.partition = partition;
    this.config = config;
    this.router = router;
    injection = new InjectionPort(config.network().portBandwidth(), partition.portCounters);
    ejection = new EjectionPort(config.network().portBandwidth(), partition.portCounters);
    lineShift = Integer.numberOfTrailingZeros(config.l1().line());
    blockShift = Integer.numberOfTrailingZeros(config.l2().interleave());
    controller = protocol.l2(index, config, this, counters);
  }

  @Override
  public void arrive(MemoryMessage message, long now) {
    message.readyAt = ejection.arrive(now, config.network().headerBytes() + message.payloadBytes);
    message.following = null;
    if (tail == null) {
      head = message;
    } else {
      tail.following = message;
    }
    tail = message;
    queued++;
    wake();
  }

  private void wake() {
    MemoryMessage first = head;
    if (first != null && !stalled && !pipeline.scheduled()) {
      long from = Math.max(freeFrom, Math.max(first.readyAt, partition.now()));
      partition.schedule(pipeline, from);
    }
  }

  private final class Pipeline extends Event {
    @Override
    protected void fire(long now) {
      MemoryMessage first = head;
      if (first == null) {
        throw new IllegalStateException("bank " + index + " has nothing to do");
      }
      MemoryMessage next = first.following;
      freeFrom = now + 1;
      Outcome outcome = controller.receive(first);
      if (outcome.stalled()) {
        stalled = true;
        stalledSince = now;
        stall = outcome;
        return;
      }
      head = next;
      if (next == null) {
        tail = null;
      }
      queued--;
      wake();
    }
  }

  private final class Fill extends Event {
    private final int miss;

    Fill(int miss) {
      this.miss = miss;
    }

    @Override
    protected void fire(long now) {
      controller.filled(miss);
      if (stalled) {
        stalled = false;
        counters.stalled(stall, now - stalledSince);
      }
      wake();
    }
  }

  @Override
  public void reply(MemoryMessage message) {
    long now = partition.now();
    long latency = config.l2().hitLatency();
    LaneAtomics atomics = message.atomics;
    if (atomics != null) {
      int cycles = Math.ceilDiv(atomics.count(), config.l2().atomicsPerCycle());
      counters.stallAtomics += cycles - 1;
      freeFrom = Math.max(freeFrom, now) + cycles - 1;
      latency += config.l2().atomicLatency() + cycles - 1;
    }
    long departure =
        injection.depart(now + latency, config.network().headerBytes() + message.payloadBytes);
    router.toTile(message, partition, departure + config.network().latency());
  }

  @Override
  public void pass(MemoryMessage message) {
    long departure =
        injection.depart(
            partition.now() + config.l2().hitLatency(),
            config.network().headerBytes() + message.payloadBytes);
    router.toBank(message, partition, departure + config.network().latency());
  }

  @Override
  public void fetch(int miss, long line, int from, int bytes) {
    if (fills.length == 0) {
      fills = new @Nullable Fill[config.l2().mshrs()];
    }
    Fill fill = fills[miss];
    if (fill == null) {
      fill = new Fill(miss);
      fills[miss] = fill;
    }
    partition.channel.request(
        partition.now(), partition.map.local(line) + from, bytes, false, fill);
  }

  @Override
  public void readMemory(long line, int from, int bytes, byte[] into, int at) {
    partition.storage.read(partition.map.local(line) + from, into, at, bytes);
  }

  @Override
  public void writeMemory(long line, byte[] data, int base, long maskLow, long maskHigh) {
    long local = partition.map.local(line);
    partition.storage.write(local, data, base, maskLow, maskHigh, config.l1().line());
    int from = LineBytes.first(maskLow, maskHigh) & -MEMORY_ATOM;
    int end = LineBytes.end(maskLow, maskHigh) + MEMORY_ATOM - 1 & -MEMORY_ATOM;
    partition.channel.request(partition.now(), local + from, end - from, true, null);
  }

  @Override
  public void pokeMemory(long line, int from, int bytes, byte[] data, int at) {
    partition.storage.write(partition.map.local(line) + from, data, at, bytes);
  }

  @Override
  public long number(long line) {
    long block = line >>> blockShift;
    int blockLines = blockShift - lineShift;
    return ((block / config.l2().banks()) << blockLines)
        + ((line >>> lineShift) & ((1L << blockLines) - 1));
  }

  @Override
  public void wordChanged() {
    lastChange = partition.now();
  }

  @Override
  public long time() {
    return partition.now();
  }

  Partition partition() {
    return partition;
  }

  L2Controller controller() {
    return controller;
  }

  L2Counters counters() {
    return counters;
  }

  long lastChange() {
    return lastChange;
  }

  boolean idle() {
    return head == null && controller.idle();
  }

  List<String> waiting() {
    List<String> lines = new ArrayList<>();
    MemoryMessage first = head;
    if (first != null) {
      lines.add(
          "bank "
              + index
              + ": "
              + queued
              + " requests wait, first "
              + first
              + (stalled ? ", stalled by " + stall : ""));
    }
    for (String line : controller.waiting()) {
      lines.add("bank " + index + ": " + line);
    }
    return lines;
  }
}
