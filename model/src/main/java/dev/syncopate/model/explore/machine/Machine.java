package dev.syncopate.model.explore.machine;

import dev.syncopate.memory.access.Agent;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Step;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.host.Controllers;
import dev.syncopate.memory.host.HostAccess;
import dev.syncopate.memory.lsu.StepPlans;
import dev.syncopate.memory.protocol.HostStep;
import dev.syncopate.memory.protocol.L1Controller;
import dev.syncopate.memory.protocol.L2Controller;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.protocol.StepTable;
import dev.syncopate.memory.protocol.decorator.CheckedProtocol;
import dev.syncopate.memory.system.Protocols;
import dev.syncopate.memory.topology.Channels;
import dev.syncopate.memory.topology.Node;
import dev.syncopate.memory.topology.Topology;
import dev.syncopate.model.explore.machine.setup.MachineSetup;
import dev.syncopate.model.explore.machine.setup.MachineSize;
import dev.syncopate.model.litmus.BarrierReading;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.litmus.LitmusThread;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The machine that a test is explored on. Its parts are the nodes of its topology, in the order of
 * their numbers.
 */
public final class Machine {
  private final LitmusTest test;
  private final Protocol protocol;
  private final ConsistencyModel model;
  private final MachineSetup setup;
  private final StepPlans plans;

  /** By node with another protocol: always the same, for states refer to them. */
  private final Map<Node, StepPlans> otherPlans = new ConcurrentHashMap<>();

  private final MemoryConfig config;
  private final LocationAddresses addresses;
  private final SharedPlaces sharedPlaces;

  /** By tile: its threads as the test has them. */
  private final Map<Node, List<LitmusThread>> residents = new LinkedHashMap<>();

  private final List<TilePart> tiles = new ArrayList<>();
  private final List<MachinePart> parts = new ArrayList<>();
  private final Topology topology;
  private final ExploredChannels channels;

  /** All CTAs. */
  private final List<ExploredCluster.Resident> ctas = new ArrayList<>();

  private final boolean[] carries;
  private boolean remote;
  private long time;

  /**
   * @throws IllegalArgumentException for a test that this machine, protocol or model cannot run,
   *     saying why
   */
  public Machine(LitmusTest test, Protocol protocol, ConsistencyModel model, MachineSetup setup) {
    this.test = test;
    this.model = model;
    this.setup = setup;
    addresses = new LocationAddresses(test, setup.layout());
    sharedPlaces = new SharedPlaces(test);
    ThreadPlaces places = ThreadPlaces.of(test, setup.placement());
    int warps = places.most();
    if (warps > TilePart.ADVANCE) {
      throw new IllegalArgumentException(
          "%d threads on one compute unit, of which there may be %d"
              .formatted(warps, TilePart.ADVANCE));
    }
    if (hasCopyUnits() && warps > TilePart.MOST_BESIDE_COPIES) {
      throw new IllegalArgumentException(
          "%d threads on a compute unit with a copy unit, of which there may be %d"
              .formatted(warps, TilePart.MOST_BESIDE_COPIES));
    }
    if (places.cpus() > 0 && places.gpus() > 1) {
      throw new IllegalArgumentException(
          "its threads are on %d GPUs and on a CPU, but a machine with a CPU has one GPU"
              .formatted(places.gpus()));
    }
    Protocol systemProtocol = places.cpus() > 0 ? Protocols.besideCpus(protocol) : protocol;
    this.protocol = new CheckedProtocol(systemProtocol);
    config = setup.config(places.gpus(), places.tiles().size(), warps, places.cpus());
    systemProtocol.require(config);
    plans = StepPlans.on(config, systemProtocol, model);
    topology = Topology.of(config);
    for (Node node : topology.nodes()) {
      if (!node.isBank()) {
        places.at(node).forEach(placed -> resides(placed, node));
      }
    }
    channels = new ExploredChannels(new Channels(topology, systemProtocol::sends), clustersApart());
    for (Node node : topology.nodes()) {
      if (node.isBank()) {
        parts.add(new BankPart(this, node));
      } else {
        residents.put(node, places.at(node).stream().map(ThreadPlaces.Placed::thread).toList());
        tiles.add(new TilePart(this, node, codes(node, places.at(node))));
        parts.add(tiles.getLast());
      }
    }
    carries = new boolean[channels.count()];
    for (int channel = 0; channel < carries.length; channel++) {
      carries[channel] = !answersAlone() || !channels.isOfMemory(channel) || answers(channel);
    }
  }

  private void resides(ThreadPlaces.Placed placed, Node node) {
    int cluster = ThreadPlaces.cluster(test, placed.thread());
    ExploredCluster.Resident cta =
        new ExploredCluster.Resident(placed.cta(), cluster, node.number());
    if (!ctas.contains(cta)) {
      ctas.add(cta);
    }
  }

