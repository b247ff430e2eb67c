package dev.syncopate.memory.mechanism.hlrc;

import dev.syncopate.memory.access.AccessKind;
import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.Step;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.cache.CacheArray;
import dev.syncopate.memory.cache.LineBytes;
import dev.syncopate.memory.cache.OwnershipBalance;
import dev.syncopate.memory.config.L1Config;
import dev.syncopate.memory.kit.l1.L1Cache;
import dev.syncopate.memory.kit.l1.L1Event;
import dev.syncopate.memory.kit.l1.L1Lines;
import dev.syncopate.memory.kit.l1.L1Misses;
import dev.syncopate.memory.kit.l1.L1Parts;
import dev.syncopate.memory.kit.l1.L1Policy;
import dev.syncopate.memory.kit.l1.L1Writes;
import dev.syncopate.memory.kit.l1.MissStateTable;
import dev.syncopate.memory.protocol.CompletionListener;
import dev.syncopate.memory.protocol.ControllerOutcome;
import dev.syncopate.memory.protocol.L1Counters;
import dev.syncopate.memory.protocol.L1Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.StateMachine;
import dev.syncopate.memory.protocol.Stateful;
import dev.syncopate.memory.protocol.TransitionCount;
import dev.syncopate.memory.protocol.decorator.L1Decorator;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * hLRC's L1: a cache of plain GPU coherence that performs atomics on lines registered with it. It
 * flushes when a registration leaves and invalidates when one comes; in between, nothing is done
 * for any acquire or release.
 */
final class HlrcL1 extends L1Decorator implements Stateful<LineHolding, Object> {
  private static final int NONE = CacheArray.NONE;

  private final L1Cache cache;
  private final L1Config config;
  private final L1Lines lines;
  private final L1Misses misses;
  private final L1Writes writes;
  private final L1Environment environment;
  private final CompletionListener listener;
  private final L1Counters counters;
  private final HlrcL1Counters counts = new HlrcL1Counters();
  private final RegisteredFrames registered;
  private final AskedLines askedLines;
  private final LeavingLines leaving;
  private final StateMachine<LineHolding, LineHolding.Event, HlrcL1, Object> machine;

  HlrcL1(
      L1Config config,
      L1Environment environment,
      CompletionListener listener,
      L1Counters counters,
      HlrcTables tables) {
    this(
        L1Parts.of(config, environment, listener, counters, tables.lines(), MissStateTable.LOADS),
        tables);
  }

  @SuppressWarnings("this-escape") // kept for later calls only
  private HlrcL1(L1Parts parts, HlrcTables tables) {
    L1Cache inner = new L1Cache(parts, L1Policy.NONE);
    super(inner);
    cache = inner;
    config = parts.config();
    lines = parts.lines();
    misses = parts.misses();
    writes = parts.writes();
    environment = parts.environment();
    listener = parts.listener();
    counters = parts.counters();
    registered = new RegisteredFrames(lines);
    askedLines = new AskedLines(config);
    leaving = new LeavingLines(writes);
    machine =
        new StateMachine<>(
            tables.l1(),
            this,
            "registrations of the L1 of " + environment.node(),
            environment.clock());
    lines.tell(
        new L1Lines.Listener() {
          @Override
          public void evicting(int frame, long line) {
            evicted(frame, line);
          }
        });
  }

  // ---- accesses ----

  private static boolean synchronises(LineAccess access) {
    return access.parent.currentStep() == HlrcStep.PERFORM_REGISTERED;
  }

  @Override
  public ControllerOutcome accept(LineAccess access) {
    boolean sync = synchronises(access);
    if (askedLines.find(access.line) != null) {
      return fire(sync ? LineHolding.Event.SYNC : LineHolding.Event.DATA, access.line, access);
    }
    return sync ? synchronise(access) : cache.accept(access);
  }

  private ControllerOutcome synchronise(LineAccess access) {
    int frame = lines.find(access.line);
    if (!registered.contains(frame)) {
      return askedLines.full()
          ? ControllerOutcome.STALLED_MSHRS
          : fire(LineHolding.Event.SYNC, access.line, access);
    }
    boolean writing = access.parent.operation.kind() != AccessKind.LOAD;
    if (writing && !lines.array.dirty(frame) && writes.full()) {
      return ControllerOutcome.STALLED_WRITES;
    }
    fire(LineHolding.Event.SYNC, access.line, access);
    counts.local++;
    return ControllerOutcome.DONE;
  }

