package dev.syncopate.memory.system;

import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.lsu.LoadStoreUnit;
import dev.syncopate.memory.lsu.LsuTiming;
import dev.syncopate.memory.lsu.MemoryClient;
import dev.syncopate.memory.lsu.StepLsu;
import dev.syncopate.memory.lsu.StepPlans;
import dev.syncopate.memory.network.Envelope;
import dev.syncopate.memory.network.Network;
import dev.syncopate.memory.protocol.ControllerOutcome;
import dev.syncopate.memory.protocol.L1Controller;
import dev.syncopate.memory.protocol.L1Counters;
import dev.syncopate.memory.protocol.L1Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.protocol.decorator.EventChecks;
import dev.syncopate.memory.topology.Node;
import dev.syncopate.memory.topology.Topology;
import dev.syncopate.sim.engine.Event;
import dev.syncopate.sim.engine.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The timing of a tile's memory side: when the head of the request FIFO is offered to the L1, when
 * messages leave by the tile's port and come in, and how long what stalled. An instruction issued
 * in cycle t is offered to the L1 from cycle t + 1 on, one line access a cycle; a value that is in
 * the L1 is ready {@code l1.hitLatency} cycles after t. A miss leaves for the network at once, and
 * its value is ready {@code l1.hitLatency} cycles after the answer: it takes the way through the L1
 * as well.
 *
 * <p>To be called from within the events of the tile's part.
 */
final class TileShell implements LsuTiming, L1Environment, Network.Receiver {
  private final Node node;
  private final Part host;
  private final MemoryConfig config;
  private final Topology topology;
  private final Network.Port port;
  private final L1Counters counters = new L1Counters();
  private final L1Controller l1;
  private final StepLsu lsu;
  private final Pipeline pipeline = new Pipeline();

  private boolean stalled;
  private long stalledSince;
  private long freeFrom;
  private long lastChange;

  /** By warp: when the instruction that blocks it was issued. */
  private final long[] blockedSince;

  /** Checks of every event; null when checking is off. */
  private @Nullable EventChecks checks;

  /** Observer of the L1; null for none. */
  private @Nullable L1Watcher watcher;

  @SuppressWarnings("this-escape") // kept for later calls only
  TileShell(
      Node node,
      Part host,
      MemoryClient client,
      MemoryConfig config,
      Protocol protocol,
      StepPlans plans,
      Topology topology,
      Network network) {
    this.node = node;
    this.host = host;
    this.config = config;
    this.topology = topology;
    port = network.connect(node, host, this);
    lsu =
        new StepLsu(
            plans,
            config.warpsPerUnit(),
            config.l1().queue(),
            listener -> protocol.l1(config, this, listener, counters),
            client,
            this,
            counters);
    l1 = lsu.l1();
    blockedSince = new long[config.warpsPerUnit() + 2];
  }

  /** From now on every event of the L1 is checked, by what its protocol says. */
  void check(Protocol protocol) {
    checks = EventChecks.of(l1, protocol, config, this);
  }

  /** Sets the observer of the L1; null removes it. */
  void watch(@Nullable L1Watcher next) {
    watcher = next;
  }

  private int advanceWatched(L1Watcher watcher) {
    LineAccess first = lsu.first();
    L1Effect earlier = L1Effect.of(counters);
    int cycles = lsu.advance();
    if (first != null) {
      watcher.offered(node.index(), first.parent, L1Effect.of(counters).since(earlier));
    }
    return cycles;
  }

  /** What the tile issues its memory instructions to. */
  LoadStoreUnit lsu() {
    return lsu;
  }

  /** Whether nothing is in flight. */
  boolean idle() {
    return lsu.idle() && l1.idle();
  }

  /** The last cycle in which a byte in the L1 got another value. */
  long lastChange() {
    return lastChange;
  }

  /** For a report of a hang: who waits, and what for. */
  List<String> waiting() {
    List<String> lines = new ArrayList<>();
    for (String line : lsu.waiting()) {
      lines.add(host.name() + ": " + line);
    }
    for (String line : l1.waiting()) {
      lines.add(host.name() + " L1: " + line);
    }
    return lines;
  }

