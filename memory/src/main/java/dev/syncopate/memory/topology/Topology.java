package dev.syncopate.memory.topology;

import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.dram.ChannelMap;
import dev.syncopate.memory.dram.ControllerMap;
import dev.syncopate.memory.topology.Node.Kind;
import java.util.ArrayList;
import java.util.List;

/**
 * The nodes of a memory system and the home of each line. Nodes are numbered in this order:
 *
 * <pre>
 *   tiles         those of GPU 0, then of GPU 1, …
 *   L2 banks      those of GPU 0, then of GPU 1, …
 *   memory side   its banks, with several GPUs; else the L2 banks have memory behind them
 *   CPUs
 *   controllers   of memory, where L2 banks ask for it over a mesh
 * </pre>
 *
 * <p>Addresses are dealt to the banks of every L2 and to those of the memory side alike, so a
 * line's homes are the banks at the same place in each.
 */
public final class Topology {
  private final ChannelMap map;
  private final int gpus;
  private final int lineShift;
  private final int blockShift;
  private final List<Node> nodes = new ArrayList<>();
  private final List<Node> tiles = new ArrayList<>();
  private final List<Node> cpus = new ArrayList<>();
  private final List<Node> controllers = new ArrayList<>();
  private final ControllerMap controllerMap;

  /** By GPU, and last those of the memory side. */
  private final Node[][] banks;

  private final List<List<Node>> tilesOf = new ArrayList<>();
  private final List<List<Node>> banksOf = new ArrayList<>();

  private Topology(MemoryConfig config, int channels, int cpus, int controllers) {
    map = new ChannelMap(config.l2().interleave(), config.l2().banks(), channels);
    gpus = config.system().gpus();
    lineShift = Integer.numberOfTrailingZeros(config.l1().line());
    blockShift = Integer.numberOfTrailingZeros(config.l2().interleave());
    for (int i = 0; i < config.computeUnits(); i++) {
      tiles.add(add(Kind.TILE, i / config.unitsPerGpu(), i));
    }
    banks = new Node[gpus + 1][];
    for (int gpu = 0; gpu < gpus; gpu++) {
      int gpuNumber = gpu;
      tilesOf.add(tiles.stream().filter(tile -> tile.gpu() == gpuNumber).toList());
      banks[gpu] = addBanks(Kind.L2_BANK, gpu, gpu * map.banks());
    }
    banks[gpus] = gpus == 1 ? banks[0] : addBanks(Kind.MEMORY_BANK, Node.SHARED, 0);
    for (Node[] gpuBanks : banks) {
      banksOf.add(List.of(gpuBanks));
    }
    for (int i = 0; i < cpus; i++) {
      this.cpus.add(add(Kind.CPU, Node.SHARED, i));
    }
    controllerMap = new ControllerMap(config.l2().interleave(), map.banks(), channels);
    for (int i = 0; i < controllers; i++) {
      this.controllers.add(add(Kind.CONTROLLER, Node.SHARED, i));
    }
  }

  /** That of a configuration: a GPU with its CPU, or several in front of a memory side. */
  public static Topology of(MemoryConfig config) {
    return of(config, config.cpu().cores());
  }

  /** A topology with CPUs. For a CPU the home of a line is at its memory. */
  public static Topology of(MemoryConfig config, int cpus) {
    int channels = config.dram().channels();
    return new Topology(config, channels, cpus, config.meshed() ? channels : 0);
  }

  /** One whose memory is in one piece: for machines without time. */
  public static Topology withoutChannels(MemoryConfig config) {
    return new Topology(config, 1, config.cpu().cores(), 0);
  }

  private Node[] addBanks(Kind kind, int gpu, int first) {
    Node[] added = new Node[map.banks()];
    for (int i = 0; i < added.length; i++) {
      added[i] = add(kind, gpu, first + i);
    }
    return added;
  }

  private Node add(Kind kind, int gpu, int index) {
    Node node = new Node(nodes.size(), kind, gpu, index);
    nodes.add(node);
    return node;
  }

  // ---- nodes ----

  /** All nodes, in the order of their numbers. */
  public List<Node> nodes() {
    return List.copyOf(nodes);
  }

  /** The node of a number. */
  public Node node(int number) {
    return nodes.get(number);
  }

  /** The tile of an index. */
  public Node tile(int index) {
    return tiles.get(index);
  }

  /** The tiles that meet at a node: those of its GPU; all at a node that the GPUs share. */
  public List<Node> tiles(Node node) {
    return node.gpu() == Node.SHARED ? List.copyOf(tiles) : tilesOf.get(node.gpu());
  }

  /** The CPUs. */
  public List<Node> cpus() {
    return List.copyOf(cpus);
  }

  /** The memory controllers of a mesh, one for each DRAM channel; else none. */
  public List<Node> controllers() {
    return List.copyOf(controllers);
  }

  /** How many GPUs there are. */
  public int gpus() {
    return gpus;
  }

  /** Whether GPUs share a memory side, each with a private L2 in front of it. */
  public boolean severalGpus() {
    return gpus > 1;
  }

  /** The banks of a GPU's L2. */
  public List<Node> banks(int gpu) {
    return banksOf.get(gpu);
  }

  /** The banks that a node's messages go to: of its GPU; of the memory side for the others. */
  public List<Node> banks(Node node) {
    return banksOf.get(side(node));
  }

  /** The banks with memory behind them: of the memory side, or the L2's of the only GPU. */
  public List<Node> memoryBanks() {
    return banksOf.get(gpus);
  }

  private int side(Node node) {
    return node.gpu() == Node.SHARED ? gpus : node.gpu();
  }

  // ---- homes ----

  /** The bank that is home to an address's line as seen from a node: one of its {@link #banks}. */
  public Node home(Node seenFrom, long address) {
    return banks[side(seenFrom)][map.bank(address)];
  }

  /** The bank in front of the memory that holds an address. */
  public Node memoryHome(long address) {
    return banks[gpus][map.bank(address)];
  }

  /** All homes of an address's line: that in front of its memory, then those of several GPUs. */
  public List<Node> homes(long address) {
    List<Node> homes = new ArrayList<>(List.of(memoryHome(address)));
    for (int gpu = 0; severalGpus() && gpu < gpus; gpu++) {
      homes.add(banks[gpu][map.bank(address)]);
    }
    return homes;
  }

  /** The bank of the memory side that is home to the same lines as a GPU's bank. */
  public Node behind(Node bank) {
    return banks[gpus][bank.index() % map.banks()];
  }

  /** The bank of a GPU's L2 that is home to the same lines as another bank. */
  public Node alike(Node bank, int gpu) {
    return banks[gpu][bank.index() % map.banks()];
  }

  /** A line's number among those that fall to its home, without gaps. */
  public long number(long line) {
    int blockLines = blockShift - lineShift;
    return (((line >>> blockShift) / map.banks()) << blockLines)
        + ((line >>> lineShift) & ((1L << blockLines) - 1));
  }

  // ---- where memory is ----

  /** How addresses are dealt to banks and DRAM channels. */
  public ChannelMap map() {
    return map;
  }

  /** How addresses are dealt to the memory controllers of a mesh. */
  public ControllerMap controllerMap() {
    return controllerMap;
  }

  /** The memory controller of a mesh that has an address behind it. */
  public Node controller(long address) {
    return controllers.get(controllerMap.controller(address));
  }

  /** The memory partition in which a bank runs that has memory behind it. */
  public int partition(Node bank) {
    return bank.index() % map.partitions();
  }
}
