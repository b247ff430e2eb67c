package dev.syncopate.model.explore.machine;

import dev.syncopate.memory.access.Agent;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Step;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.host.Controllers;
import dev.syncopate.memory.host.HostAccess;
import dev.syncopate.memory.host.HostStep;
import dev.syncopate.memory.lsu.Plans;
import dev.syncopate.memory.protocol.CheckedProtocol;
import dev.syncopate.memory.protocol.L1Controller;
import dev.syncopate.memory.protocol.L2Controller;
import dev.syncopate.memory.protocol.L2Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.protocol.StepTable;
import dev.syncopate.model.litmus.BarrierReading;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.litmus.LitmusThread;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The machine that a test is explored on. Its parts are, in the order of their numbers, the tiles,
 * one GPU's after the other's; the L2 banks of each GPU; and with several GPUs the banks of the
 * memory side that they share.
 */
public final class Machine {
  /** L2 banks of a GPU, and banks of the memory side. */
  static final int BANKS = 2;

  private final LitmusTest test;
  private final Protocol protocol;
  private final Setup setup;
  private final Plans plans;
  private final MemoryConfig config;
  private final AddressMap addresses;
  private final List<TilePart> tiles = new ArrayList<>();
  private final List<BankPart> banks = new ArrayList<>();
  private final List<Part> parts = new ArrayList<>();
  private final int gpuBanks;
  private final Channels channels;
  private boolean remote;
  private long time;

  /**
   * @throws IllegalArgumentException for a test that this machine, protocol or model cannot run,
   *     saying why
   */
  public Machine(LitmusTest test, Protocol protocol, ConsistencyModel model, Setup setup) {
    this.test = test;
    this.protocol = new CheckedProtocol(protocol);
    this.setup = setup;
    addresses = new AddressMap(test, setup.layout());
    SortedSet<Integer> gpus = new TreeSet<>();
    test.threads().forEach(thread -> gpus.add(thread.gpu()));
    plans = new Plans(protocol, model, gpus.size() > 1);
    List<List<Code>> codes = place(setup.placement(), List.copyOf(gpus));
    int warps = codes.stream().mapToInt(List::size).max().orElse(1);
    if (warps > TilePart.ADVANCE) {
      throw new IllegalArgumentException(
          "%d threads on one compute unit, of which there may be %d"
              .formatted(warps, TilePart.ADVANCE));
    }
    config = setup.size().config(gpus.size(), codes.size(), warps);
    for (List<Code> each : codes) {
      tiles.add(new TilePart(this, tiles.size(), each));
    }
    for (int bank = 0; bank < BANKS * gpus.size(); bank++) {
      banks.add(new BankPart(this, bank, bank / BANKS));
    }
    gpuBanks = banks.size();
    for (int bank = 0; bank < BANKS && gpus.size() > 1; bank++) {
      banks.add(new BankPart(this, bank, L2Environment.MEMORY_SIDE));
    }
    parts.addAll(tiles);
    parts.addAll(banks);
    channels = connect();
  }

  private Channels connect() {
    Channels ways = new Channels(parts.size());
    int memory = tiles.size() + gpuBanks;
    for (int tile = 0; tile < tiles.size(); tile++) {
      for (int bank = 0; bank < BANKS; bank++) {
        int own = tiles.size() + config.gpu(tile) * BANKS + bank;
        ways.add(tile, own, false);
        ways.add(own, tile, false);
        if (config.severalGpus()) {
          ways.add(memory + bank, tile, false);
        }
      }
    }
    for (int bank = tiles.size(); bank < parts.size(); bank++) {
      for (int other = tiles.size(); other < parts.size(); other++) {
        boolean ofGpu = bank < memory;
        boolean toGpu = other < memory;
        if (!ofGpu || !toGpu || gpuOf(bank) == gpuOf(other)) {
          ways.add(bank, other, !ofGpu && toGpu);
        }
      }
    }
    return ways;
  }

  private int gpuOf(int bankPart) {
    return (bankPart - tiles.size()) / BANKS;
  }

  /** Threads by tile; each GPU has as many tiles as the one that needs most. */
  private List<List<Code>> place(Placement placement, List<Integer> gpus) {
    List<Map<Integer, List<Code>>> byGpu = new ArrayList<>();
    gpus.forEach(gpu -> byGpu.add(new TreeMap<>()));
    Map<Long, Integer> ctas = new TreeMap<>();
    for (LitmusThread thread : test.threads()) {
      int gpu = gpus.indexOf(thread.gpu());
      int cta = ctas.computeIfAbsent((long) gpu << 32 | thread.cta(), unseen -> ctas.size());
      Code code = new Compiler(thread, addresses, this::refusal).compile(cta);
      byGpu
          .get(gpu)
          .computeIfAbsent(placement == Placement.SAME ? 0 : cta, unseen -> new ArrayList<>())
          .add(code);
    }
    int most = byGpu.stream().mapToInt(Map::size).max().orElse(1);
    List<List<Code>> codes = new ArrayList<>();
    for (Map<Integer, List<Code>> tilesOfGpu : byGpu) {
      codes.addAll(tilesOfGpu.values());
      for (int i = tilesOfGpu.size(); i < most; i++) {
        codes.add(List.of());
      }
    }
    return codes;
  }

  private @Nullable String refusal(MemoryOperation operation) {
    remote |= operation.remote();
    String refused = protocol.refusal(operation);
    return refused == null ? plans.refusal(operation) : refused;
  }

  /** Whether the count of a barrier is a minimum. */
  boolean quorumIsMinimum() {
    return test.barriers() == BarrierReading.QUORUM_IS_MINIMUM;
  }

