package dev.syncopate.machine.agent;

import dev.syncopate.machine.space.AddressMap;
import dev.syncopate.machine.space.AddressNames;
import dev.syncopate.memory.access.AccessKind;
import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.Ordering;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.lsu.MemoryClient;
import dev.syncopate.memory.system.CpuMemory;
import dev.syncopate.sim.engine.ClockDomain;
import dev.syncopate.sim.engine.Coroutine;
import dev.syncopate.sim.engine.Event;
import dev.syncopate.sim.engine.LocalClock;
import dev.syncopate.sim.engine.Part;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A CPU core: the part of the machine that runs a {@link HostProgram}. One access at a time, in
 * order, a cycle each at least; stores and what a release still waits for are left to its L1, whose
 * store buffer holds them.
 */
final class CpuCore extends Part implements MemoryClient {
  private static final long[] NOTHING = {};

  private final LocalClock clock;
  private final CpuMemory memory;
  private final CpuCounters counters = new CpuCounters();
  private final PollWatch polls = new PollWatch();
  private final long lineBytes;
  private final Step step;

  private @Nullable Coroutine program;
  private BooleanSupplier givenUp = () -> false;
  private long memoryEnd;

  /** What the program has asked for and has not got; null while it is to run. */
  private @Nullable WarpAccess pendingAccess;

  private boolean issued;

  /** Cycles to pass before the program goes on. */
  private long passing;

  /** Whether it passes them with work. */
  private boolean working;

  private boolean ending;
  private boolean ended = true;
  private long startCycle;
  private long endTime;
  private long issuedAt;

  /** The engine's cycle in which the program did something that it had not done before. */
  private long progress;

  private @Nullable String failure;

  /**
   * @param domain its clock, relative to the engine's
   * @param maker of its memory side
   */
  @SuppressWarnings("this-escape") // kept for later calls only
  CpuCore(int index, ClockDomain domain, Maker maker, int lineBytes) {
    super("cpu" + index);
    clock = new LocalClock(this, domain);
    this.lineBytes = lineBytes;
    step = new Step(clock);
    memory = maker.make(index, this, clock, this);
  }

  /** Makes the memory side of a CPU. */
  @FunctionalInterface
  interface Maker {
    CpuMemory make(int index, Part host, LocalClock clock, MemoryClient client);
  }

  // ---- between runs of the engine ----

  /**
   * Prepares a program that begins in an engine cycle.
   *
   * @param end address behind the memory that it may use
   * @param interrupted asked while the program computes without asking for anything
   */
  void start(HostProgram host, long begin, long end, BooleanSupplier interrupted) {
    memoryEnd = end;
    givenUp = interrupted;
    failure = null;
    ended = false;
    ending = false;
    pendingAccess = null;
    passing = 0;
    working = false;
    polls.clear();
    HostThread thread = new HostThread(this);
    program = new Coroutine(name() + "-host", () -> host.run(thread));
    schedule(
        new Event() {
          @Override
          protected void fire(long now) {
            clock.crossed();
            startCycle = clock.now();
            progress = now;
            memory.lsu().kernelBegin();
            step.schedule(clock.now() + 1);
          }
        },
        begin);
  }

  /** Code that still runs is stopped. */
  void stop() {
    Coroutine running = program;
    if (running != null) {
      running.cancel();
      program = null;
      if (!ended) {
        counters.cycles += Math.max(0, clock.domain().ownCycle(now()) - startCycle);
      }
    }
  }

  boolean ended() {
    return ended;
  }

  long endTime() {
    return endTime;
  }

  long progress() {
    return progress;
  }

  /** Whether the program passes time with work. */
  boolean works() {
    return working;
  }

  @Nullable String failure() {
    return failure;
  }

  CpuCounters counters() {
    return counters;
  }

  /** What the program waits for and where, for people; null when there is none. */
  @Nullable String standing(AddressNames names) {
    Coroutine running = program;
    if (running == null || ended) {
      return null;
    }
    String doing;
    WarpAccess access = pendingAccess;
    if (ending) {
      doing = "has ended and waits for its stores";
    } else if (access == null) {
      doing = "passes time";
    } else {
      doing =
          (issued ? "waits for " : "waits to issue ")
              + Ordering.of(access.operation)
              + (access.address.length == 0 ? "" : " of " + word(names, access.address[0]));
    }
    return name()
        + ": host code"
        + HostPlaces.at(running.stack())
        + " "
        + doing
        + polls.text(address -> word(names, address));
  }

  private static String word(AddressNames names, long address) {
    String name = names.name(address, 4);
    return "0x" + Long.toHexString(address) + (name == null ? "" : " (" + name + ")");
  }

  // ---- asked by the program, on its thread, while the simulation waits ----

