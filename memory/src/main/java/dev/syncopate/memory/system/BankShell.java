package dev.syncopate.memory.system;

import dev.syncopate.memory.cache.LaneAtomics;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.network.Envelope;
import dev.syncopate.memory.network.Network;
import dev.syncopate.memory.protocol.ControllerOutcome;
import dev.syncopate.memory.protocol.L2Controller;
import dev.syncopate.memory.protocol.L2Counters;
import dev.syncopate.memory.protocol.L2Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.protocol.decorator.EventChecks;
import dev.syncopate.memory.topology.Node;
import dev.syncopate.memory.topology.Topology;
import dev.syncopate.memory.topology.VirtualNetwork;
import dev.syncopate.sim.engine.Event;
import dev.syncopate.sim.engine.Part;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Common timing of an L2 bank and of a bank of the memory side. A bank takes one message a cycle,
 * in order, and answers {@code l2.hitLatency} cycles later, or as many cycles after memory has
 * answered. Atomics keep the bank busy for as many cycles as its atomic unit needs for them.
 */
abstract class BankShell implements Network.Receiver, L2Environment {
  /** Memory is asked for at least this much. */
  static final int MEMORY_ATOM = 32;

  final MemoryConfig config;
  private final Node node;
  private final Part part;
  private final Topology topology;
  private final L2Counters counters = new L2Counters();
  private final L2Controller controller;
  private final Network.Port port;
  private final Pipeline pipeline = new Pipeline();

  private @Nullable Envelope head;
  private @Nullable Envelope tail;
  private int queued;

  /** What needs no room in the bank, and so does not wait behind what waits for some. */
  private final ArrayDeque<Envelope> ahead = new ArrayDeque<>();

  private boolean stalled;

  /** Checks of every event; null when checking is off. */
  private @Nullable EventChecks checks;

  /** For {@link LaneAtomics#mostOnOneWord}. */
  private final byte[] wordCounts;

  private ControllerOutcome stall = ControllerOutcome.DONE;
  private long stalledSince;
  private long freeFrom;

  /** Cycles by which the next answer is later, for atomics that it is to. */
  private int atomicDelay;

  private long lastChange;

  /**
   * @param part in which the bank runs
   * @param network to which it is connected here
   */
  @SuppressWarnings("this-escape") // kept for later calls only
  BankShell(
      Node node,
      Part part,
      MemoryConfig config,
      Protocol protocol,
      Topology topology,
      Network network) {
    this.node = node;
    this.part = part;
    this.config = config;
    this.topology = topology;
    port = network.connect(node, part, this);
    wordCounts = new byte[config.l1().line()];
    controller = protocol.l2(config, this, counters);
  }

  /** As {@link TileShell#check}. */
  final void check(Protocol protocol) {
    checks = EventChecks.of(controller, protocol, config, this);
  }

  @Override
  public boolean queue(Envelope envelope) {
    MemoryMessage message = envelope.message();
    boolean passes = message.system && !node.isMemorySide();
    if (message.type.network() == VirtualNetwork.CONTROL && !passes && !follows(message)) {
      ahead.add(envelope);
      wake();
      return true;
    }
    if (tail == null) {
      head = envelope;
    } else {
      tail.following = envelope;
    }
    tail = envelope;
    queued++;
    wake();
    return true;
  }

  @Override
  public void arrive(Envelope envelope, long now) {
    throw new IllegalStateException(envelope + " is in no queue");
  }

  /** Whether an earlier message of the same node to the same line waits. */
  @SuppressWarnings("ReferenceEquality") // there is one object for each node
  private boolean follows(MemoryMessage message) {
    for (Envelope earlier = head; earlier != null; earlier = earlier.following) {
      if (earlier.message().line == message.line && earlier.message().node == message.node) {
        return true;
      }
    }
    return false;
  }

