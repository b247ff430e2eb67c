package dev.syncopate.memory.system;

import static dev.syncopate.memory.protocol.L2Environment.MEMORY_SIDE;

import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.dram.ChannelMap;
import dev.syncopate.memory.host.Controllers;
import dev.syncopate.memory.host.HostAccess;
import dev.syncopate.memory.lsu.LoadStoreUnit;
import dev.syncopate.memory.lsu.MemoryClient;
import dev.syncopate.memory.lsu.Plans;
import dev.syncopate.memory.protocol.CachedCopy;
import dev.syncopate.memory.protocol.L1Controller;
import dev.syncopate.memory.protocol.L2Controller;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.sim.engine.Part;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything below the load-store units of a device. Addresses are plain 64-bit device addresses
 * below 2^48; memory is zero until written.
 */
public final class MemorySystem {
  private final MemoryConfig config;
  private final Protocol protocol;
  private final Plans plans;
  private final HostAccess host;
  private final Router router;
  private final List<Partition> partitions = new ArrayList<>();

  /** The banks with memory behind them: the L2's, or with several GPUs the memory side's. */
  private final List<Bank> banks = new ArrayList<>();

  /** With several GPUs: the banks of each, one GPU after the other. */
  private final List<GpuBank> gpuBanks = new ArrayList<>();

  private final List<TileShell> tiles = new ArrayList<>();

  /**
   * @throws IllegalArgumentException when the parameters contradict one another, naming them
   */
  public MemorySystem(MemoryConfig config, Protocol protocol, ConsistencyModel model) {
    check(config);
    this.config = config;
    this.protocol = protocol;
    plans = new Plans(protocol, model, config.severalGpus());
    host =
        new HostAccess(
            config.severalGpus() ? protocol.systemTable() : protocol.table(),
            config.l1().line(),
            new ForHost());
    ChannelMap map =
        new ChannelMap(config.l2().interleave(), config.l2().banks(), config.dram().channels());
    router = new Router(map);
    for (int i = 0; i < map.partitions(); i++) {
      partitions.add(new Partition(i, config, map));
    }
    int count = config.l2().banks();
    MemoryConfig behind = config.severalGpus() ? config.memorySide() : config;
    for (int i = 0; i < count; i++) {
      Partition partition = partitions.get(i % partitions.size());
      Bank bank =
          config.severalGpus()
              ? new Bank(
                  i, MEMORY_SIDE, partition, behind, protocol, router, partition.linkCounters)
              : new Bank(i, 0, partition, config, protocol, router, partition.portCounters);
      banks.add(bank);
      router.add(bank);
    }
    for (int i = 0; config.severalGpus() && i < config.system().gpus() * count; i++) {
      GpuBank bank = new GpuBank(i, i / count, config, protocol, router);
      gpuBanks.add(bank);
      router.add(bank);
    }
  }

  /**
   * For a report of a hang: what the L1 of a tile holds of bytes that lie in one line, null when it
   * has not all of them.
   */
  public @Nullable CachedCopy cached(int tile, long address, int bytes) {
    return tiles.get(tile).l1().copy(address, bytes);
  }

  private static void check(MemoryConfig config) {
    int line = config.l1().line();
    require(config.l1().sector() <= line, "l1.sector is larger than l1.line");
    require(config.l2().interleave() >= line, "l2.interleave is smaller than l1.line");
    require(
        config.l1().size() % (line * config.l1().ways()) == 0,
        "l1.size is not a multiple of l1.line * l1.ways");
    require(
        config.l2().size() % (config.l2().banks() * line * config.l2().ways()) == 0,
        "l2.size is not a multiple of l2.banks * l1.line * l2.ways");
    require(
        config.computeUnits() % config.system().gpus() == 0,
        "the compute units are not a multiple of system.gpus");
    if (config.severalGpus()) {
      int size = config.system().cacheSize();
      require(
          size % (config.l2().banks() * line * config.l2().ways()) == 0,
          "system.cacheSize is not a multiple of l2.banks * l1.line * l2.ways");
    }
    require(config.warpsPerUnit() <= 64, "more than 64 warps in a compute unit");
  }

  private static void require(boolean condition, String otherwise) {
    if (!condition) {
      throw new IllegalArgumentException(otherwise);
    }
  }

