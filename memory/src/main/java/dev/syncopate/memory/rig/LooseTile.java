package dev.syncopate.memory.rig;

import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.lsu.LsuTiming;
import dev.syncopate.memory.lsu.MemoryClient;
import dev.syncopate.memory.lsu.StepLsu;
import dev.syncopate.memory.lsu.StepPlans;
import dev.syncopate.memory.protocol.L1Controller;
import dev.syncopate.memory.protocol.L1Counters;
import dev.syncopate.memory.protocol.L1Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.topology.Node;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A tile of a {@link LooseMachine}: its threads, load-store unit and L1. */
final class LooseTile extends LoosePart implements L1Environment, MemoryClient, LsuTiming {
  private final LooseMachine machine;
  private final MemoryConfig config;
  private final L1Controller l1;
  private final StepLsu lsu;
  private final List<@Nullable TinyThread> threads = new ArrayList<>();
  private final List<TinyThread.@Nullable Runner> runners = new ArrayList<>();
  private final boolean[] awake;

  private boolean stalled;
  private boolean ended;

  LooseTile(LooseMachine machine, Node node, Protocol protocol, StepPlans plans) {
    this.machine = machine;
    super(machine, node);
    config = machine.config();
    L1Counters counters = new L1Counters();
    lsu =
        new StepLsu(
            plans,
            config.warpsPerUnit(),
            config.l1().queue(),
            listener -> protocol.l1(config, this, listener, counters),
            this,
            this,
            counters);
    l1 = lsu.l1();
    awake = new boolean[config.warpsPerUnit()];
    Arrays.fill(awake, true);
    for (int i = 0; i < awake.length; i++) {
      threads.add(null);
    }
  }

  TinyThread thread(int warp) {
    TinyThread thread = threads.get(warp);
    if (thread == null) {
      thread = new TinyThread(node() + " warp " + warp, warp);
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

  @Override
  int countEvents() {
    int count = 0;
    for (int warp = 0; warp < runners.size(); warp++) {
      count += mayTurn(warp) ? 1 : 0;
    }
    return count + (mayAdvance() ? 1 : 0);
  }

  @Override
  boolean eventsFirst() {
    return true;
  }

  @Override
  void event(int number) {
    int remaining = number;
    for (int warp = 0; warp < runners.size(); warp++) {
      if (mayTurn(warp) && remaining-- == 0) {
        awake[warp] = turn(Objects.requireNonNull(runners.get(warp)));
        return;
      }
    }
    stalled = lsu.advance() == 0;
  }

  @Override
  boolean mayTake(int channel) {
    return true;
  }

  private boolean mayTurn(int warp) {
    return awake[warp] && runners.get(warp) != null;
  }

  private boolean mayAdvance() {
    return !stalled && !lsu.empty();
  }

  @Override
  boolean take(MemoryMessage message, int channel) {
    machine.journal().message(time(), () -> node() + " takes", message);
    l1.receive(message);
    stalled = false;
    return true;
  }

  private boolean turn(TinyThread.Runner runner) {
    return !runner.joining && runner.step(lsu, time()) >= 0;
  }

  List<String> waiting() {
    List<String> lines = new ArrayList<>();
    lsu.waiting().forEach(line -> lines.add(node() + ": " + line));
    l1.waiting().forEach(line -> lines.add(node() + " L1: " + line));
    return lines;
  }

  L1Controller l1() {
    return l1;
  }

  @Override
  public void issuing(WarpAccess access) {
    machine.journal().access(time(), node().toString(), " issues ", access);
  }

  @Override
  public long complete(WarpAccess access) {
    machine.journal().access(time(), node().toString(), " has done ", access);
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
  public void occupy(int cycles) {}

  @Override
  public void wordChanged() {}

  @Override
  public long time() {
    return machine.steps();
  }
}
