package dev.syncopate.memory.mechanism.hlrc;

import dev.syncopate.memory.access.Kind;
import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.Step;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.cache.CacheArray;
import dev.syncopate.memory.cache.Holdings;
import dev.syncopate.memory.cache.LineBytes;
import dev.syncopate.memory.config.L1Config;
import dev.syncopate.memory.kit.l1.L1Cache;
import dev.syncopate.memory.kit.l1.L1Event;
import dev.syncopate.memory.kit.l1.L1Lines;
import dev.syncopate.memory.kit.l1.L1Misses;
import dev.syncopate.memory.kit.l1.L1Parts;
import dev.syncopate.memory.kit.l1.L1Policy;
import dev.syncopate.memory.kit.l1.L1Writes;
import dev.syncopate.memory.protocol.CompletionListener;
import dev.syncopate.memory.protocol.L1Counters;
import dev.syncopate.memory.protocol.L1Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.Outcome;
import dev.syncopate.memory.protocol.Transitions;
import dev.syncopate.memory.protocol.decorator.L1Decorator;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * hLRC's L1: a cache of plain GPU coherence that performs atomics on lines registered with it. It
 * flushes when a registration leaves and invalidates when one comes; in between, nothing is done
 * for any acquire or release.
 */
final class HlrcL1 extends L1Decorator {
  private static final int NONE = CacheArray.NONE;

  /** A generation of writes. */
  private static final int LONG_SETTLED = -1;

  private final Rules rules;
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
  private final AskedLines asked;
  private final LeavingLines leaving;
  private final Transitions<LineHolding, LineHolding.Event> transitions;

  HlrcL1(
      L1Config config,
      L1Environment environment,
      CompletionListener listener,
      L1Counters counters,
      Rules rules) {
    this(rules.parts(L1Parts.ofLocal(config, environment, listener, counters)), rules);
  }

