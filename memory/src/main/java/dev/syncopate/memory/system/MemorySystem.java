package dev.syncopate.memory.system;

import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.cache.LineBytes;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.dram.DramCounters;
import dev.syncopate.memory.host.Controllers;
import dev.syncopate.memory.host.HostAccess;
import dev.syncopate.memory.lsu.LoadStoreUnit;
import dev.syncopate.memory.lsu.MemoryClient;
import dev.syncopate.memory.lsu.StepPlans;
import dev.syncopate.memory.network.Crossbar;
import dev.syncopate.memory.network.LinkLoad;
import dev.syncopate.memory.network.MeshNetwork;
import dev.syncopate.memory.network.Network;
import dev.syncopate.memory.network.PortLoad;
import dev.syncopate.memory.protocol.CachedCopy;
import dev.syncopate.memory.protocol.L1Controller;
import dev.syncopate.memory.protocol.L2Controller;
import dev.syncopate.memory.protocol.MessageType;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.protocol.StepTable;
import dev.syncopate.memory.topology.Node;
import dev.syncopate.memory.topology.Topology;
import dev.syncopate.sim.config.CheckedConfig;
import dev.syncopate.sim.engine.LocalClock;
import dev.syncopate.sim.engine.Part;
import dev.syncopate.sim.perturb.PerturbationList;
import dev.syncopate.sim.perturb.PerturbationLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Everything below the load-store units of a device. Addresses are plain 64-bit device addresses
 * below 2^48; memory is zero until written.
 */
public final class MemorySystem {
  /** Bytes of a sector: what the L2 fetches at least. */
  public static final int SECTOR = 32;

  private final MemoryConfig config;
  private final Protocol protocol;
  private final ConsistencyModel model;
  private final StepPlans plans;
  private final Topology topology;
  private final HostAccess host;
  private final Network network;
  private final List<Partition> partitions = new ArrayList<>();

  /** The banks with memory behind them: the L2's, or with several GPUs the memory side's. */
  private final List<BankShell> banks = new ArrayList<>();

  /** With several GPUs: the banks of each, one GPU after the other. */
  private final List<GpuBank> gpuBanks = new ArrayList<>();

  /** By number of a node: the bank there, if it is one. */
  private final @Nullable BankShell[] byNode;

  private final List<TileShell> tiles = new ArrayList<>();
  private final List<CpuShell> cpus = new ArrayList<>();

  /**
   * @throws IllegalArgumentException when the parameters contradict one another, naming them
   */
  public MemorySystem(MemoryConfig config, Protocol protocol, ConsistencyModel model) {
    CheckedConfig.check(config);
    this.config = config;
    topology = Topology.of(config);
    this.protocol = Protocols.on(config, protocol);
    this.protocol.require(config);
    this.model = model;
    checkDelays(config.perturb().delays());
    plans = StepPlans.on(config, this.protocol, model);
    network = config.meshed() ? new MeshNetwork(topology, config) : new Crossbar(topology, config);
    for (int i = 0; i < topology.map().partitions(); i++) {
      partitions.add(new Partition(i, config, topology.map()));
    }
    MemoryConfig bankConfig = config.severalGpus() ? config.memorySide() : config;
    for (Node node : topology.memoryBanks()) {
      Partition partition = partitions.get(topology.partition(node));
      banks.add(
          config.meshed()
              ? new MeshBank(node, partition, config, this.protocol, topology, network)
              : new MemoryBackedBank(
                  node, partition, bankConfig, this.protocol, topology, network));
    }
    for (Node node : topology.controllers()) {
      Partition partition = partitions.get(node.index());
      new MemoryController(node, partition, partition.channel(), topology, network);
    }
    for (int gpu = 0; config.severalGpus() && gpu < topology.gpus(); gpu++) {
      for (Node node : topology.banks(gpu)) {
        String name = "gpu" + gpu + ".l2." + topology.behind(node).index();
        gpuBanks.add(new GpuBank(node, name, config, this.protocol, topology, network));
      }
    }
    byNode = new @Nullable BankShell[topology.nodes().size()];
    allBanks().forEach(bank -> byNode[bank.node().number()] = bank);
    StepTable table = config.severalGpus() ? this.protocol.systemTable() : this.protocol.table();
    host = new HostAccess(table, config.l1().line(), topology, new ForHost());
  }

  private void checkDelays(PerturbationList delays) {
    if (delays.isEmpty()) {
      return;
    }
    List<MessageType> types = new ArrayList<>(protocol.messages(config));
    topology.cpus().forEach(cpu -> types.addAll(protocol.at(cpu).messages(config)));
    types.addAll(MemoryRequest.types());
    delays.requireMessages(
        topology.nodes().stream().map(Node::word).toList(),
        types.stream().map(MessageType::name).toList());
  }

