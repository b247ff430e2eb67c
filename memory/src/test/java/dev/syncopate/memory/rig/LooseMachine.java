package dev.syncopate.memory.rig;

import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.access.Kind;
import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.dram.ChannelMap;
import dev.syncopate.memory.dram.DramStorage;
import dev.syncopate.memory.lsu.LsuEnvironment;
import dev.syncopate.memory.lsu.Plans;
import dev.syncopate.memory.lsu.StepLsu;
import dev.syncopate.memory.protocol.L1Controller;
import dev.syncopate.memory.protocol.L1Counters;
import dev.syncopate.memory.protocol.L1Environment;
import dev.syncopate.memory.protocol.L2Controller;
import dev.syncopate.memory.protocol.L2Counters;
import dev.syncopate.memory.protocol.L2Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.Protocol;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The same controllers and load-store units as in the timed machine, without engine or clock: a
 * random one of the things that can happen next happens. Only what the network guarantees is kept:
 * messages between one tile or bank and one bank stay in order. Some ways are much slower than
 * others, so that messages on them are overtaken by long chains of others.
 */
public final class LooseMachine implements Bed {
  private static final int SLOWNESS = 100;

  private final MemoryConfig config;
  private final ChannelMap map;
  private final RandomGenerator random;
  private final List<Tile> tiles = new ArrayList<>();

  /** The banks with memory behind them: the L2's, or with several GPUs the memory side's. */
  private final List<Bank> banks = new ArrayList<>();

  /** With several GPUs: the banks of each, one GPU after the other. */
  private final List<Bank> gpuBanks = new ArrayList<>();

  private final long limit;
  private long steps;

  public LooseMachine(
      MemoryConfig config,
      Protocol protocol,
      ConsistencyModel model,
      RandomGenerator random,
      long limit) {
    this.config = config;
    this.random = random;
    this.limit = limit;
    map = new ChannelMap(config.l2().interleave(), config.l2().banks(), 1);
    Plans plans = new Plans(protocol, model, config.severalGpus());
    for (int i = 0; i < config.l2().banks(); i++) {
      banks.add(
          config.severalGpus()
              ? new Bank(i, L2Environment.MEMORY_SIDE, config.memorySide(), protocol)
              : new Bank(i, 0, config, protocol));
    }
    for (int i = 0; config.severalGpus() && i < config.system().gpus() * banks.size(); i++) {
      gpuBanks.add(new Bank(i, i / banks.size(), config, protocol));
    }
    for (int i = 0; i < config.computeUnits(); i++) {
      tiles.add(new Tile(i, protocol, plans));
    }
  }

  private boolean[] slowWays(int count) {
    boolean[] slow = new boolean[count];
    for (int i = 0; i < count; i++) {
      slow[i] = random.nextInt(3) == 0;
    }
    return slow;
  }

  @Override
  public TinyThread thread(int tile, int warp) {
    return tiles.get(tile).thread(warp);
  }

  @Override
  public void read(long address, byte[] into) {
    for (int i = 0; i < into.length; i++) {
      for (Bank bank : homes(address + i)) {
        bank.controller.hostRead(address + i, into, i, 1);
      }
    }
  }

  @Override
  public void write(long address, byte[] from) {
    for (int i = 0; i < from.length; i++) {
      for (Bank bank : homes(address + i)) {
        bank.controller.hostWrite(address + i, from, i, 1);
      }
    }
  }

  @Override
  public void run() {
    tiles.forEach(Tile::start);
    happen();
    for (Tile tile : tiles) {
      if (!tile.finished()) {
        throw new IllegalStateException("deadlock:\n" + String.join("\n", waiting()));
      }
    }
    tiles.forEach(Tile::end);
    happen();
    for (Tile tile : tiles) {
      if (!tile.ended || !tile.lsu.idle() || !tile.l1.idle()) {
        throw new IllegalStateException("does not end:\n" + String.join("\n", waiting()));
      }
    }
  }

  private List<Bank> homes(long address) {
    List<Bank> homes = new ArrayList<>();
    for (int i = map.bank(address); i < gpuBanks.size(); i += banks.size()) {
      homes.add(gpuBanks.get(i));
    }
    homes.addFirst(banks.get(map.bank(address)));
    return homes;
  }

  /** The bank of a GPU, or of the memory side, that a message is for. */
  private Bank bankOf(MemoryMessage message, int gpu) {
    int number = message.bank == MemoryMessage.HOME ? map.bank(message.line) : message.bank;
    return gpuBanks.isEmpty() || gpu == L2Environment.MEMORY_SIDE
        ? banks.get(number)
        : gpuBanks.get(gpu * banks.size() + number);
  }