  @SuppressWarnings("this-escape") // kept for later calls only
  private HlrcL1(L1Parts parts, Rules rules) {
    L1Cache behind = new L1Cache(parts, L1Policy.NONE);
    super(behind);
    this.rules = rules;
    cache = behind;
    config = parts.config();
    lines = parts.lines();
    misses = parts.misses();
    writes = parts.writes();
    environment = parts.environment();
    listener = parts.listener();
    counters = parts.counters();
    registered = new RegisteredFrames(lines);
    asked = new AskedLines(config);
    leaving = new LeavingLines(writes);
    transitions =
        LineHolding.table("registrations of the L1 of " + environment.node(), environment.clock());
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
  public Outcome accept(LineAccess access) {
    boolean sync = synchronises(access);
    AskedLines.Asked at = asked.find(access.line);
    if (at != null && (sync || rules.dataWaits())) {
      return await(access, sync, at);
    }
    return sync ? synchronise(access) : cache.accept(access);
  }

  private Outcome await(LineAccess access, boolean sync, AskedLines.Asked at) {
    if (asked.crowded(at)) {
      return Outcome.STALLED_TARGETS;
    }
    record(access.line, sync ? LineHolding.Event.SYNC : LineHolding.Event.DATA);
    at.waiting.add(access);
    counts.coalesced++;
    return Outcome.DONE;
  }

  private Outcome synchronise(LineAccess access) {
    int frame = lines.find(access.line);
    if (!registered.contains(frame)) {
      return ask(access, frame);
    }
    boolean writing = access.parent.operation.kind() != Kind.LOAD;
    if (writing && !lines.array.dirty(frame) && writes.full()) {
      return Outcome.STALLED_WRITES;
    }
    record(access.line, LineHolding.Event.SYNC);
    perform(access, frame);
    counts.local++;
    return Outcome.DONE;
  }

  /**
   * Asks for a line's registration. What the L1 has written to it goes before, so that it comes
   * back with the grant.
   */
  private Outcome ask(LineAccess access, int frame) {
    if (asked.full()) {
      return Outcome.STALLED_MSHRS;
    }
    record(access.line, LineHolding.Event.SYNC);
    if (frame != NONE) {
      if (!rules.writesBeforeAsking()) {
        lines.array.clean(frame);
      }
      lines.surrender(frame);
      lines.transitions.changed(access.line);
    }
    misses.detach(access.line);
    asked.add(access);
    environment.send(
        environment.home(access.line),
        new HlrcMessage(HlrcType.REGISTER, access.line, environment.node()));
    return Outcome.DONE;
  }

  private void perform(LineAccess access, int frame) {
    counters.atomics += access.parent.operation.kind() == Kind.ATOMIC ? 1 : 0;
    if (registered.perform(access, frame)) {
      environment.wordChanged();
    }
    listener.performed(access);
  }

  @Override
  public Outcome step(Step step, WarpAccess access) {
    if (step == HlrcStep.INVALIDATE_UNREGISTERED) {
      invalidate();
      return Outcome.DONE;
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
    if (rules.forgetsFills()) {
      misses.detachAll();
    }
    counters.invalidations++;
  }

  // ---- messages ----

  @Override
  public void receive(MemoryMessage message) {
    if (message.type instanceof HlrcType type) {
      switch (type) {
        case REGISTERED -> granted(message);
        case RECALL -> recalled(message);
        case UPDATE -> updated(message);
        case FILL_ONCE -> filledOnce(message);
        case REGISTER, UNREGISTERED, UPDATED -> throw illegal(type.name(), message.line);
      }
    } else {
      cache.receive(message);
    }
    leaving.settle(line -> record(line, LineHolding.Event.LEFT));
  }

  /**
   * A registration has come. The L1 is invalidated in the same event: an access of another warp
   * that finds the registration here must find nothing stale behind it.
   */
  private void granted(MemoryMessage message) {
    AskedLines.Asked at = asked.find(message.line);
    if (at == null) {
      throw illegal(message.type.name(), message.line);
    }
    record(message.line, LineHolding.Event.GRANT);
    counts.registrations++;
    if (rules.invalidates()) {
      invalidate();
      environment.occupy(config.invalidateCycles());
    }
    lines.install(message);
    int frame = lines.find(message.line);
    registered.add(frame);
    asked.remove(at);
    environment.wordChanged();
    for (LineAccess access : at.waiting) {
      if (synchronises(access)) {
        perform(access, frame);
      } else {
        cache.offer(access, false);
      }
    }
  }

  private void recalled(MemoryMessage message) {
    long line = message.line;
    record(line, LineHolding.Event.RECALL);
    if (registered.contains(lines.find(line))) {
      counts.recalled++;
      flush(line);
      leave(line);
      if (rules.drops()) {
        drop(line);
      }
    }
  }

  private void evicted(int frame, long line) {
    if (registered.contains(frame)) {
      record(line, LineHolding.Event.EVICT);
      counts.evicted++;
      flush(line);
      leave(line);
      registered.remove(frame);
    }
  }

  /** A registered line leaves the cache; it has no dirty bytes any more. */
  private void drop(long line) {
    int frame = lines.find(line);
    registered.remove(frame);
    lines.record(frame, L1Event.EVICT, line);
    lines.array.drop(frame);
    misses.detach(line);
  }

  /**
   * Writes all dirty lines through at once; the cache is busy a cycle for each.
   *
   * @param line that leaves
   */
  private void flush(long line) {
    if (!rules.flushesAll()) {
      writeLine(line);
      return;
    }
    counters.flushes++;
    int written = 0;
    while (!lines.fifo.isEmpty()) {
      written += lines.writeOldest() ? 1 : 0;
    }
    counters.flushedLines += written;
    environment.occupy(Math.max(1, written));
  }

  /** Writes one line's dirty bytes through; the cache keeps it. */
  private void writeLine(long line) {
    int frame = lines.find(line);
    if (lines.array.dirty(frame)) {
      lines.writeThrough(frame);
    }
  }

  /** The L2 is to be told that a registration is back when all that was written is there. */
  private void leave(long line) {
    int written = writes.close();
    leaving.add(
        rules.awaitsWrites() ? written : LONG_SETTLED,
        new HlrcMessage(HlrcType.UNREGISTERED, line, environment.node()));
  }

  /** Another has stored to a line; bytes that are dirty here are newer in the L2's order. */
  private void updated(MemoryMessage message) {
    record(message.line, LineHolding.Event.UPDATE);
    if (rules.updates() && registered.update(message)) {
      environment.wordChanged();
    }
    environment.send(
        environment.home(message.line),
        new HlrcMessage(HlrcType.UPDATED, message.line, environment.node()));
  }

  /** Bytes of a line that is registered elsewhere: for those that wait, and for no one else. */
  private void filledOnce(MemoryMessage message) {
    misses.detach(message.line);
    counts.once++;
    cache.receive(HlrcMessage.fill(message));
  }

  // ---- the table ----

  private void record(long line, LineHolding.Event event) {
    transitions.record(holding(line), event, line);
  }

  private LineHolding holding(long line) {
    if (registered.contains(lines.find(line))) {
      return LineHolding.REGISTERED;
    } else if (asked.find(line) != null) {
      return LineHolding.ASKED;
    }
    return leaving.contains(line) ? LineHolding.LEAVING : LineHolding.UNREGISTERED;
  }

  private RuntimeException illegal(String event, long line) {
    return transitions.illegalTransition(holding(line).name(), event, line);
  }

  // ---- for whoever looks on ----

  @Override
  public List<Object> counters() {
    return List.of(counts);
  }

  @Override
  public boolean idle() {
    return cache.idle() && asked.isEmpty();
  }

  @Override
  public List<Transitions.Pair> transitions() {
    return Stream.concat(transitions.pairs().stream(), cache.transitions().stream()).toList();
  }

  @Override
  public void check() {
    transitions.check();
    cache.check();
  }

  @Override
  public void settle() {
    transitions.settle(this::holding);
    cache.settle();
  }

  @Override
  public void canonicalize() {
    List<Long> all = registered.lines();
    cache.canonicalize();
    registered.rebuild(all);
  }

  @Override
  public void holds(Holdings into) {
    registered.holds(into);
    leaving.holds(into);
  }

  @Override
  public List<String> checkInvariants() {
    List<String> wrong = new ArrayList<>(cache.checkInvariants());
    int bytes = config.line();
    wrong.addAll(
        registered.checkInvariants(LineBytes.rangeLow(0, bytes), LineBytes.rangeHigh(0, bytes)));
    wrong.addAll(asked.checkInvariants(lines, misses));
    return wrong;
  }

  @Override
  public List<String> waiting() {
    return Stream.concat(asked.waiting().stream(), cache.waiting().stream()).toList();
  }
}