  /**
   * For a report of a hang: what the L1 of a tile holds of bytes that lie in one line, null when it
   * has not all of them.
   */
  public @Nullable CachedCopy cached(int tile, long address, int bytes) {
    return tiles.get(tile).l1().copy(address, bytes);
  }

  /** The parts that the engine must run in addition to the tiles. */
  public List<Part> partitions() {
    List<Part> parts = new ArrayList<>(partitions);
    for (GpuBank bank : gpuBanks) {
      parts.add(bank.part());
    }
    parts.addAll(network.parts());
    return parts;
  }

  /**
   * Makes the memory side of a tile. It is to be called from within the events of the tile's part.
   *
   * @param index the tiles' numbers, in order from 0
   * @param host the tile's part
   * @param client who is told of completions; not now
   * @return where the tile issues its memory instructions
   */
  public LoadStoreUnit tile(int index, Part host, MemoryClient client) {
    if (index != tiles.size()) {
      throw new IllegalArgumentException(
          "tile " + index + " was made where tile " + tiles.size() + " was expected");
    }
    TileShell tile =
        new TileShell(
            topology.tile(index), host, client, config, protocol, plans, topology, network);
    tiles.add(tile);
    return tile.lsu();
  }

  /**
   * Makes the memory side of a CPU, which runs DeNovo coherence under every protocol of the tiles.
   *
   * @param index the CPUs' numbers, in order from 0
   * @param host the CPU's part
   * @param clock its time
   * @param client who is told of completions, in the CPU's cycles; not now
   */
  public CpuMemory cpu(int index, Part host, LocalClock clock, MemoryClient client) {
    if (index != cpus.size()) {
      throw new IllegalArgumentException("cpu " + index + " was made out of order");
    }
    Node node = topology.cpus().get(index);
    Protocol nodeProtocol = protocol.at(node);
    CpuShell cpu =
        new CpuShell(
            node,
            host,
            clock,
            client,
            config,
            nodeProtocol,
            StepPlans.on(config, nodeProtocol, model),
            topology,
            network);
    cpus.add(cpu);
    return cpu;
  }

  /** Why the memory system cannot perform an operation, for people; null where it can. */
  public @Nullable String refusal(MemoryOperation operation) {
    String refusal = protocol.refusal(operation);
    return refusal == null ? plans.refusal(operation) : refusal;
  }

  /** The longest window in which parts may run apart, in cycles. */
  public int window() {
    return network.window();
  }

  /** Logs from now on which messages a perturbed schedule delays. */
  public void logPerturbations() {
    network.logPerturbations();
  }

  /** What was logged, by node. */
  public List<PerturbationLog.Entry> perturbations() {
    return network.perturbations();
  }

  /** What each link of the network has carried so far; of none where it is a crossbar. */
  public List<LinkLoad> links() {
    return network.links();
  }

  /** What banks, channels, links and ports have done so far, always in the same order. */
  public List<Utilisation> loads() {
    List<Utilisation> loads = new ArrayList<>();
    for (BankShell bank : allBanks()) {
      loads.add(
          new Utilisation(
              Utilisation.Kind.BANK, bank.node(), "requests", bank.counters().accesses));
    }
    int channel = 0;
    for (Partition partition : partitions) {
      for (DramCounters counters : partition.dramCounters()) {
        loads.add(
            new Utilisation(
                Utilisation.Kind.CHANNEL, null, "channel " + channel++, counters.bytes));
      }
    }
    for (LinkLoad link : network.links()) {
      String name = "router " + link.node() + " to " + link.end();
      loads.add(new Utilisation(Utilisation.Kind.LINK, null, name, link.flits()));
    }
    for (PortLoad port : network.ports()) {
      loads.add(new Utilisation(Utilisation.Kind.LINK, port.node(), port.name(), port.cycles()));
    }
    return loads;
  }

  /** Copies device memory out, as the protocol's row for the host says; while no kernel runs. */
  public void read(long address, byte[] target) {
    host.read(address, target);
  }

  /** Copies into device memory; while no kernel runs. */
  public void write(long address, byte[] source) {
    host.write(address, source);
  }

  /** Whether {@link #installL2} can replace what the L2 holds. */
  public boolean installsL2() {
    return !config.meshed()
        && !config.severalGpus()
        && banks.stream().allMatch(bank -> bank.controller().hostInstalls());
  }

  /** The number of the set of the L2 that a line falls to, counted over all banks. */
  public int setOfL2(long line) {
    int setsOfBank =
        config.l2().size() / config.l2().banks() / config.l1().line() / config.l2().ways();
    int bank = topology.memoryHome(line).index();
    return bank * setsOfBank + (int) (topology.number(line) % setsOfBank);
  }

  /** Gives all lines of the L2 up, with dirty bytes to memory; while no kernel runs. */
  public void emptyL2() {
    banks.forEach(bank -> bank.controller().hostEmpty());
  }