  /** The parts the engine must run beside the tiles. */
  public List<Part> partitions() {
    List<Part> parts = new ArrayList<>(partitions);
    for (GpuBank bank : gpuBanks) {
      parts.add(bank.part());
    }
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
    TileShell tile = new TileShell(index, host, client, config, protocol, plans, router);
    router.add(tile);
    tiles.add(tile);
    return tile.lsu();
  }

  /** Why the memory system cannot perform an operation, for people; null where it can. */
  public @Nullable String refusal(MemoryOperation operation) {
    String refusal = protocol.refusal(operation);
    return refusal == null ? plans.refusal(operation) : refusal;
  }

  /** The longest window in which parts may run apart, in cycles. */
  public int window() {
    int latency = config.network().latency();
    return config.severalGpus() ? Math.min(latency, config.system().linkLatency()) : latency;
  }

  /** Copies device memory out, as the protocol's row for the host says; while no kernel runs. */
  public void read(long address, byte[] into) {
    host.read(address, into);
  }

  /** Copies into device memory; while no kernel runs. */
  public void write(long address, byte[] from) {
    host.write(address, from);
  }

  /** Where the host finds what it reads and writes. */
  private final class ForHost implements Controllers {
    @Override
    public L2Controller home(long address) {
      return banks.get(router.home(address)).controller();
    }

    @Override
    public int gpus() {
      return gpuBanks.size() / banks.size();
    }

    @Override
    public L2Controller bank(int gpu, long address) {
      return gpuBanks.get(gpu * banks.size() + router.home(address)).controller();
    }

    @Override
    public L1Controller l1(int tile) {
      return tiles.get(tile).l1();
    }
  }

  /**
   * From now on an event that does not end in a state which its controller's table lists is a
   * {@link dev.syncopate.memory.protocol.ProtocolException}. Statistics stay the same.
   */
  public void check() {
    tiles.forEach(TileShell::check);
    allBanks().forEach(BankShell::check);
  }

  private List<BankShell> allBanks() {
    List<BankShell> all = new ArrayList<>(banks);
    all.addAll(gpuBanks);
    return all;
  }

  /** All counters, for {@link dev.syncopate.sim.stats.Statistics#sum}. */
  public List<Object> counters() {
    List<Object> counters = Protocols.counters(); // the others': not a column less in any table
    for (TileShell tile : tiles) {
      counters.addAll(tile.counters());
    }
    for (Bank bank : banks) {
      if (!config.severalGpus()) { // else they are the memory side's
        counters.add(bank.counters());
      }
      counters.addAll(bank.controller().counters());
    }
    for (GpuBank bank : gpuBanks) {
      counters.add(bank.counters());
      counters.addAll(bank.controller().counters());
      counters.add(bank.portCounters);
    }
    for (Partition partition : partitions) {
      counters.add(partition.portCounters);
      counters.addAll(partition.dramCounters());
    }
    if (config.severalGpus()) {
      counters.add(systemCounters());
    }
    return counters;
  }

  private SystemCounters systemCounters() {
    SystemCounters sum = new SystemCounters();
    for (Bank bank : banks) {
      sum.add(bank.counters());
    }
    for (GpuBank bank : gpuBanks) {
      sum.add(bank.linkCounters);
    }
    for (Partition partition : partitions) {
      sum.add(partition.linkCounters);
    }
    return sum;
  }

  /** The last cycle in which a byte in an L1 or the L2 got another value. */
  public long lastChange() {
    long last = 0;
    for (TileShell tile : tiles) {
      last = Math.max(last, tile.lastChange());
    }
    for (BankShell bank : allBanks()) {
      last = Math.max(last, bank.lastChange());
    }
    return last;
  }

  /** Whether nothing is under way anywhere. */
  public boolean idle() {
    return tiles.stream().allMatch(TileShell::idle)
        && allBanks().stream().allMatch(BankShell::idle);
  }

  /** For a report of a hang: a line for each thing that waits in tiles and banks, and what for. */
  public List<String> waiting() {
    List<String> lines = new ArrayList<>();
    for (TileShell tile : tiles) {
      lines.addAll(tile.waiting());
    }
    for (BankShell bank : allBanks()) {
      lines.addAll(bank.waiting());
    }
    return lines;
  }
}