  long access(MemoryOperation operation, long address, long a, long b) {
    int bytes = operation.bytesPerLane();
    if (address % bytes != 0 || address < AddressMap.DEVICE_BASE || address + bytes > memoryEnd) {
      throw new IllegalArgumentException(
          "%s of %d bytes at 0x%x, which is %s"
              .formatted(
                  Ordering.of(operation),
                  bytes,
                  address,
                  address % bytes != 0 ? "not aligned to them" : "no address of device memory"));
    }
    long[] addresses = {address};
    long[] first = operation.kind() == AccessKind.LOAD ? NOTHING : new long[] {a & mask(bytes)};
    long[] second = operation.kind() == AccessKind.ATOMIC ? new long[] {b & mask(bytes)} : NOTHING;
    WarpAccess access = WarpAccess.of(operation, 0, 1, addresses, first, second);
    long line = address & -lineBytes;
    int lineOffset = (int) (address - line);
    long touched = mask8(bytes);
    access.lines =
        new LineAccess[] {
          new LineAccess(
              access,
              line,
              1,
              lineOffset < 64 ? touched << lineOffset : 0,
              lineOffset < 64 ? 0 : touched << (lineOffset - 64))
        };
    ask(access);
    long value = operation.resultUsed() ? access.result[0] : 0;
    if (operation.kind() == AccessKind.LOAD || operation.kind() == AccessKind.ATOMIC) {
      if (polls.isNew(address, value)) {
        progress = now();
      }
    }
    return value;
  }

  void fence(MemoryOperation operation) {
    ask(WarpAccess.fence(operation, 0, 1));
  }

  private void ask(WarpAccess access) {
    count(access.operation.kind());
    issued = false;
    pendingAccess = access;
    running().stop();
  }

  void pass(long cycles, boolean works) {
    if (cycles < 1) {
      throw new IllegalArgumentException("a program passes at least 1 cycle, not " + cycles);
    }
    passing = cycles;
    counters.pauseCycles += cycles;
    working = works;
    running().stop();
    if (works) {
      progress = now();
    }
    working = false;
  }

  long cycle() {
    return clock.now();
  }

  private void count(AccessKind kind) {
    switch (kind) {
      case LOAD -> counters.loads++;
      case STORE -> counters.stores++;
      case ATOMIC -> counters.atomics++;
      case FENCE -> counters.fences++;
    }
  }

  private static long mask(int bytes) {
    return bytes == 8 ? -1 : (1L << (8 * bytes)) - 1;
  }

  /** A bit for each byte. */
  private static long mask8(int bytes) {
    return (1L << bytes) - 1;
  }

  // ---- in the machine's time ----

  /** The program goes on, or what it has asked for is issued. */
  private final class Step extends LocalClock.Edge {
    Step(LocalClock clock) {
      super(clock);
    }

    @Override
    protected void happen(long now) {
      WarpAccess access = pendingAccess;
      if (access == null) {
        resume(now);
      } else if (!issued) {
        issue(access, now);
      }
    }
  }

  private void resume(long now) {
    Coroutine running = running();
    if (!running.resume(givenUp)) {
      fail(
          name()
              + ": host code"
              + HostPlaces.at(running.stack())
              + " computes and asks for nothing; it was given up");
      return;
    }
    Throwable thrown = running.failure();
    if (thrown != null) {
      fail(name() + ": host code threw " + HostPlaces.of(thrown));
    } else if (running.finished()) {
      ending = true;
      progress = now();
      memory.lsu().kernelEnd();
    } else if (passing > 0) {
      step.schedule(now + passing);
      passing = 0;
    } else {
      issue(Objects.requireNonNull(pendingAccess), now);
    }
  }

  private void fail(String text) {
    failure = text;
    ended = true;
    endTime = now();
  }

  private void issue(WarpAccess access, long now) {
    if (!memory.lsu().canIssue(0, access.operation)) {
      return; // mayIssue is called
    }
    issued = true;
    issuedAt = now;
    boolean waits = access.operation.resultUsed() || access.operation.kind() == AccessKind.FENCE;
    memory.lsu().issue(access);
    if (!waits) {
      pendingAccess = null;
      step.schedule(now + 1);
    }
  }

  @Override
  public void completed(WarpAccess access, long ready) {
    if (access != pendingAccess) {
      return; // a store
    }
    pendingAccess = null;
    if (access.operation.kind() != AccessKind.FENCE) {
      boolean hit = !memory.answered();
      counters.hits += hit ? 1 : 0;
      counters.misses += hit ? 0 : 1;
    }
    long next = Math.max(ready, issuedAt + 1);
    counters.waitCycles += next - issuedAt;
    step.schedule(next);
  }

  @Override
  public void mayIssue(int warp) {
    if (pendingAccess != null && !issued && !step.scheduled()) {
      step.schedule(clock.now());
    }
  }

  @Override
  public void kernelEnded() {
    ended = true;
    endTime = now();
    counters.cycles += clock.now() - startCycle;
  }

  private Coroutine running() {
    Coroutine running = program;
    if (running == null) {
      throw new IllegalStateException("no host code runs: its launch is over");
    }
    return running;
  }
}
