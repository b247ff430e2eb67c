package dev.syncopate.memory.system;

import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.dram.ChannelMap;
import dev.syncopate.memory.lsu.MemoryClient;
import dev.syncopate.memory.lsu.Plans;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.sim.engine.Part;
import java.util.ArrayList;
import java.util.List;

/**
 * Everything below the load-store units of a device. Addresses are plain 64-bit device addresses
 * below 2^48; memory is zero until written.
 */
public final class MemorySystem {
  private final MemoryConfig config;
  private final Protocol protocol;
  private final Plans plans;
  private final Router router;
  private final List<Partition> partitions = new ArrayList<>();
  private final List<Bank> banks = new ArrayList<>();
  private final List<TileMemory> tiles = new ArrayList<>();

  /**
   * @throws IllegalArgumentException when the parameters contradict one another, naming them
   */
  public MemorySystem(MemoryConfig config, Protocol protocol, ConsistencyModel model) {
    check(config);
    this.config = config;
    this.protocol = protocol;
    plans = new Plans(protocol, model);
    ChannelMap map =
        new ChannelMap(config.l2().interleave(), config.l2().banks(), config.dram().channels());
    router = new Router(map);
    for (int i = 0; i < config.dram().channels(); i++) {
      partitions.add(new Partition(i, config, map));
    }
    for (int i = 0; i < config.l2().banks(); i++) {
      Partition partition = partitions.get(i % partitions.size());
      Bank bank = new Bank(i, partition, config, protocol, router);
      banks.add(bank);
      router.add(bank);
    }
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
    require(config.warpsPerUnit() <= 64, "more than 64 warps in a compute unit");
  }

  private static void require(boolean condition, String otherwise) {
    if (!condition) {
      throw new IllegalArgumentException(otherwise);
    }
  }

  /** The parts the engine must run beside the tiles. */
  public List<Part> partitions() {
    return List.copyOf(partitions);
  }

  /**
   * Makes the memory side of a tile.
   *
   * @param index the tiles' numbers, in order from 0
   * @param host the tile's part
   * @param client who is told of completions
   */
  public TileMemory tile(int index, Part host, MemoryClient client) {
    TileMemory tile = new TileMemory(index, host, client, config, protocol, plans, router);
    router.add(tile);
    tiles.add(tile);
    return tile;
  }

  /** The longest window in which parts may run apart, in cycles. */
  public int window() {
    return config.network().latency();
  }

  /** Copies device memory out. Only while no kernel runs. */
  public void read(long address, byte[] into) {
    int line = config.l1().line();
    for (int at = 0; at < into.length; ) {
      int bytes = (int) Math.min(into.length - at, line - (address + at & line - 1));
      router.bank(address + at).controller().hostRead(address + at, into, at, bytes);
      at += bytes;
    }
  }

  /** Copies into device memory. Only while no kernel runs. */
  public void write(long address, byte[] from) {
    int line = config.l1().line();
    for (int at = 0; at < from.length; ) {
      int bytes = (int) Math.min(from.length - at, line - (address + at & line - 1));
      router.bank(address + at).controller().hostWrite(address + at, from, at, bytes);
      at += bytes;
    }
  }

  /** All counters, for {@link dev.syncopate.sim.stats.Statistics#sum}. */
  public List<Object> counters() {
    List<Object> counters = new ArrayList<>();
    for (TileMemory tile : tiles) {
      counters.addAll(tile.counters());
    }
    for (Bank bank : banks) {
      counters.add(bank.counters());
    }
    for (Partition partition : partitions) {
      counters.add(partition.portCounters);
      counters.add(partition.dramCounters);
    }
    return counters;
  }

  /** The last cycle in which a byte in an L1 or the L2 got another value. */
  public long lastChange() {
    long last = 0;
    for (TileMemory tile : tiles) {
      last = Math.max(last, tile.lastChange());
    }
    for (Bank bank : banks) {
      last = Math.max(last, bank.lastChange());
    }
    return last;
  }

  /** Whether nothing is under way anywhere. */
  public boolean idle() {
    return tiles.stream().allMatch(TileMemory::idle) && banks.stream().allMatch(Bank::idle);
  }

  /** For a report of a hang: a line for each thing that waits in tiles and banks, and what for. */
  public List<String> waiting() {
    List<String> lines = new ArrayList<>();
    for (TileMemory tile : tiles) {
      lines.addAll(tile.waiting());
    }
    for (Bank bank : banks) {
      lines.addAll(bank.waiting());
    }
    return lines;
  }
}
