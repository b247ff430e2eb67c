package dev.syncopate.memory.system;

import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.access.Kind;
import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.lsu.LoadStoreUnit;
import dev.syncopate.memory.lsu.LsuEnvironment;
import dev.syncopate.memory.lsu.MemoryClient;
import dev.syncopate.memory.lsu.Plans;
import dev.syncopate.memory.lsu.StepLsu;
import dev.syncopate.memory.network.Envelope;
import dev.syncopate.memory.network.Network;
import dev.syncopate.memory.protocol.L1Controller;
import dev.syncopate.memory.protocol.L1Counters;
import dev.syncopate.memory.protocol.L1Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.Outcome;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.topology.Node;
import dev.syncopate.memory.topology.Topology;
import dev.syncopate.sim.engine.Event;
import dev.syncopate.sim.engine.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The memory side of a tile, with its timing. An instruction issued in cycle t is offered to the L1
 * from cycle t + 1 on, one line access a cycle; a value that is in the L1 is ready {@code
 * l1.hitLatency} cycles after t. A miss leaves for the network at once, and its value is ready
 * {@code l1.hitLatency} cycles after the answer: it takes the way through the L1 as well.
 *
 * <p>To be called from within the events of the tile's part.
 */
public final class TileMemory
    implements LoadStoreUnit, LsuEnvironment, L1Environment, Network.Receiver {
  private static final long[] NONE = {};

  private final Node node;
  private final Part host;
  private final MemoryClient client;
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

  private @Nullable Runnable kernelEnded;

  /** Whether every event is to end as the L1's table says. */
  private boolean checked;

  /** Whether a kernel's first acquire is under way that others must not overtake. */
  private boolean beginning;

  @SuppressWarnings("this-escape") // kept for later calls only
  TileMemory(
      Node node,
      Part host,
      MemoryClient client,
      MemoryConfig config,
      Protocol protocol,
      Plans plans,
      Topology topology,
      Network network) {
    this.node = node;
    this.host = host;
    this.client = client;
    this.config = config;
    this.topology = topology;
    port = network.connect(node, host, this);
    l1 = protocol.l1(config, this, counters);
    lsu = new StepLsu(plans, config.warpsPerUnit(), config.l1().queue(), l1, this, counters);
    blockedSince = new long[config.warpsPerUnit() + 1];
  }

  /** From now on an event that does not end as the L1's table says is an error. */
  void check() {
    checked = true;
    l1.check();
  }

  @Override
  public boolean canIssue(int warp, MemoryOperation operation) {
    return lsu.canIssue(warp, operation);
  }

  @Override
  public void issue(WarpAccess access) {
    blockedSince[access.warp] = host.now();
    lsu.issue(access);
    wake(host.now() + 1);
  }

  @Override
  public boolean quiet(int warp) {
    return lsu.quiet(warp);
  }

  /**
   * Makes the L1 see all that is in the L2, before any access issued after this: an acquire. With
   * several GPUs, all that is at the memory side: that takes a while, in which nothing is issued.
   */
  public void kernelBegin() {
    if (config.severalGpus()) {
      beginning = true;
      lsu.close();
    }
    issue(kernelFence(Order.ACQUIRE));
  }

  /**
   * Makes all that the tile has written visible in the L2, or with several GPUs at the memory side:
   * a release.
   *
   * @param done called when that is so, in the tile's part
   */
  public void kernelEnd(Runnable done) {
    kernelEnded = done;
    if (!beginning) {
      issue(kernelFence(Order.RELEASE));
    }
  }

  /** What a tile does at a kernel's start, an acquire, and at its end, a release. */
  static MemoryOperation kernelFence(Order order, MemoryConfig config) {
    return new MemoryOperation(
        Kind.FENCE,
        null,
        DataType.B32,
        1,
        order,
        config.severalGpus() ? Scope.SYS : Scope.GPU,
        false,
        false,
        false,
        0);
  }

  private WarpAccess kernelFence(Order order) {
    MemoryOperation fence = kernelFence(order, config);
    return new WarpAccess(
        fence, config.warpsPerUnit(), 0, NONE, NONE, NONE, NONE, new int[0], config.warpWidth());
  }

  /** Whether nothing is under way. */
  public boolean idle() {
    return lsu.idle() && l1.idle();
  }

  /** The last cycle in which a byte in the L1 got another value. */
  public long lastChange() {
    return lastChange;
  }

  /** For a report of a hang: who waits, and what for. */
  public List<String> waiting() {
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
    List<Object> all = new ArrayList<>(List.of(counters));
    all.addAll(l1.counters());
    return all;
  }

  /** The L1 controller, for tests and reports. */
  public L1Controller l1() {
    return l1;
  }

  Part host() {
    return host;
  }

  @Override
  public void completed(WarpAccess access) {
    long now = host.now();
    long ready = access.operation.resultUsed() ? now - 1 + config.l1().hitLatency() : now;
    if (access.blocking) {
      counters.blockedCycles += ready - blockedSince[access.warp];
      if (access.operation.remote()) {
        counters.remoteOperations++;
        counters.remoteCycles += ready - blockedSince[access.warp];
      }
    }
    if (access.warp < config.warpsPerUnit()) {
      client.completed(access, ready);
    } else if (access.operation.order() == Order.ACQUIRE) {
      begun();
    } else if (kernelEnded != null) {
      Runnable done = kernelEnded;
      kernelEnded = null;
      done.run();
    }
  }

  private void begun() {
    if (beginning) {
      beginning = false;
      lsu.open();
      if (kernelEnded != null) { // there was nothing to do for this tile
        issue(kernelFence(Order.RELEASE));
      }
    }
  }

  @Override
  public void mayIssue(int warp) {
    if (warp < config.warpsPerUnit()) {
      client.mayIssue(warp);
    }
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
  public void send(Node to, MemoryMessage message) {
    port.send(new Envelope(node, to, message), host.now());
  }

  @Override
  public void arrive(Envelope envelope, long now) {
    l1.receive(envelope.message);
    if (checked) {
      l1.settle();
    }
    if (stalled) {
      stalled = false;
      if (lsu.stall() == Outcome.STALLED_BY_MECHANISM) {
        l1.stalled(now - stalledSince);
      } else {
        counters.stalled(lsu.stall(), now - stalledSince);
      }
    }
    wake(now);
  }

  @Override
  public void performed(LineAccess access) {
    lsu.performed(access);
  }

  @Override
  public void stepDone(WarpAccess access) {
    lsu.stepDone(access);
  }

  @Override
  public void diverted(LineAccess access) {
    lsu.diverted(access);
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
  public int index() {
    return node.index();
  }

  private void wake(long from) {
    if (!stalled && !pipeline.scheduled() && !lsu.empty()) {
      host.schedule(pipeline, Math.max(from, freeFrom));
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
      int cycles = lsu.advance();
      if (checked) {
        l1.settle();
      }
      if (cycles == 0) {
        stalled = true;
        stalledSince = now;
      } else {
        freeFrom = now + cycles;
        wake(freeFrom);
      }
    }
  }
}