  private void wake() {
    if (pipeline.scheduled()) {
      return;
    }
    Envelope first = stalled ? null : head;
    Envelope next = ahead.peek();
    if (first != null || next != null) {
      long ready =
          Math.min(
              first == null ? Long.MAX_VALUE : first.readyAt(),
              next == null ? Long.MAX_VALUE : next.readyAt());
      part.schedule(pipeline, Math.max(freeFrom, Math.max(ready, part.now())));
    }
  }

  private final class Pipeline extends Event {
    @Override
    protected void fire(long now) {
      Envelope control = ahead.peek();
      if (control != null && control.readyAt() <= now) {
        ahead.remove();
        freeFrom = now + 1;
        if (receive(control.message()).stalled()) {
          throw new IllegalStateException(node + " has refused " + control);
        }
        wake();
        return;
      }
      Envelope first = head;
      if (first == null) {
        throw new IllegalStateException(node + " has nothing to do");
      }
      Envelope next = first.following;
      freeFrom = now + 1;
      ControllerOutcome outcome = receive(first.message());
      if (outcome.stalled()) {
        stalled = true;
        stalledSince = now;
        stall = outcome;
        return;
      }
      head = next;
      first.following = null; // a dead one in old memory would keep those behind it
      if (next == null) {
        tail = null;
      }
      queued--;
      wake();
    }
  }

  /** Offers a message to the controller. */
  final ControllerOutcome receive(MemoryMessage message) {
    if (checks == null) {
      return controller.receive(message);
    }
    checks.begin(message);
    ControllerOutcome outcome = controller.receive(message);
    if (!outcome.stalled()) {
      checks.taken(message);
    }
    checks.end();
    return outcome;
  }

  /** Bytes that the controller has asked memory for have come. */
  final void filled(int miss, long now) {
    if (checks != null) {
      checks.begin();
    }
    controller.filled(miss);
    if (checks != null) {
      checks.end();
    }
    go(now);
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
  public void send(Node receiver, MemoryMessage message) {
    long ready = part.now() + config.l2().hitLatency() + atomicDelay;
    atomicDelay = 0;
    sendAt(ready, receiver, message);
  }

  /** As in general; here since every access of a bank asks. */
  @Override
  public final long number(long line) {
    return topology.number(line);
  }

  @Override
  public final void atomicsPerformed(LaneAtomics atomics) {
    int cycles = atomicCycles(atomics);
    counters.stallAtomics += cycles - 1;
    freeFrom = Math.max(freeFrom, part.now()) + cycles - 1;
    atomicDelay = config.l2().atomicLatency() + cycles - 1;
  }

  /** Has a message leave from a cycle on. */
  final void sendAt(long ready, Node receiver, MemoryMessage message) {
    if (checks != null) {
      checks.sent(message);
    }
    port.send(receiver, message, ready);
  }

  /** Cycles for which atomics occupy the bank: its steps, each for the interval of the unit. */
  private int atomicCycles(LaneAtomics atomics) {
    return atomicSteps(atomics) * config.l2().atomicInterval();
  }

  /** Words go side by side as far as there are lanes, operations on one word one after another. */
  private int atomicSteps(LaneAtomics atomics) {
    if (atomics.count() == 1) {
      return 1; // by far the most of scattered updates: no need to divide
    }
    int perWord = config.l2().atomicsPerCycle();
    int lanes = config.l2().atomicLanes();
    int laneSteps = Math.ceilDiv(atomics.count(), perWord * lanes);
    return lanes == 1
        ? laneSteps
        : Math.max(laneSteps, Math.ceilDiv(atomics.mostOnOneWord(wordCounts), perWord));
  }

  @Override
  public final Node node() {
    return node;
  }

  @Override
  public final Topology topology() {
    return topology;
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
    String name = node.isMemorySide() ? "memory side bank " : "bank ";
    List<String> lines = new ArrayList<>();
    Envelope first = head;
    if (first != null) {
      lines.add(
          name
              + node.index()
              + ": "
              + queued
              + " requests wait, first "
              + first.message()
              + (stalled ? ", stalled by " + stall : ""));
    }
    for (String line : controller.waiting()) {
      lines.add(name + node.index() + ": " + line);
    }
    return lines;
  }
}