  /** Lets things happen until nothing can. */
  private void happen() {
    List<Runnable> quick = new ArrayList<>();
    List<Runnable> slow = new ArrayList<>();
    while (true) {
      quick.clear();
      slow.clear();
      tiles.forEach(tile -> tile.offer(quick, slow));
      banks.forEach(bank -> bank.offer(quick, slow));
      gpuBanks.forEach(bank -> bank.offer(quick, slow));
      if (quick.isEmpty() && slow.isEmpty()) {
        return;
      }
      if (++steps > limit) {
        throw new IllegalStateException(
            "no end after " + limit + " steps:\n" + String.join("\n", waiting()));
      }
      boolean dawdle = quick.isEmpty() || (!slow.isEmpty() && random.nextInt(SLOWNESS) == 0);
      List<Runnable> possible = dawdle ? slow : quick;
      possible.get(random.nextInt(possible.size())).run();
    }
  }

  private List<String> waiting() {
    List<String> lines = new ArrayList<>();
    for (Tile tile : tiles) {
      for (String line : tile.lsu.waiting()) {
        lines.add("tile " + tile.index + ": " + line);
      }
      for (String line : tile.l1.waiting()) {
        lines.add("tile " + tile.index + " L1: " + line);
      }
    }
    banks.forEach(bank -> lines.addAll(bank.controller.waiting()));
    gpuBanks.forEach(bank -> lines.addAll(bank.controller.waiting()));
    return lines;
  }

  private final class Tile implements L1Environment, LsuEnvironment {
    private final int index;
    private final L1Controller l1;
    private final StepLsu lsu;
    private final List<@Nullable TinyThread> threads = new ArrayList<>();
    private final List<TinyThread.@Nullable Runner> runners = new ArrayList<>();
    private final List<Boolean> awake = new ArrayList<>();

    /** From each bank of its GPU, then of the memory side, and whether that is a slow way. */
    private final List<ArrayDeque<MemoryMessage>> incoming = new ArrayList<>();

    private final boolean[] slow =
        slowWays(config.severalGpus() ? 2 * config.l2().banks() : config.l2().banks());

    private boolean stalled;
    private boolean ended;

    Tile(int index, Protocol protocol, Plans plans) {
      this.index = index;
      L1Counters counters = new L1Counters();
      l1 = protocol.l1(index, config, this, counters);
      lsu = new StepLsu(plans, config.warpsPerUnit(), config.l1().queue(), l1, this, counters);
      for (int i = 0; i < slow.length; i++) {
        incoming.add(new ArrayDeque<>());
      }
      for (int i = 0; i < config.warpsPerUnit(); i++) {
        threads.add(null);
        awake.add(true);
      }
    }

    TinyThread thread(int warp) {
      TinyThread thread = threads.get(warp);
      if (thread == null) {
        thread = new TinyThread("tile " + index + " warp " + warp, warp);
        threads.set(warp, thread);
      }
      return thread;
    }

    void start() {
      for (int warp = 0; warp < threads.size(); warp++) {
        TinyThread thread = threads.get(warp);
        runners.add(
            thread == null
                ? null
                : new TinyThread.Runner(thread, warp, config.warpWidth(), config.l1().line()));
      }
    }

    void end() {
      lsu.issue(
          new WarpAccess(
              new MemoryOperation(
                  Kind.FENCE,
                  null,
                  DataType.B32,
                  1,
                  Order.RELEASE,
                  config.severalGpus() ? Scope.SYS : Scope.GPU,
                  false,
                  false,
                  false,
                  0),
              config.warpsPerUnit(),
              0,
              new long[0],
              new long[0],
              new long[0],
              new long[0],
              new int[0],
              config.warpWidth()));
    }

    boolean finished() {
      return runners.stream().allMatch(runner -> runner == null || runner.finished());
    }

    void offer(List<Runnable> possible, List<Runnable> late) {
      for (int warp = 0; warp < runners.size(); warp++) {
        TinyThread.Runner runner = runners.get(warp);
        if (runner != null && awake.get(warp)) {
          int slot = warp;
          possible.add(() -> awake.set(slot, turn(runner)));
        }
      }
      if (!lsu.empty() && !stalled) {
        possible.add(() -> stalled = lsu.advance() == 0);
      }
      for (int bank = 0; bank < incoming.size(); bank++) {
        ArrayDeque<MemoryMessage> channel = incoming.get(bank);
        if (!channel.isEmpty()) {
          (slow[bank] ? late : possible)
              .add(() -> {
                l1.receive(channel.remove());
                stalled = false;
              });
        }
      }
    }

    private boolean turn(TinyThread.Runner runner) {
      return !runner.joining && runner.step(lsu, steps) >= 0;
    }