  Protocol protocol() {
    return protocol;
  }

  Plans plans() {
    return plans;
  }

  MemoryConfig config() {
    return config;
  }

  /** Where the test's locations are. */
  public AddressMap addresses() {
    return addresses;
  }

  /** How the test is put on it. */
  public Setup setup() {
    return setup;
  }

  /** The test. */
  public LitmusTest test() {
    return test;
  }

  // ---- parts and channels ----

  /** Tiles, then banks. */
  public List<Part> parts() {
    return parts;
  }

  /** How many of the parts are tiles. */
  public int tiles() {
    return tiles.size();
  }

  /** Whether an event is that of a tile which has warmed up, and on which the test starts. */
  public boolean starts(int part, int event) {
    return part < tiles.size() && event == TilePart.START;
  }

  /** How many parts are L2 banks of GPUs. */
  int gpuBanks() {
    return gpuBanks;
  }

  /** The ways between parts. */
  public Channels channels() {
    return channels;
  }

  /** Whether anything can ever take a way. */
  public boolean mayCarry(int channel) {
    int from = channels.sender(channel);
    int to = channels.receiver(channel);
    boolean beside = isBankOfGpu(from) && isBankOfGpu(to);
    return !beside || !answersAlone();
  }

  private boolean isBankOfGpu(int part) {
    return part >= tiles.size() && part < tiles.size() + gpuBanks;
  }

  /** No more states than that follow one: each part's events, and a message from each channel. */
  public int mostSuccessors() {
    int events = tiles.stream().mapToInt(tile -> tile.codes().size() + 1).sum();
    return events + banks.size() * addresses.names().size() + channels.count();
  }

  /** The part that a message is for which a tile or bank of a GPU, or of the memory side, sends. */
  int bankOf(MemoryMessage message, int gpu) {
    return banksOf(gpu) + bankNumber(message);
  }

  private int banksOf(int gpu) {
    return tiles.size()
        + (gpu != L2Environment.MEMORY_SIDE ? gpu * BANKS : config.severalGpus() ? gpuBanks : 0);
  }

  /** The number of the bank that a message goes to, or was sent to before it became the answer. */
  int bankNumber(MemoryMessage message) {
    return message.bank == MemoryMessage.HOME ? addresses.bank(message.line) : message.bank;
  }

  /** The parts, as bits, that have something to answer to a tile. */
  int owing(int[] owed, int gpu) {
    int owing = 0;
    for (int bank = 0; bank < BANKS; bank++) {
      if (owed[bank] != 0) {
        owing |= 1 << (banksOf(gpu) + bank);
        owing |= 1 << (banksOf(L2Environment.MEMORY_SIDE) + bank);
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
   * The registers of the threads on a tile, as {@code P0:r1}.
   *
   * @param tile its number
   */
  public Map<String, Long> registers(int tile, PartState state) {
    Map<String, Long> values = new TreeMap<>();
    for (TinyThread thread : ((TileState) state).threads) {
      for (int i = 0; i < thread.registers.length; i++) {
        values.put(thread.code.name() + ":" + thread.code.registers().get(i), thread.registers[i]);
      }
    }
    return values;
  }

  /** The number of the part in front of the memory that a location is in. */
  public int home(String location) {
    int bank = addresses.bank(addresses.address(location) & -AddressMap.LINE);
    return tiles.size() + (config.severalGpus() ? gpuBanks : 0) + bank;
  }

  /**
   * The parts whose states decide what the host reads of the locations in a home, and of a tile or
   * another bank those that decide what is in it: the part itself.
   */
  public int[] decide(int part) {
    int memory = tiles.size() + (config.severalGpus() ? gpuBanks : 0);
    if (part < memory) {
      return new int[] {part};
    }
    StepTable.Row row = Objects.requireNonNull(table().row(Agent.HOST_READ, Order.WEAK));
    List<Step> steps = row.steps();
    return IntStream.range(0, parts.size())
        .filter(other ->
            other == part
                || (steps.contains(HostStep.AT_OWNERS) && other < tiles.size())
                || (steps.contains(HostStep.AT_GPU_BANKS) || steps.contains(HostStep.AT_OWNERS))
                    && isBankOfGpu(other)
                    && (other - tiles.size()) % BANKS == part - memory)
        .toArray();
  }

  /**
   * What a location holds when all is over, as the host reads it.
   *
   * @param states by number of a part: of those that {@link #decide}
   */
  public long content(String location, IntFunction<PartState> states) {
    byte[] bytes = new byte[AddressMap.BYTES];
    new HostAccess(table(), AddressMap.LINE, new ForHost(states))
        .read(addresses.address(location), bytes);
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong();
  }

  private StepTable table() {
    return config.severalGpus() ? protocol.systemTable() : protocol.table();
  }

  /** Where the host finds what it reads. */
  private final class ForHost implements Controllers {
    private final IntFunction<PartState> states;

    ForHost(IntFunction<PartState> states) {
      this.states = states;
    }

    private L2Controller bank(int part) {
      return banks.get(part - tiles.size()).controller(states.apply(part));
    }

    private int number(long address) {
      return addresses.bank(address & -AddressMap.LINE);
    }

    @Override
    public L2Controller home(long address) {
      return bank(banksOf(L2Environment.MEMORY_SIDE) + number(address));
    }

    @Override
    public int gpus() {
      return config.severalGpus() ? gpuBanks / BANKS : 0;
    }

    @Override
    public L2Controller bank(int gpu, long address) {
      return bank(banksOf(gpu) + number(address));
    }

    @Override
    public L1Controller l1(int tile) {
      return tiles.get(tile).work(states.apply(tile)).l1;
    }
  }
}
