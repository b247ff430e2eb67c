package dev.syncopate.memory.rig;

import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.host.Controllers;
import dev.syncopate.memory.host.HostAccess;
import dev.syncopate.memory.lsu.StepPlans;
import dev.syncopate.memory.protocol.L1Controller;
import dev.syncopate.memory.protocol.L2Controller;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.protocol.StepTable;
import dev.syncopate.memory.protocol.decorator.CheckedProtocol;
import dev.syncopate.memory.topology.Channels;
import dev.syncopate.memory.topology.Node;
import dev.syncopate.memory.topology.Topology;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The same controllers and load-store units as in the timed machine, without engine or clock: a
 * random one of the things that can happen next happens. Only what the network guarantees is kept:
 * messages between one tile or bank and one bank stay in order. Some ways are much slower than
 * others, so that messages on them are overtaken by long chains of others. CPUs are tiles behind
 * those of the GPU, with a separate protocol.
 */
public final class LooseMachine implements TestBed {
  private static final int SLOWNESS = 100;

  private final MemoryConfig config;
  private final Topology topology;
  private final Channels channels;
  private final RandomGenerator random;
  private final LineJournal journal;
  private final HostAccess host;
  private final List<LooseTile> tiles = new ArrayList<>();

  private final List<LooseBank> banks = new ArrayList<>();

  /** All of them: where something can happen. */
  private final List<LoosePart> parts = new ArrayList<>();

  /** The same by number of the node. */
  private final @Nullable LoosePart[] byNode;

  private final long limit;
  private long steps;

  /**
   * @param random decides what happens next
   * @param limit of steps; with more, {@link #run} fails
   */
  @SuppressWarnings("this-escape") // parts keep it for later
  public LooseMachine(
      MemoryConfig config,
      Protocol unchecked,
      ConsistencyModel model,
      RandomGenerator random,
      long limit) {
    unchecked.require(config);
    this.config = config;
    this.random = random;
    this.limit = limit;
    journal = new LineJournal(config.l1().line());
    topology = Topology.withoutChannels(config);
    channels = new Channels(topology, unchecked::sends);
    byNode = new @Nullable LoosePart[topology.nodes().size()];
    Protocol protocol = new CheckedProtocol(unchecked);
    StepTable table = config.severalGpus() ? protocol.systemTable() : protocol.table();
    host = new HostAccess(table, config.l1().line(), topology, new ForHost());
    MemoryConfig bankConfig = config.severalGpus() ? config.memorySide() : config;
    for (Node node : topology.memoryBanks()) {
      banks.add(new LooseBank(this, node, bankConfig, protocol));
    }
    for (int gpu = 0; config.severalGpus() && gpu < topology.gpus(); gpu++) {
      for (Node node : topology.banks(gpu)) {
        banks.add(new LooseBank(this, node, config, protocol));
      }
    }
    List<Node> agents = new ArrayList<>();
    for (int i = 0; i < config.computeUnits(); i++) {
      agents.add(topology.tile(i));
    }
    agents.addAll(topology.cpus());
    for (Node node : agents) {
      Protocol nodeProtocol = protocol.at(node);
      tiles.add(new LooseTile(this, node, nodeProtocol, StepPlans.on(config, nodeProtocol, model)));
    }
    parts.addAll(tiles);
    parts.addAll(banks);
    for (LoosePart part : parts) {
      byNode[part.node().number()] = part;
    }
  }

  /** Draws which of so many channels are slow. */
  boolean[] slow(int count) {
    boolean[] slow = new boolean[count];
    for (int i = 0; i < count; i++) {
      slow[i] = random.nextInt(3) == 0;
    }
    return slow;
  }

  Topology topology() {
    return topology;
  }

  Channels channels() {
    return channels;
  }

  LoosePart part(Node node) {
    return Objects.requireNonNull(byNode[node.number()]);
  }

  MemoryConfig config() {
    return config;
  }

  LineJournal journal() {
    return journal;
  }

  /** Things that have happened so far. */
  long steps() {
    return steps;
  }

  /** Where a line is in the memory behind its bank. */
  long local(long line) {
    return topology.map().local(line);
  }

  @Override
  public TinyThread thread(int tile, int warp) {
    return tiles.get(tile).thread(warp);
  }

  @Override
  public void read(long address, byte[] target) {
    host.read(address, target);
  }

  @Override
  public void write(long address, byte[] source) {
    host.write(address, source);
  }

  /** Places where the host reads and writes. */
  private final class ForHost implements Controllers {
    @Override
    public L2Controller bank(Node node) {
      return ((LooseBank) part(node)).controller();
    }

    @Override
    public L1Controller l1(Node node) {
      return ((LooseTile) part(node)).l1();
    }
  }

  @Override
  public void watch(long address) {
    journal.watch(address);
  }

  @Override
  public List<String> history() {
    return journal.entries();
  }

  @Override
  public void run() {
    tiles.forEach(LooseTile::start);
    happen();
    if (!tiles.stream().allMatch(LooseTile::finished)) {
      throw new IllegalStateException("deadlock:\n" + String.join("\n", waiting()));
    }
    tiles.forEach(LooseTile::end);
    happen();
    if (!tiles.stream().allMatch(LooseTile::ended)) {
      throw new IllegalStateException("does not end:\n" + String.join("\n", waiting()));
    }
  }

  /** Lets things happen until nothing can. */
  private void happen() {
    while (true) {
      int quick = possible(false);
      int slow = possible(true);
      if (quick + slow == 0) {
        return;
      }
      if (++steps > limit) {
        throw new IllegalStateException(
            "no end after " + limit + " steps:\n" + String.join("\n", waiting()));
      }
      boolean dawdle = quick == 0 || (slow > 0 && random.nextInt(SLOWNESS) == 0);
      one(dawdle, random.nextInt(dawdle ? slow : quick));
    }
  }

  private int possible(boolean slow) {
    int total = 0;
    for (int i = 0; i < parts.size(); i++) {
      total += parts.get(i).possible(slow);
    }
    return total;
  }

  /** Lets one of the possible things happen. */
  private void one(boolean slow, int number) {
    int part = 0;
    int remaining = number;
    while (remaining >= parts.get(part).possible(slow)) {
      remaining -= parts.get(part).possible(slow);
      part++;
    }
    parts.get(part).change();
    parts.get(part).happen(slow, remaining);
  }

  private List<String> waiting() {
    List<String> lines = new ArrayList<>();
    tiles.forEach(tile -> lines.addAll(tile.waiting()));
    banks.forEach(bank -> lines.addAll(bank.controller().waiting()));
    return lines;
  }
}