    @Override
    public void completed(WarpAccess access) {
      if (access.warp == config.warpsPerUnit()) {
        ended = true;
      } else {
        TinyThread.Runner runner = java.util.Objects.requireNonNull(runners.get(access.warp));
        if (runner.completed(access, steps)) {
          awake.set(access.warp, true);
        }
      }
    }

    @Override
    public void mayIssue(int warp) {
      if (warp < config.warpsPerUnit()) {
        awake.set(warp, true);
      }
    }

    @Override
    public void send(MemoryMessage message) {
      bankOf(message, config.gpu(index)).incoming.get(index).add(message);
    }

    @Override
    public int banks() {
      return config.l2().banks();
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
    public void occupy(int cycles) {}

    @Override
    public void wordChanged() {}

    @Override
    public long time() {
      return steps;
    }
  }

  private final class Bank implements L2Environment {
    private final int index;
    private final int gpu;
    private final L2Controller controller;
    private final DramStorage storage = new DramStorage();
    private final List<Integer> fetches = new ArrayList<>();

    /**
     * From each tile, then from each bank of its GPU or of the memory side, then from the memory
     * side or from each bank of every GPU; and whether that is a slow way.
     */
    private final List<ArrayDeque<MemoryMessage>> incoming = new ArrayList<>();

    private final boolean[] slow;

    private boolean stalled;

    Bank(int index, int gpu, MemoryConfig own, Protocol protocol) {
      this.index = index;
      this.gpu = gpu;
      int near = config.computeUnits() + config.l2().banks();
      int far = gpu == MEMORY_SIDE ? config.system().gpus() : config.severalGpus() ? 1 : 0;
      slow = slowWays(near + far * config.l2().banks());
      controller = protocol.l2(index, own, this, new L2Counters());
      for (int i = 0; i < slow.length; i++) {
        incoming.add(new ArrayDeque<>());
      }
    }

    /**
     * Whether what comes on a way is from the memory side: it is never refused, nor kept waiting.
     */
    private boolean isAnswer(int way) {
      return gpu != MEMORY_SIDE && way >= config.computeUnits() + config.l2().banks();
    }

    void offer(List<Runnable> possible, List<Runnable> late) {
      for (int way = 0; way < incoming.size(); way++) {
        ArrayDeque<MemoryMessage> channel = incoming.get(way);
        boolean answer = isAnswer(way);
        if (!channel.isEmpty() && (answer || !stalled)) {
          (slow[way] ? late : possible)
              .add(() -> {
                MemoryMessage message = channel.remove();
                if (controller.receive(message).stalled()) {
                  if (answer) {
                    throw new IllegalStateException("refused " + message);
                  }
                  channel.addFirst(message);
                  stalled = true;
                } else if (answer) {
                  stalled = false;
                }
              });
        }
      }
      for (int i = 0; i < fetches.size(); i++) {
        int at = i;
        possible.add(() -> {
          controller.filled(fetches.remove(/* index */ at));
          stalled = false;
        });
      }
    }

    @Override
    public int gpu() {
      return gpu;
    }

    private int number() {
      return index % config.l2().banks();
    }

    @Override
    public void reply(MemoryMessage message) {
      if (message.tile < 0) {
        Bank to = gpuBanks.get(MemoryMessage.bankNumber(message.tile));
        to.incoming.get(config.computeUnits() + config.l2().banks() + index).add(message);
      } else {
        int way = number() + (gpu == MEMORY_SIDE ? config.l2().banks() : 0);
        tiles.get(message.tile).incoming.get(way).add(message);
      }
    }

    @Override
    public void pass(MemoryMessage message) {
      bankOf(message, gpu).incoming.get(config.computeUnits() + number()).add(message);
    }

    @Override
    public void toMemorySide(MemoryMessage message) {
      int way = config.computeUnits() + config.l2().banks() + index;
      bankOf(message, MEMORY_SIDE).incoming.get(way).add(message);
    }

    @Override
    public void fetch(int miss, long line, int from, int bytes) {
      fetches.add(miss);
    }

    @Override
    public void readMemory(long line, int from, int bytes, byte[] into, int at) {
      storage.read(map.local(line) + from, into, at, bytes);
    }

    @Override
    public void writeMemory(long line, byte[] data, int base, long maskLow, long maskHigh) {
      storage.write(map.local(line), data, base, maskLow, maskHigh, config.l1().line());
    }

    @Override
    public void pokeMemory(long line, int from, int bytes, byte[] data, int at) {
      storage.write(map.local(line) + from, data, at, bytes);
    }

    @Override
    public long number(long line) {
      return line / config.l1().line();
    }

    @Override
    public void wordChanged() {}

    @Override
    public long time() {
      return steps;
    }
  }
}
