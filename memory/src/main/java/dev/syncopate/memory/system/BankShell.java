package dev.syncopate.memory.system;

import dev.syncopate.memory.cache.LaneAtomics;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.network.EjectionPort;
import dev.syncopate.memory.network.InjectionPort;
import dev.syncopate.memory.network.PortCounters;
import dev.syncopate.memory.protocol.L2Controller;
import dev.syncopate.memory.protocol.L2Counters;
import dev.syncopate.memory.protocol.L2Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.MessageReceiver;
import dev.syncopate.memory.protocol.Outcome;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.sim.engine.Event;
import dev.syncopate.sim.engine.Part;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What the timing of an L2 bank and of a bank of the memory side have in common: it takes one
 * message a cycle, in order, and answers {@code l2.hitLatency} cycles later; what had to wait for
 * memory, as long after memory has answered. Atomics keep the bank busy for as many cycles as its
 * atomic unit needs for them.
 */
abstract class BankShell implements MessageReceiver, L2Environment {
  final int index;
  final MemoryConfig config;
  private final int gpu;
  private final Part part;
  private final Router router;
  private final L2Counters counters = new L2Counters();
  private final L2Controller controller;
  private final InjectionPort injection;
  private final EjectionPort ejection;
  private final Pipeline pipeline = new Pipeline();
  private final int lineShift;
  private final int blockShift;

  /** Cycles from here to a tile, and to another bank. */
  private final int tileLatency;

  private final int bankLatency;

  private @Nullable MemoryMessage head;
  private @Nullable MemoryMessage tail;
  private int queued;

  /** What needs no room in the bank, and so does not wait behind what waits for some. */
  private final ArrayDeque<MemoryMessage> ahead = new ArrayDeque<>();

  private boolean stalled;

  /** Whether every event is to end as the bank's table says. */
  private boolean checked;

  /** For {@link LaneAtomics#mostOnOneWord}. */
  private final byte[] wordCounts;

  private Outcome stall = Outcome.DONE;
  private long stalledSince;
  private long freeFrom;
  private long lastChange;

  /**
   * @param index among all banks of its kind
   * @param gpu as {@link L2Environment#gpu}
   * @param part in which the bank runs
   * @param ports counts what its ports do
   */
  BankShell(
      int index,
      int gpu,
      Part part,
      MemoryConfig config,
      Protocol protocol,
      Router router,
      PortCounters ports) {
    this.index = index;
    this.gpu = gpu;
    this.part = part;
    this.config = config;
    this.router = router;
    boolean own = gpu != MEMORY_SIDE;
    int link = config.system().linkLatency();
    int bandwidth = own ? config.network().portBandwidth() : config.system().linkBandwidth();
    injection = new InjectionPort(bandwidth, ports);
    ejection = new EjectionPort(bandwidth, ports);
    bankLatency = own ? config.network().latency() : link;
    tileLatency = own ? config.network().latency() : link + config.network().latency();
    lineShift = Integer.numberOfTrailingZeros(config.l1().line());
    blockShift = Integer.numberOfTrailingZeros(config.l2().interleave());
    wordCounts = new byte[config.l1().line()];
    controller = protocol.l2(index, config, this, counters);
  }

  /** From now on an event that does not end as the bank's table says is an error. */
  final void check() {
    checked = true;
    controller.check();
  }

  @Override
  public void arrive(MemoryMessage message, long now) {
    message.readyAt = ejection.arrive(now, config.network().headerBytes() + message.payloadBytes);
    message.following = null;
    boolean passes = message.system && gpu != MEMORY_SIDE;
    if (message.type.needsNoRoom() && !passes && !follows(message)) {
      ahead.add(message);
      wake();
      return;
    }
    if (tail == null) {
      head = message;
    } else {
      tail.following = message;
    }
    tail = message;
    queued++;
    wake();
  }

  /** Whether an earlier message of the same tile to the same line waits. */
  private boolean follows(MemoryMessage message) {
    for (MemoryMessage before = head; before != null; before = before.following) {
      if (before.line == message.line && before.tile == message.tile) {
        return true;
      }
    }
    return false;
  }