  @Override
  public ControllerOutcome step(Step step, WarpAccess access) {
    if (step == HlrcStep.INVALIDATE_UNREGISTERED) {
      invalidate();
      return ControllerOutcome.DONE;
    }
    return cache.step(step, access);
  }

  @Override
  public int cycles(Step step) {
    return step == HlrcStep.INVALIDATE_UNREGISTERED
        ? config.invalidateCycles()
        : cache.cycles(step);
  }

  /** Drops all that is neither dirty nor registered, and what is on its way here. */
  private void invalidate() {
    registered.dropOthers();
    misses.detachAll();
    counters.invalidations++;
  }

  // ---- messages ----

  @Override
  public void receive(MemoryMessage message) {
    if (message.type instanceof HlrcType type) {
      switch (type) {
        case REGISTERED -> fire(LineHolding.Event.GRANT, message.line, message);
        case RECALL -> {
          counts.recalled += registered.contains(lines.find(message.line)) ? 1 : 0;
          fire(LineHolding.Event.RECALL, message.line, message);
        }
        case UPDATE -> fire(LineHolding.Event.UPDATE, message.line, message);
        case FILL_ONCE -> filledOnce(message);
        case REGISTER, UNREGISTERED, UPDATED -> throw illegal(type.name(), message.line);
      }
    } else {
      cache.receive(message);
    }
    for (long line = leaving.settled(); line != LeavingLines.NONE; line = leaving.settled()) {
      fire(LineHolding.Event.LEFT, line, null);
    }
  }

  private void evicted(int frame, long line) {
    if (registered.contains(frame)) {
      counts.evicted++;
      fire(LineHolding.Event.EVICT, line, null);
    }
  }

  /** Bytes of a line that is registered elsewhere: for those that wait, and for no one else. */
  private void filledOnce(MemoryMessage message) {
    misses.detach(message.line);
    counts.once++;
    cache.receive(HlrcMessage.fill(message));
  }

  // ---- states ----

  private ControllerOutcome fire(LineHolding.Event event, long line, @Nullable Object cause) {
    int frame = lines.find(line);
    return machine.offer(state(line, frame), event, line, frame, cause);
  }

  @Override
  public LineHolding state(long line, int part) {
    if (registered.contains(lines.find(line))) {
      return LineHolding.REGISTERED;
    } else if (askedLines.find(line) != null) {
      return LineHolding.ASKED;
    }
    return leaving.contains(line) ? LineHolding.LEAVING : LineHolding.UNREGISTERED;
  }

  /** ASKED and LEAVING are entered by an entry in their lists, which an action makes. */
  @Override
  public void enter(LineHolding next, long line, int part, @Nullable Object cause) {
    if (next == LineHolding.REGISTERED) {
      registered.add(lines.find(line));
    }
  }

  private RuntimeException illegal(String event, long line) {
    return machine.illegal(state(line, NONE).name(), event, line);
  }

  // ---- actions ----

  /** Gives a line back before its registration is asked for: it comes back with the grant. */
  void surrender(long line) {
    int frame = lines.find(line);
    if (frame != NONE) {
      lines.fire(frame, L1Event.SURRENDER, line, null);
    }
    misses.detach(line);
  }

  /** Asks for a line's registration. */
  void ask(LineAccess access) {
    askedLines.add(access);
    environment.send(
        environment.home(access.line),
        new HlrcMessage(HlrcType.REGISTER, access.line, environment.node()));
  }

  /** Lets an access wait for the registration of its line. */
  ControllerOutcome await(LineAccess access) {
    AskedLines.Asked entry = Objects.requireNonNull(askedLines.find(access.line));
    if (askedLines.crowded(entry)) {
      return ControllerOutcome.STALLED_TARGETS;
    }
    entry.waiting.add(access);
    counts.coalesced++;
    return ControllerOutcome.DONE;
  }

  /** Has the cache behind perform an access. */
  ControllerOutcome pass(LineAccess access) {
    return cache.accept(access);
  }

