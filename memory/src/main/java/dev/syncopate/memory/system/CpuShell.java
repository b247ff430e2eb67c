package dev.syncopate.memory.system;

import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.lsu.LsuTiming;
import dev.syncopate.memory.lsu.MemoryClient;
import dev.syncopate.memory.lsu.StepLsu;
import dev.syncopate.memory.lsu.StepPlans;
import dev.syncopate.memory.network.Envelope;
import dev.syncopate.memory.network.Network;
import dev.syncopate.memory.protocol.L1Controller;
import dev.syncopate.memory.protocol.L1Counters;
import dev.syncopate.memory.protocol.L1Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.protocol.decorator.EventChecks;
import dev.syncopate.memory.topology.Node;
import dev.syncopate.memory.topology.Topology;
import dev.syncopate.sim.engine.LocalClock;
import dev.syncopate.sim.engine.Part;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Timing of a CPU's memory side, in cycles of the CPU's clock, like {@link TileShell} for a tile.
 * An access issued in cycle t is offered to the L1 in t + 1, and a hit is ready {@code
 * l1.hitLatency} cycles after t. Messages leave at the network's next cycle and arrive at the CPU's
 * next.
 */
final class CpuShell implements CpuMemory, LsuTiming, L1Environment, Network.Receiver {
  private final Node node;
  private final Part host;
  private final LocalClock clock;
  private final MemoryConfig config;
  private final Topology topology;
  private final Network.Port port;
  private final L1Counters counters = new L1Counters();
  private final L1Controller l1;
  private final StepLsu lsu;
  private final Pipeline pipeline;

  /** Checks of every event; null when checking is off. */
  private @Nullable EventChecks checks;

  private boolean stalled;
  private boolean answered;
  private long freeFrom;
  private long lastChange;

  @SuppressWarnings("this-escape") // kept for later calls only
  CpuShell(
      Node node,
      Part host,
      LocalClock clock,
      MemoryClient client,
      MemoryConfig config,
      Protocol protocol,
      StepPlans plans,
      Topology topology,
      Network network) {
    this.node = node;
    this.host = host;
    this.clock = clock;
    this.config = config;
    this.topology = topology;
    pipeline = new Pipeline(clock);
    port = network.connect(node, host, this);
    lsu =
        new StepLsu(
            plans,
            1,
            config.l1().queue(),
            listener -> protocol.l1(config, this, listener, counters),
            client,
            this,
            counters);
    l1 = lsu.l1();
  }

  @Override
  public StepLsu lsu() {
    return lsu;
  }

  @Override
  public boolean answered() {
    return answered;
  }

  @Override
  public L1Counters l1Counters() {
    return counters;
  }

  /** As {@link TileShell#check}. */
  void check(Protocol protocol) {
    checks = EventChecks.of(l1, protocol, config, this);
  }

  L1Controller l1() {
    return l1;
  }

  boolean idle() {
    return lsu.idle() && l1.idle();
  }

  long lastChange() {
    return lastChange;
  }

  List<String> waiting() {
    List<String> lines = new ArrayList<>();
    lsu.waiting().forEach(line -> lines.add(node + ": " + line));
    l1.waiting().forEach(line -> lines.add(node + " L1: " + line));
    return lines;
  }

  // ---- when the load-store unit goes on ----

  @Override
  public void issuing(WarpAccess access) {
    answered = false;
  }

  @Override
  public void requested() {
    schedule(clock.now() + 1);
  }

  @Override
  public long complete(WarpAccess access) {
    long now = clock.now();
    return access.operation.resultUsed() ? now - 1 + config.l1().hitLatency() : now;
  }

  // ---- the L1's side of the network ----

  @Override
  public void arrive(Envelope envelope, long now) {
    clock.crossed();
    answered = true;
    if (checks == null) {
      l1.receive(envelope.message());
    } else {
      checks.begin(envelope.message());
      checks.taken(envelope.message());
      l1.receive(envelope.message());
      checks.end();
    }
    stalled = false;
    wake(clock.now());
  }

  @Override
  public void send(Node receiver, MemoryMessage message) {
    if (checks != null) {
      checks.sent(message);
    }
    port.send(receiver, message, host.now());
  }

  @Override
  public void occupy(int cycles) {
    freeFrom = Math.max(freeFrom, clock.now()) + cycles;
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
  public void wordChanged() {
    lastChange = host.now();
  }

  @Override
  public long time() {
    return host.now();
  }

  private void wake(long earliest) {
    if (!lsu.empty()) {
      schedule(earliest);
    }
  }

  private void schedule(long earliest) {
    if (!stalled && !pipeline.scheduled()) {
      pipeline.schedule(Math.max(earliest, freeFrom));
    }
  }

  /** Takes one entry of the request FIFO a CPU cycle. */
  private final class Pipeline extends LocalClock.Edge {
    Pipeline(LocalClock clock) {
      super(clock);
    }

    @Override
    protected void happen(long now) {
      if (now < freeFrom) {
        wake(freeFrom);
        return;
      }
      if (checks != null) {
        checks.begin();
      }
      int cycles = lsu.advance();
      if (checks != null) {
        checks.end();
      }
      if (cycles == 0) {
        stalled = true;
      } else {
        freeFrom = now + cycles;
        wake(freeFrom);
      }
    }
  }
}