  /** The tiles of each cluster whose CTAs are on several. */
  private List<List<Node>> clustersApart() {
    if (!reachesPeers(test)) {
      return List.of();
    }
    Map<Integer, Set<Node>> clusters = new TreeMap<>();
    for (ExploredCluster.Resident cta : ctas) {
      clusters
          .computeIfAbsent(cta.cluster(), unseen -> new LinkedHashSet<>())
          .add(topology.node(cta.tile()));
    }
    return clusters.values().stream()
        .filter(tiles -> tiles.size() > 1)
        .map(tiles -> List.copyOf(tiles))
        .toList();
  }

  /** Whether CTAs of a cluster use each other's shared memory, or the barrier of the cluster. */
  public static boolean reachesPeers(LitmusTest test) {
    return CopiedRuns.reachesPeers(test);
  }

  /** Whether what an L1 asks and is answered goes by a channel, or what a GPU's L2 does for it. */
  private boolean answers(int channel) {
    Node sender = channels.from(channel);
    Node receiver = channels.to(channel);
    return sender.isMemorySide() || receiver.isMemorySide() || sender.isBank() != receiver.isBank();
  }

  /** What the threads at a node ask of the hardware. */
  private List<ThreadCode> codes(Node node, List<ThreadPlaces.Placed> threads) {
    Protocol nodeProtocol = protocol.at(node);
    StepPlans plansThere = plans(node);
    List<ThreadCode> codes = new ArrayList<>();
    for (ThreadPlaces.Placed placed : threads) {
      ThreadCompiler compiler =
          new ThreadCompiler(
              placed.thread(),
              addresses,
              sharedPlaces,
              /* isClusterSpread= */ channels.peers(node) != 0,
              setup.mutant(),
              operation -> refusal(operation, nodeProtocol, plansThere));
      codes.add(compiler.compile(placed.cta()));
    }
    return List.copyOf(codes);
  }

  private @Nullable String refusal(
      MemoryOperation operation, Protocol nodeProtocol, StepPlans plansThere) {
    remote |= operation.remote();
    String refused = nodeProtocol.refusal(operation);
    return refused == null ? plansThere.refusal(operation) : refused;
  }

  /** Whether the test starts, waits for or orders asynchronous operations. */
  boolean hasCopyUnits() {
    return test.isAsynchronous();
  }

  /** Shared memory and copy unit of a tile as when the test starts; null where it has none. */
  @Nullable ExploredSharedMemory sharedMemory(TilePart tile) {
    if (!hasCopyUnits()) {
      return null;
    }
    boolean small = setup.size() == MachineSize.TINY || setup.size() == MachineSize.LINES;
    ExploredSharedMemory memory =
        new ExploredSharedMemory(
            tile, tile.codes(), ctas, sharedPlaces.bytes(), small ? 1 : 2, setup.mutant());
    memory.initialise(sharedPlaces.names(), sharedPlaces);
    return memory;
  }

  /** The locations in the shared memory of a tile's blocks, with their places. */
  private Map<String, Integer> shared(Node tile) {
    Map<String, Integer> places = new TreeMap<>();
    List<LitmusThread> threads = residents.getOrDefault(tile, List.of());
    for (String name : sharedPlaces.names()) {
      if (sharedPlaces.isOf(name, threads)) {
        places.put(name, sharedPlaces.place(name));
      }
    }
    return places;
  }

  /** What the count of a barrier means. */
  BarrierReading barriers() {
    return test.barriers();
  }

  Protocol protocol() {
    return protocol;
  }

  /** What an agent at a node does for its instructions. */
  StepPlans plans(Node node) {
    Protocol nodeProtocol = protocol.at(node);
    return nodeProtocol.equals(protocol)
        ? plans
        : otherPlans.computeIfAbsent(node, _ -> StepPlans.on(config, nodeProtocol, model));
  }

  MemoryConfig config() {
    return config;
  }

  /** Where the test's locations are. */
  public LocationAddresses addresses() {
    return addresses;
  }

  /** How the test is put on it. */
  public MachineSetup setup() {
    return setup;
  }

  /** The test. */
  public LitmusTest test() {
    return test;
  }

  // ---- parts and channels ----

  /** By the number of their node. */
  public List<MachinePart> parts() {
    return parts;
  }

  /** Whether a part runs threads. */
  public boolean isTile(int part) {
    return !topology.node(part).isBank();
  }

  /** The thread whose event one of a part is, as an index into the test's threads; -1 for none. */
  public int thread(int part, int event) {
    if (!(parts.get(part) instanceof TilePart tile) || event >= tile.codes().size()) {
      return -1;
    }
    String name = tile.codes().get(event).name();
    for (int thread = 0; thread < test.threads().size(); thread++) {
      if (name.equals("P" + test.threads().get(thread).id())) {
        return thread;
      }
    }
    throw new IllegalStateException(name + " is no thread of the test");
  }

