package dev.syncopate.memory.rig;

import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.dram.ChannelMap;
import dev.syncopate.memory.host.Controllers;
import dev.syncopate.memory.host.HostAccess;
import dev.syncopate.memory.lsu.Plans;
import dev.syncopate.memory.protocol.CheckedProtocol;
import dev.syncopate.memory.protocol.L1Controller;
import dev.syncopate.memory.protocol.L2Controller;
import dev.syncopate.memory.protocol.L2Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.Protocol;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

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
  private final Journal journal;
  private final HostAccess host;
  private final List<LooseTile> tiles = new ArrayList<>();

  /** The banks with memory behind them: the L2's, or with several GPUs the memory side's. */
  private final List<LooseBank> banks = new ArrayList<>();

  /** With several GPUs: the banks of each, one GPU after the other. */
  private final List<LooseBank> gpuBanks = new ArrayList<>();

  /** All of them: where something can happen. */
  private final List<LoosePart> parts = new ArrayList<>();

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
    this.config = config;
    this.random = random;
    this.limit = limit;
    journal = new Journal(config.l1().line());
    map = new ChannelMap(config.l2().interleave(), config.l2().banks(), 1);
    Protocol protocol = new CheckedProtocol(unchecked);
    Plans plans = new Plans(protocol, model, config.severalGpus());
    host =
        new HostAccess(
            config.severalGpus() ? protocol.systemTable() : protocol.table(),
            config.l1().line(),
            new ForHost());
    for (int i = 0; i < config.l2().banks(); i++) {
      banks.add(
          config.severalGpus()
              ? new LooseBank(this, i, L2Environment.MEMORY_SIDE, config.memorySide(), protocol)
              : new LooseBank(this, i, 0, config, protocol));
    }
    for (int i = 0; config.severalGpus() && i < config.system().gpus() * banks.size(); i++) {
      gpuBanks.add(new LooseBank(this, i, i / banks.size(), config, protocol));
    }
    for (int i = 0; i < config.computeUnits(); i++) {
      tiles.add(new LooseTile(this, i, protocol, plans));
    }
    parts.addAll(tiles);
    parts.addAll(banks);
    parts.addAll(gpuBanks);
  }

  boolean[] slowWays(int count) {
    boolean[] slow = new boolean[count];
    for (int i = 0; i < count; i++) {
      slow[i] = random.nextInt(3) == 0;
    }
    return slow;
  }

  MemoryConfig config() {
    return config;
  }

  Journal journal() {
    return journal;
  }

  /** Things that have happened so far. */
  long steps() {
    return steps;
  }

  LooseTile tile(int index) {
    return tiles.get(index);
  }

  LooseBank gpuBank(int index) {
    return gpuBanks.get(index);
  }

  /** Where a line is in the memory behind its bank. */
  long local(long line) {
    return map.local(line);
  }

  @Override
  public TinyThread thread(int tile, int warp) {
    return tiles.get(tile).thread(warp);
  }

  @Override
  public void read(long address, byte[] into) {
    host.read(address, into);
  }

  @Override
  public void write(long address, byte[] from) {
    host.write(address, from);
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

  /** Where the host finds what it reads and writes. */
  private final class ForHost implements Controllers {
    @Override
    public L2Controller home(long address) {
      return banks.get(map.bank(address)).controller();
    }

    @Override
    public int gpus() {
      return gpuBanks.size() / banks.size();
    }

    @Override
    public L2Controller bank(int gpu, long address) {
      return gpuBanks.get(gpu * banks.size() + map.bank(address)).controller();
    }

    @Override
    public L1Controller l1(int tile) {
      return tiles.get(tile).l1();
    }
  }

  /** The bank of a GPU, or of the memory side, that a message is for. */
  LooseBank bankOf(MemoryMessage message, int gpu) {
    int number = message.bank == MemoryMessage.HOME ? map.bank(message.line) : message.bank;
    return gpuBanks.isEmpty() || gpu == L2Environment.MEMORY_SIDE
        ? banks.get(number)
        : gpuBanks.get(gpu * banks.size() + number);
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
    int all = 0;
    for (int i = 0; i < parts.size(); i++) {
      all += parts.get(i).possible(slow);
    }
    return all;
  }

  /** Lets one of the possible things happen. */
  private void one(boolean slow, int which) {
    int part = 0;
    int left = which;
    while (left >= parts.get(part).possible(slow)) {
      left -= parts.get(part).possible(slow);
      part++;
    }
    parts.get(part).change();
    parts.get(part).happen(slow, left);
  }

  private List<String> waiting() {
    List<String> lines = new ArrayList<>();
    tiles.forEach(tile -> lines.addAll(tile.waiting()));
    banks.forEach(bank -> lines.addAll(bank.controller().waiting()));
    gpuBanks.forEach(bank -> lines.addAll(bank.controller().waiting()));
    return lines;
  }
}