  /** Counters of the L1 and the load-store unit. */
  List<Object> counters() {
    List<Object> allCounters = new ArrayList<>(List.of(counters));
    allCounters.addAll(l1.counters());
    return allCounters;
  }

  /** The L1 controller, for reports. */
  L1Controller l1() {
    return l1;
  }

  Part host() {
    return host;
  }

  // ---- when the load-store unit goes on ----

  @Override
  public void issuing(WarpAccess access) {
    blockedSince[access.warp] = host.now();
  }

  @Override
  public void requested() {
    schedule(host.now() + 1);
  }

  @Override
  public long complete(WarpAccess access) {
    long now = host.now();
    long ready = access.operation.resultUsed() ? now - 1 + config.l1().hitLatency() : now;
    if (access.blocking) {
      counters.blockedCycles += ready - blockedSince[access.warp];
      if (access.operation.remote()) {
        counters.remoteOperations++;
        counters.remoteCycles += ready - blockedSince[access.warp];
      }
    }
    return ready;
  }

  // ---- the L1's side of the network ----

  @Override
  public Node node() {
    return node;
  }

  @Override
  public Topology topology() {
    return topology;
  }

  /** As in general; here since every miss asks. */
  @Override
  public Node home(long line) {
    return topology.home(node, line);
  }

  @Override
  public void send(Node receiver, MemoryMessage message) {
    if (checks != null) {
      checks.sent(message);
    }
    port.send(receiver, message, host.now());
  }

  @Override
  public void arrive(Envelope envelope, long now) {
    if (watcher == null) {
      receive(envelope.message());
    } else {
      receiveWatched(envelope.message(), watcher, now);
    }
    if (stalled) {
      stalled = false;
      if (lsu.stall() == ControllerOutcome.STALLED_BY_MECHANISM) {
        l1.stalled(now - stalledSince);
      } else {
        counters.stalled(lsu.stall(), now - stalledSince);
      }
    }
    wake(now);
  }

  private void receive(MemoryMessage message) {
    if (checks == null) {
      l1.receive(message);
    } else {
      checks.begin(message);
      checks.taken(message);
      l1.receive(message);
      checks.end();
    }
  }

  private void receiveWatched(MemoryMessage message, L1Watcher watcher, long now) {
    L1Effect earlier = L1Effect.of(counters);
    receive(message);
    L1Effect effect = L1Effect.of(counters).since(earlier);
    if (effect.flushes() + effect.flushedLines() + effect.invalidations() != 0) {
      watcher.received(node.index(), message, effect, Math.max(0, freeFrom - now));
    }
  }

  @Override
  public void occupy(int cycles) {
    freeFrom = Math.max(freeFrom, host.now()) + cycles;
  }

  @Override
  public void wordChanged() {
    lastChange = host.now();
  }

  @Override
  public long time() {
    return host.now();
  }

  @Override
  public LongSupplier clock() {
    return host.clock();
  }

  /** The tile's number. */
  int index() {
    return node.index();
  }

  private void wake(long earliest) {
    if (!lsu.empty()) {
      schedule(earliest);
    }
  }

  private void schedule(long earliest) {
    if (!stalled && !pipeline.scheduled()) {
      host.schedule(pipeline, Math.max(earliest, freeFrom));
    }
  }

  /** Takes one entry of the request FIFO a cycle. */
  private final class Pipeline extends Event {
    @Override
    protected void fire(long now) {
      if (now < freeFrom) { // a message has occupied the cache since
        wake(freeFrom);
        return;
      }
      if (checks != null) {
        checks.begin();
      }
      int cycles = watcher == null ? lsu.advance() : advanceWatched(watcher);
      if (checks != null) {
        checks.end();
      }
      if (cycles == 0) {
        stalled = true;
        stalledSince = now;
      } else {
        freeFrom = Math.max(freeFrom, now + cycles); // what was offered may have occupied it
        wake(freeFrom);
      }
    }
  }
}