  private void wake() {
    if (pipeline.scheduled()) {
      return;
    }
    MemoryMessage first = stalled ? null : head;
    MemoryMessage next = ahead.peek();
    if (first != null || next != null) {
      long ready =
          Math.min(
              first == null ? Long.MAX_VALUE : first.readyAt,
              next == null ? Long.MAX_VALUE : next.readyAt);
      part.schedule(pipeline, Math.max(freeFrom, Math.max(ready, part.now())));
    }
  }

  private final class Pipeline extends Event {
    @Override
    protected void fire(long now) {
      MemoryMessage answer = ahead.peek();
      if (answer != null && answer.readyAt <= now) {
        ahead.remove();
        freeFrom = now + 1;
        if (receive(answer).stalled()) {
          throw new IllegalStateException("bank " + index + " has refused " + answer);
        }
        wake();
        return;
      }
      MemoryMessage first = head;
      if (first == null) {
        throw new IllegalStateException("bank " + index + " has nothing to do");
      }
      MemoryMessage next = first.following;
      freeFrom = now + 1;
      Outcome outcome = receive(first);
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

  /** Offers a message to the controller. */
  final Outcome receive(MemoryMessage message) {
    Outcome outcome = controller.receive(message);
    settled();
    return outcome;
  }

  /** An event of the controller is over. */
  final void settled() {
    if (checked) {
      controller.settle();
    }
  }

  /** What was awaited has come: a request that was refused may be offered again. */
  final void go(long now) {
    if (stalled) {
      stalled = false;
      counters.stalled(stall, now - stalledSince);
    }
    wake();
  }

  @Override
  public final void reply(MemoryMessage message) {
    long now = part.now();
    long latency = config.l2().hitLatency();
    LaneAtomics atomics = message.atomics;
    if (atomics != null) {
      int cycles = atomicCycles(atomics);
      counters.stallAtomics += cycles - 1;
      freeFrom = Math.max(freeFrom, now) + cycles - 1;
      latency += config.l2().atomicLatency() + cycles - 1;
    }
    long departure =
        injection.depart(now + latency, config.network().headerBytes() + message.payloadBytes);
    if (message.tile >= 0) {
      router.toTile(message, part, departure + tileLatency);
    } else {
      router.toGpuBank(message, part, departure + bankLatency);
    }
  }

  /** Words go side by side as far as there are lanes, operations on one word one after another. */
  private int atomicCycles(LaneAtomics atomics) {
    int perWord = config.l2().atomicsPerCycle();
    int lanes = config.l2().atomicLanes();
    int all = Math.ceilDiv(atomics.count(), perWord * lanes);
    return lanes == 1
        ? all
        : Math.max(all, Math.ceilDiv(atomics.mostOnOneWord(wordCounts), perWord));
  }

  @Override
  public final void pass(MemoryMessage message) {
    long departure =
        injection.depart(
            part.now() + config.l2().hitLatency(),
            config.network().headerBytes() + message.payloadBytes);
    router.toBank(message, gpu, part, departure + bankLatency);
  }

  @Override
  public final int gpu() {
    return gpu;
  }

  @Override
  public final long number(long line) {
    long block = line >>> blockShift;
    int blockLines = blockShift - lineShift;
    return ((block / config.l2().banks()) << blockLines)
        + ((line >>> lineShift) & ((1L << blockLines) - 1));
  }

  @Override
  public final void wordChanged() {
    lastChange = part.now();
  }

  @Override
  public final long time() {
    return part.now();
  }

  @Override
  public final LongSupplier clock() {
    return part.clock();
  }

  final Part part() {
    return part;
  }

  final Router router() {
    return router;
  }

  final L2Controller controller() {
    return controller;
  }

  final L2Counters counters() {
    return counters;
  }

  final long lastChange() {
    return lastChange;
  }

  final boolean idle() {
    return head == null && ahead.isEmpty() && controller.idle();
  }

  final List<String> waiting() {
    String name = gpu == MEMORY_SIDE ? "memory side bank " : "bank ";
    List<String> lines = new ArrayList<>();
    MemoryMessage first = head;
    if (first != null) {
      lines.add(
          name
              + index
              + ": "
              + queued
              + " requests wait, first "
              + first
              + (stalled ? ", stalled by " + stall : ""));
    }
    for (String line : controller.waiting()) {
      lines.add(name + index + ": " + line);
    }
    return lines;
  }
}