  void perform(LineAccess access, int frame) {
    counters.atomics += access.parent.operation.kind() == AccessKind.ATOMIC ? 1 : 0;
    if (registered.perform(access, frame)) {
      environment.wordChanged();
    }
    listener.performed(access);
  }

  /**
   * The L1 is invalidated in the event of the grant: an access of another warp that finds the
   * registration here must find nothing stale behind it.
   */
  void invalidateAtOnce() {
    invalidate();
    environment.occupy(config.invalidateCycles());
  }

  /** The same, but what is in flight is kept when it comes. */
  void invalidateKeepingFills() {
    registered.dropOthers();
    counters.invalidations++;
    environment.occupy(config.invalidateCycles());
  }

  /** Keeps a line that comes with its registration. */
  void keep(MemoryMessage grant) {
    counts.registrations++;
    lines.install(grant);
  }

  /** Performs what has waited for a registration. */
  void performWaiting(long line) {
    int frame = lines.find(line);
    AskedLines.Asked entry = Objects.requireNonNull(askedLines.find(line));
    askedLines.remove(entry);
    environment.wordChanged();
    for (LineAccess access : entry.waiting) {
      if (synchronises(access)) {
        perform(access, frame);
      } else {
        cache.offer(access, false);
      }
    }
  }

  /** Writes all dirty lines through at once; the cache is busy a cycle for each. */
  void flush() {
    counters.flushes++;
    int written = 0;
    while (!lines.fifo.isEmpty()) {
      written += lines.writeOldest() ? 1 : 0;
    }
    counters.flushedLines += written;
    environment.occupy(Math.max(1, written));
  }

  /** Writes one line's dirty bytes through; the cache keeps it. */
  void writeLine(long line) {
    int frame = lines.find(line);
    if (lines.array.dirty(frame)) {
      lines.writeThrough(frame);
    }
  }

  /** The generation of all writes so far. */
  int closeWrites() {
    return writes.close();
  }

  /** The L2 is to be told that a registration is back when writes of a generation are there. */
  void leave(long line, int generation) {
    leaving.add(generation, new HlrcMessage(HlrcType.UNREGISTERED, line, environment.node()));
  }

  void unregister(int frame) {
    registered.remove(frame);
  }

  /** A line that was registered leaves the cache; it has no dirty bytes any more. */
  void drop(long line) {
    lines.fire(lines.find(line), L1Event.EVICT, line, null);
    misses.detach(line);
  }

  /** The L2 has been told of a line. */
  void forget(long line) {
    leaving.removeSettled(line);
  }

  /** Another L1 has stored to a line; bytes that are dirty here are newer in the L2's order. */
  void update(MemoryMessage store) {
    if (registered.update(store)) {
      environment.wordChanged();
    }
  }

  void answerUpdate(long line) {
    environment.send(
        environment.home(line), new HlrcMessage(HlrcType.UPDATED, line, environment.node()));
  }

  // ---- diagnosis ----

  @Override
  public List<Object> counters() {
    return List.of(counts);
  }

  @Override
  public boolean idle() {
    return cache.idle() && askedLines.isEmpty();
  }

  @Override
  public List<TransitionCount> transitions() {
    return Stream.concat(machine.pairs().stream(), cache.transitions().stream()).toList();
  }

  @Override
  public void check() {
    machine.check();
    cache.check();
  }

  @Override
  public void canonicalize() {
    List<Long> lineAddresses = registered.lines();
    cache.canonicalize();
    registered.rebuild(lineAddresses);
  }

  @Override
  public void holds(OwnershipBalance holdings) {
    registered.holds(holdings);
    leaving.holds(holdings);
  }

  @Override
  public List<String> checkInvariants() {
    List<String> wrong = new ArrayList<>(cache.checkInvariants());
    int bytes = config.line();
    wrong.addAll(
        registered.checkInvariants(LineBytes.rangeLow(0, bytes), LineBytes.rangeHigh(0, bytes)));
    wrong.addAll(askedLines.checkInvariants(lines, misses));
    return wrong;
  }

  @Override
  public List<String> waiting() {
    return Stream.concat(askedLines.waiting().stream(), cache.waiting().stream()).toList();
  }
}