  /** The threads of a part that have ended in a state, as bits of their events. */
  public long ended(int part, PartState state) {
    long ended = 0;
    if (parts.get(part) instanceof TilePart) {
      for (ExploredThread thread : ((TileState) state).threads) {
        ended |= thread.finished() ? 1L << thread.warp : 0;
      }
    }
    return ended;
  }

  /** Whether an event is that of a tile which has warmed up, and on which the test starts. */
  public boolean starts(int part, int event) {
    return event == TilePart.START && isTile(part);
  }

  /** Who is where. */
  Topology topology() {
    return topology;
  }

  /** The ways between parts. */
  public ExploredChannels channels() {
    return channels;
  }

  /** Whether anything can ever take a channel. */
  public boolean mayCarry(int channel) {
    return carries[channel];
  }

  /** No more states than that follow one: each part's events, and a message from each channel. */
  public int mostSuccessors() {
    int events = tiles.stream().mapToInt(tile -> tile.codes().size() + 1).sum();
    if (hasCopyUnits()) {
      events += tiles.stream().mapToInt(tile -> tile.codes().size() + 2).sum();
    }
    return events + (parts.size() - tiles.size()) * addresses.names().size() + channels.count();
  }

  /** A bank's place among those of its GPU or of the memory side. */
  int place(Node bank) {
    return topology.behind(bank).index();
  }

  /** The parts, as bits, that have something to answer to a tile. */
  int owing(int[] owed, Node tile) {
    int owing = 0;
    for (Node bank : topology.banks(tile)) {
      if (owed[place(bank)] != 0) {
        owing |= 1 << bank.number();
        owing |= 1 << topology.behind(bank).number();
      }
    }
    return owing;
  }

  /**
   * Whether it is of use to know what banks have to answer: where orders are left out, and tiles
   * get answers alone.
   */
  boolean answersAlone() {
    return setup.reduced() && protocol.answersAlone(remote);
  }

  // ---- time, for histories alone ----

  /** Events so far, where they happen one after the other. */
  public void time(long events) {
    time = events;
  }

  long time() {
    return time;
  }

  // ---- what a final state says ----

  /**
   * The registers of the threads on a tile in a state, as {@code P0:r1}, and the locations in its
   * shared memory.
   */
  public Map<String, Long> registers(int part, PartState state) {
    Map<String, Long> values = new TreeMap<>();
    for (ExploredThread thread : ((TileState) state).threads) {
      for (int i = 0; i < thread.registers.length; i++) {
        values.put(thread.code.name() + ":" + thread.code.registers().get(i), thread.registers[i]);
      }
    }
    ExploredSharedMemory local = ((TileState) state).local;
    if (local != null) {
      Map<String, Integer> places = shared(topology.node(part));
      places.forEach((name, place) -> values.put(name, local.content(place)));
      test.aliases()
          .forEach((alias, name) -> {
            if (places.containsKey(name)) {
              values.put(alias, Objects.requireNonNull(values.get(name)));
            }
          });
    }
    return values;
  }

  /** The number of the part in front of the memory that a location is in. */
  public int home(String location) {
    return topology.memoryHome(addresses.address(location)).number();
  }

  /**
   * The parts whose states decide what is found in one: of a bank with memory behind it, which is
   * home to locations, all those where the host's read goes; of others the part itself.
   */
  public int[] decide(int part) {
    Node home = topology.node(part);
    if (!topology.memoryBanks().contains(home)) {
      return new int[] {part};
    }
    List<Step> steps = Objects.requireNonNull(table().row(Agent.HOST_READ, Order.WEAK)).steps();
    boolean owners = steps.contains(HostStep.AT_OWNERS);
    boolean banks = owners || steps.contains(HostStep.AT_GPU_BANKS);
    return topology.nodes().stream()
        .filter(node ->
            node.equals(home)
                || (owners && !node.isBank())
                || (banks && node.isBank() && topology.behind(node).equals(home)))
        .mapToInt(Node::number)
        .toArray();
  }

  /**
   * What a location holds when all is over, as the host reads it.
   *
   * @param states by number of a part: of those that {@link #decide}
   */
  public long content(String location, IntFunction<PartState> states) {
    byte[] bytes = new byte[LocationAddresses.BYTES];
    new HostAccess(table(), LocationAddresses.LINE, topology, new ForHost(states))
        .read(addresses.address(location), bytes);
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong();
  }

  private StepTable table() {
    return config.severalGpus() ? protocol.systemTable() : protocol.table();
  }

  /** Places that the host reads. */
  private final class ForHost implements Controllers {
    private final IntFunction<PartState> states;

    ForHost(IntFunction<PartState> states) {
      this.states = states;
    }

    @Override
    public L2Controller bank(Node node) {
      return ((BankPart) parts.get(node.number())).controller(states.apply(node.number()));
    }

    @Override
    public L1Controller l1(Node node) {
      return ((TilePart) parts.get(node.number())).work(states.apply(node.number())).l1;
    }
  }
}
