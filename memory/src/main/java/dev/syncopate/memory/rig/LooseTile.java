package dev.syncopate.memory.rig;

import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.lsu.LsuTiming;
import dev.syncopate.memory.lsu.MemoryClient;
import dev.syncopate.memory.lsu.Plans;
import dev.syncopate.memory.lsu.StepLsu;
import dev.syncopate.memory.protocol.L1Controller;
import dev.syncopate.memory.protocol.L1Counters;
import dev.syncopate.memory.protocol.L1Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.Protocol;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A tile of a {@link LooseMachine}: its threads, load-store unit and L1. */
final class LooseTile extends LoosePart implements L1Environment, MemoryClient, LsuTiming {
  private final LooseMachine machine;
  private final MemoryConfig config;
  private final int index;
  private final String name;
  private final L1Controller l1;
  private final StepLsu lsu;
  private final List<@Nullable TinyThread> threads = new ArrayList<>();
  private final List<TinyThread.@Nullable Runner> runners = new ArrayList<>();
  private final boolean[] awake;

  /** From each bank of its GPU, then of the memory side, and whether that is a slow way. */
  private final List<ArrayDeque<MemoryMessage>> incoming = new ArrayList<>();

  private final boolean[] slow;

  private boolean stalled;
  private boolean ended;

  LooseTile(LooseMachine machine, int index, Protocol protocol, Plans plans) {
    this.machine = machine;
    this.index = index;
    name = "tile " + index;
    config = machine.config();
    slow = machine.slowWays(config.severalGpus() ? 2 * config.l2().banks() : config.l2().banks());
    L1Counters counters = new L1Counters();
    lsu =
        new StepLsu(
            plans,
            config.warpsPerUnit(),
            config.l1().queue(),
            listener -> protocol.l1(index, config, this, listener, counters),
            this,
            this,
            counters);
    l1 = lsu.l1();
    for (int i = 0; i < slow.length; i++) {
      incoming.add(new ArrayDeque<>());
    }
    awake = new boolean[config.warpsPerUnit()];
    Arrays.fill(awake, true);
    for (int i = 0; i < awake.length; i++) {
      threads.add(null);
    }
  }

  TinyThread thread(int warp) {
    TinyThread thread = threads.get(warp);
    if (thread == null) {
      thread = new TinyThread(name + " warp " + warp, warp);
      threads.set(warp, thread);
    }
    return thread;
  }

  void start() {
    change();
    for (int warp = 0; warp < threads.size(); warp++) {
      TinyThread thread = threads.get(warp);
      runners.add(
          thread == null
              ? null
              : new TinyThread.Runner(thread, warp, config.warpWidth(), config.l1().line()));
    }
  }

  /** The kernel is over for this tile. */
  void end() {
    change();
    lsu.kernelEnd();
  }

  boolean finished() {
    return runners.stream().allMatch(runner -> runner == null || runner.finished());
  }

  /** Whether it has ended and nothing is outstanding. */
  boolean ended() {
    return ended && lsu.idle() && l1.idle();
  }

  /** A message is on its way here, by one of the ways. */
  void arrives(int way, MemoryMessage message) {
    incoming.get(way).add(message);
    change();
  }

  @Override
  int count(boolean late) {
    int count = 0;
    for (int warp = 0; !late && warp < runners.size(); warp++) {
      count += mayTurn(warp) ? 1 : 0;
    }
    count += !late && mayAdvance() ? 1 : 0;
    for (int way = 0; way < slow.length; way++) {
      count += slow[way] == late && !incoming.get(way).isEmpty() ? 1 : 0;
    }
    return count;
  }

  @Override
  void happen(boolean late, int which) {
    int left = which;
    for (int warp = 0; !late && warp < runners.size(); warp++) {
      if (mayTurn(warp) && left-- == 0) {
        awake[warp] = turn(Objects.requireNonNull(runners.get(warp)));
        return;
      }
    }
    if (!late && mayAdvance() && left-- == 0) {
      stalled = lsu.advance() == 0;
      return;
    }
    for (int way = 0; way < slow.length; way++) {
      if (slow[way] == late && !incoming.get(way).isEmpty() && left-- == 0) {
        take(incoming.get(way).remove());
        return;
      }
    }
    throw new IndexOutOfBoundsException(which);
  }

  private boolean mayTurn(int warp) {
    return awake[warp] && runners.get(warp) != null;
  }

  private boolean mayAdvance() {
    return !stalled && !lsu.empty();
  }

  private void take(MemoryMessage message) {
    machine.journal().message(time(), name, " takes", "", message);
    l1.receive(message);
    stalled = false;
  }

  private boolean turn(TinyThread.Runner runner) {
    return !runner.joining && runner.step(lsu, time()) >= 0;
  }

  List<String> waiting() {
    List<String> lines = new ArrayList<>();
    lsu.waiting().forEach(line -> lines.add(name + ": " + line));
    l1.waiting().forEach(line -> lines.add(name + " L1: " + line));
    return lines;
  }

  String name() {
    return name;
  }

  L1Controller l1() {
    return l1;
  }

  @Override
  public void issuing(WarpAccess access) {
    machine.journal().access(time(), name, " issues ", access);
  }

  @Override
  public long complete(WarpAccess access) {
    machine.journal().access(time(), name, " has done ", access);
    return time();
  }

  @Override
  public void completed(WarpAccess access, long ready) {
    if (Objects.requireNonNull(runners.get(access.warp)).completed(access, ready)) {
      awake[access.warp] = true;
    }
  }

  @Override
  public void mayIssue(int warp) {
    awake[warp] = true;
  }

  @Override
  public void kernelEnded() {
    ended = true;
  }

  @Override
  public void send(MemoryMessage message) {
    LooseBank to = machine.bankOf(message, config.gpu(index));
    machine.journal().message(time(), name, " sends to ", to.name(), message);
    to.arrives(index, message);
  }

  @Override
  public int banks() {
    return config.l2().banks();
  }

  @Override
  public void occupy(int cycles) {}

  @Override
  public void wordChanged() {}

  @Override
  public long time() {
    return machine.steps();
  }
}