  /**
   * Brings sectors of a line into the L2, as its most recently used line; while no kernel runs.
   *
   * @param sectors of {@link #SECTOR} bytes, bit i for the i-th of the line
   * @param dirty whether they are to be written back like bytes that the device has written
   */
  public void installL2(long line, int sectors, boolean dirty) {
    long low = 0;
    long high = 0;
    for (int remaining = sectors; remaining != 0; remaining &= remaining - 1) {
      int start = Integer.numberOfTrailingZeros(remaining) * SECTOR;
      low |= LineBytes.rangeLow(start, SECTOR);
      high |= LineBytes.rangeHigh(start, SECTOR);
    }
    Objects.requireNonNull(byNode[topology.memoryHome(line).number()])
        .controller()
        .hostInstall(line, low, high, dirty);
  }

  /** No kernel runs any more: what buffers keep beyond its end is performed, in no time. */
  public void kernelOver() {
    if (protocol.givesUpAtKernelEnd()) {
      tiles.forEach(tile -> tile.l1().giveUp(host::update));
    }
  }

  /** Places where the host reads and writes. */
  private final class ForHost implements Controllers {
    @Override
    public L2Controller bank(Node node) {
      return Objects.requireNonNull(byNode[node.number()]).controller();
    }

    @Override
    public L1Controller l1(Node node) {
      return node.kind() == Node.Kind.CPU
          ? cpus.get(node.index()).l1()
          : tiles.get(node.index()).l1();
    }
  }

  /**
   * From now on every event of a controller is checked ({@link
   * dev.syncopate.memory.protocol.decorator.EventChecks}). Statistics stay the same.
   */
  public void check() {
    tiles.forEach(tile -> tile.check(protocol));
    cpus.forEach(cpu -> cpu.check(protocol.at(cpu.node())));
    allBanks().forEach(bank -> bank.check(protocol));
  }

  private List<BankShell> allBanks() {
    List<BankShell> bankShells = new ArrayList<>(banks);
    bankShells.addAll(gpuBanks);
    return bankShells;
  }

  /** Sets the observer of the tiles' L1s; null removes it. */
  public void watch(@Nullable L1Watcher watcher) {
    for (TileShell tile : tiles) {
      tile.watch(watcher);
    }
  }

  /** All counters, for {@link dev.syncopate.sim.stats.Statistics#sum}. */
  public List<Object> counters() {
    List<Object> counters = Protocols.counters(); // the others': not a column less in any table
    for (TileShell tile : tiles) {
      counters.addAll(tile.counters());
    }
    for (CpuShell cpu : cpus) { // what its L1 has counted is the CPU's own
      counters.addAll(cpu.l1().counters());
    }
    for (BankShell bank : banks) {
      if (!config.severalGpus()) { // else they are the memory side's
        counters.add(bank.counters());
      }
      counters.addAll(bank.controller().counters());
    }
    for (GpuBank bank : gpuBanks) {
      counters.add(bank.counters());
      counters.addAll(bank.controller().counters());
    }
    for (Partition partition : partitions) {
      counters.addAll(partition.dramCounters());
    }
    counters.addAll(network.counters());
    counters.addAll(network.routerCounters());
    if (config.severalGpus()) {
      counters.add(systemCounters());
    }
    return counters;
  }

  private SystemCounters systemCounters() {
    SystemCounters sum = new SystemCounters();
    for (BankShell bank : banks) {
      sum.add(bank.counters());
    }
    network.linkCounters().forEach(sum::add);
    return sum;
  }

  /** The last cycle in which a byte in an L1 or the L2 got another value. */
  public long lastChange() {
    long last = 0;
    for (TileShell tile : tiles) {
      last = Math.max(last, tile.lastChange());
    }
    for (CpuShell cpu : cpus) {
      last = Math.max(last, cpu.lastChange());
    }
    for (BankShell bank : allBanks()) {
      last = Math.max(last, bank.lastChange());
    }
    return last;
  }

  /** Whether nothing is in flight anywhere. */
  public boolean idle() {
    return tiles.stream().allMatch(TileShell::idle)
        && cpus.stream().allMatch(CpuShell::idle)
        && allBanks().stream().allMatch(BankShell::idle);
  }

  /** For a report of a hang: a line for each thing that waits in tiles and banks, and what for. */
  public List<String> waiting() {
    List<String> lines = new ArrayList<>();
    for (TileShell tile : tiles) {
      lines.addAll(tile.waiting());
    }
    for (CpuShell cpu : cpus) {
      lines.addAll(cpu.waiting());
    }
    for (BankShell bank : allBanks()) {
      lines.addAll(bank.waiting());
    }
    lines.addAll(network.waiting());
    return lines;
  }
}
