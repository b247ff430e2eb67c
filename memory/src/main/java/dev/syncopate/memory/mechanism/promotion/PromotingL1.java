package dev.syncopate.memory.mechanism.promotion;

import dev.syncopate.memory.access.Kind;
import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.cache.CacheArray;
import dev.syncopate.memory.config.L1Config;
import dev.syncopate.memory.kit.ForwardedAccess;
import dev.syncopate.memory.kit.LineState;
import dev.syncopate.memory.kit.l1.L1Cache;
import dev.syncopate.memory.kit.l1.L1Event;
import dev.syncopate.memory.kit.l1.L1Lines;
import dev.syncopate.memory.kit.l1.L1Misses;
import dev.syncopate.memory.kit.l1.L1Parts;
import dev.syncopate.memory.kit.l1.L1Table;
import dev.syncopate.memory.kit.l1.L1Writes;
import dev.syncopate.memory.kit.l1.MissStateTable;
import dev.syncopate.memory.mechanism.promotion.PromotionPolicy.Flushed;
import dev.syncopate.memory.protocol.CompletionListener;
import dev.syncopate.memory.protocol.L1Counters;
import dev.syncopate.memory.protocol.L1Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.Outcome;
import dev.syncopate.memory.protocol.ProtocolException;
import dev.syncopate.memory.protocol.StateTable;
import dev.syncopate.memory.protocol.decorator.L1Decorator;
import dev.syncopate.memory.topology.Node;
import java.util.ArrayList;
import java.util.List;

/**
 * An L1 that sends remote accesses to their home banks and does what home banks ask for those of
 * others.
 */
public final class PromotingL1 extends L1Decorator {
  // spotless:off
  /** Lines, of which a promotion takes one away. */
  public static final StateTable<LineState, L1Event, L1Lines, Object> LINES =
      L1Table.PLAIN.but()
          .on(LineState.INVALID, L1Event.PROMOTE)                                   .to(LineState.INVALID)
          .on(LineState.CLEAN, L1Event.PROMOTE)                                     .to(LineState.INVALID)
          .on(LineState.DIRTY, L1Event.PROMOTE)  .does(L1Table.WRITE_THROUGH_FIRST) .to(LineState.INVALID)
          .build();
  // spotless:on

  private final L1Cache cache;
  private final PromotionPolicy policy;
  private final L1Lines lines;
  private final L1Misses misses;
  private final L1Writes writes;
  private final L1Environment environment;
  private final L1Counters counters;
  private final PromotionL1Counters counts = new PromotionL1Counters();
  private final Node node;
  private final Holds holds = new Holds();

  /** What home banks have asked for that is not done. */
  private final List<Asked> deferred = new ArrayList<>();

  /** What is done, of which the home bank will be told when writes are acknowledged. */
  private final List<Unsettled> unsettled = new ArrayList<>();

  /** A line that is held until writes of a generation and the older ones are acknowledged. */
  private record Unsettled(long line, boolean system, int generation) {}

  /** Something a home bank has asked for. */
  private static final class Asked {
    final MemoryMessage message;
    final PromotionMessage type;

    /** Whether the line is held for it. */
    boolean holding;

    Asked(MemoryMessage message, PromotionMessage type) {
      this.message = message;
      this.type = type;
    }
  }

  /** Remote loads and atomics of this L1 that are unanswered. */
  private int acquiring;

  /** Promotions that forbid this L1 to synchronise. */
  private int blocks;

  /**
   * @param parts of which its cache is made
   * @param policy of the mechanism
   */
  public PromotingL1(L1Parts parts, PromotionPolicy policy) {
    this(parts, policy, new L1Cache(parts, policy));
  }

  /** The parts of such an L1. */
  public static L1Parts parts(
      L1Config config,
      L1Environment environment,
      CompletionListener listener,
      L1Counters counters) {
    return parts(config, environment, listener, counters, LINES);
  }

  /** The parts of such an L1 with another table of lines. */
  public static L1Parts parts(
      L1Config config,
      L1Environment environment,
      CompletionListener listener,
      L1Counters counters,
      StateTable<LineState, L1Event, L1Lines, Object> lineTable) {
    return L1Parts.of(config, environment, listener, counters, lineTable, MissStateTable.ATOMICS);
  }

  @SuppressWarnings("this-escape") // kept for later calls only
  private PromotingL1(L1Parts parts, PromotionPolicy policy, L1Cache cache) {
    super(cache);
    this.cache = cache;
    this.policy = policy;
    policy.of(this);
    lines = parts.lines();
    misses = parts.misses();
    writes = parts.writes();
    environment = parts.environment();
    counters = parts.counters();
    node = environment.node();
  }

  @Override
  public Outcome accept(LineAccess access) {
    if ((blocks | acquiring) != 0 && policy.blocked(access, blocks != 0, acquiring != 0)) {
      return Outcome.STALLED_BY_MECHANISM;
    }
    boolean asks =
        access.parent.currentStep() instanceof PromotionStep
            && !(access.parent.divertible() && policy.diverts(access));
    if (!asks && !holds.isEmpty() && holds.park(access)) {
      counts.held++;
      return Outcome.DONE;
    }
    return admit(access, true);
  }

  /** As when an access is owed: of all limits only that of MSHRs counts. */
  private Outcome resume(LineAccess access) {
    return admit(access, false);
  }

  /** Performs an access or diverts it; its line is not held. */
  private Outcome admit(LineAccess access, boolean mayStall) {
    return cache.divert(access) ? Outcome.DONE : cache.offer(access, mayStall);
  }

  /** What it counts of promotions. */
  public PromotionL1Counters counts() {
    return counts;
  }

  @Override
  public List<Object> counters() {
    List<Object> all = new ArrayList<>(policy.counters());
    all.add(counts);
    return all;
  }

  @Override
  public void stalled(long cycles) {
    counts.stalled += cycles;
  }

  /** The cache in front of which it stands. */
  public L1Cache cache() {
    return cache;
  }

  /** Has the home bank perform an access with promotion. */
  Outcome ask(LineAccess access) {
    Kind kind = access.parent.operation.kind();
    MemoryMessage operation =
        ForwardedAccess.request(access, node, writes.forward(access), true, false);
    boolean system = access.parent.currentStep() == PromotionStep.PROMOTE_TO_SYSTEM;
    RemoteRequest request = new RemoteRequest(operation, kind, system);
    acquiring += kind == Kind.STORE ? 0 : 1;
    counters.forwarded++;
    environment.send(policy.first(environment, access.line), request);
    return Outcome.DONE;
  }

  @Override
  public void receive(MemoryMessage message) {
    LineAccess answered = writes.awaiting(message);
    if (answered != null
        && answered.parent.currentStep() instanceof PromotionStep
        && answered.parent.operation.kind() != Kind.STORE) {
      acquiring--;
    }
    if (message.type instanceof PromotionMessage type) {
      told(message, type);
    } else {
      cache.receive(message);
    }
    if (!unsettled.isEmpty()) {
      unsettled.removeIf(this::settles);
    }
    if (!holds.isEmpty()) {
      holds.drain(this::resume);
    }
    if (!deferred.isEmpty()) {
      flushDeferred();
    }
  }

  /** Whether the home bank has its answer, so that the line is held no more. */
  private boolean settles(Unsettled answer) {
    boolean settled = writes.settled(answer.generation);
    if (settled) {
      holds.resume(answer.line, answer.system);
    }
    return settled;
  }

  /** The error for a message that has no place here. */
  ProtocolException illegalTransition(MemoryMessage message) {
    return cache.illegalTransition(message);
  }

  private void told(MemoryMessage message, PromotionMessage type) {
    if (!type.toL1()) {
      throw illegalTransition(message);
    } else if (type.flush == PromotionMessage.Flush.NONE) {
      end(message, type);
    } else {
      begin(message, type);
    }
  }

  private void begin(MemoryMessage message, PromotionMessage type) {
    blocks += type.block ? 1 : 0;
    Asked asked = new Asked(message, type);
    deferred.add(asked);
    hold(asked);
  }

  /** Whether a line is held as asked or may be now; then holds it. */
  private boolean hold(Asked asked) {
    boolean may = mayHold(asked);
    if (may && !asked.holding) {
      holds.hold(asked.message.line, asked.message.system);
      asked.holding = true;
    }
    return may;
  }

  private boolean mayHold(Asked asked) {
    MemoryMessage message = asked.message;
    return asked.holding || message.system || !holds.mustWait(message.line);
  }

  /**
   * Does what a home bank has asked for and answers. The line is held until the answer is sent, so
   * that the answer is true when it is. While an atomic of the line waits for its bytes, this waits
   * as well: the bytes may be from before the remote access; and were the atomic to ask again
   * afterwards, promotions could keep it from ever being performed. The home bank still serves what
   * this L1 asks for.
   */
  private void flushDeferred() {
    for (int i = 0; i < deferred.size(); i++) {
      Asked asked = deferred.get(i);
      if (hold(asked) && !mustWait(asked)) {
        deferred.remove(i--);
        flush(asked.message, asked.type);
      }
    }
  }

  private boolean mustWait(Asked asked) {
    long line = asked.message.line;
    return misses.closed(line) || holds.owes(line);
  }

  private void flush(MemoryMessage message, PromotionMessage type) {
    long line = message.line;
    boolean own = message.tag == PromotingL2.REQUESTER;
    Flushed flushed =
        switch (type.flush) {
          case ALL -> {
            flushed(lines.fifo.marker(), own);
            yield new Flushed(writes.close(), true);
          }
          case SELECTIVE -> policy.selectiveFlush(message, own);
          case LINE, NONE -> new Flushed(PromotionPolicy.NOTHING_LOST, true);
        };
    int settled = flushed.settled();
    drop(line);
    MemoryMessage answer =
        new MemoryMessage.Builder(
                flushed.found() ? PromotionMessage.FLUSHED : PromotionMessage.NOT_FOUND, line, node)
            .system(message.system) // back to who has asked
            .build();
    writes.answerWhen(settled, answer);
    if (!type.hold) {
      release(new Unsettled(line, message.system, settled));
    }
  }

  /** Holds a line no more, at once or when the home bank has its answer. */
  private void release(Unsettled answer) {
    if (settles(answer)) {
      holds.drain(this::resume);
    } else {
      unsettled.add(answer);
    }
  }

  /**
   * Writes the lines of all sFIFO entries older than a marker through at once; the cache is busy a
   * cycle for each.
   *
   * @param own whether for this L1's own remote access
   */
  public void flushed(long marker, boolean own) {
    counters.flushes++;
    counts.flushes += own ? 0 : 1;
    int written = 0;
    while (lines.fifo.holdsOlderThan(marker)) {
      written += lines.writeOldest() ? 1 : 0;
    }
    counters.flushedLines += written;
    environment.occupy(Math.max(1, written));
  }

  /** Writes a line's dirty bytes through and keeps nothing of it, nor of fills in flight. */
  private void drop(long line) {
    lines.fire(lines.find(line), L1Event.PROMOTE, line, null);
    misses.detach(line);
  }

  private void end(MemoryMessage message, PromotionMessage type) {
    long line = message.line;
    if (type.invalidate) {
      counts.invalidations += message.tag == PromotingL2.REQUESTER ? 0 : 1;
      cache.invalidate();
    }
    if (type.remember) {
      drop(line);
      policy.remember(message);
    }
    blocks -= type.unblock ? 1 : 0;
    holds.resume(line, message.system);
  }

  @Override
  public List<String> checkInvariants() {
    List<String> wrong = new ArrayList<>(super.checkInvariants());
    if (blocks < 0 || acquiring < 0) {
      wrong.add("more promotions have ended than begun");
    }
    wrong.addAll(holds.checkInvariants(misses.table.full()));
    for (Asked asked : deferred) {
      if (asked.holding && !holds.held(asked.message.line)) {
        wrong.add(asked.message + " has its line held, and it is not");
      }
      if (mayHold(asked) && !mustWait(asked)) {
        wrong.add(asked.message + " could be done, and is not");
      }
    }
    for (long line : holds.lines()) {
      if (holds.held(line)
          && lines.find(line) != CacheArray.NONE
          && deferred.stream().noneMatch(asked -> asked.message.line == line)) {
        wrong.add("line 0x%x is held and in a frame".formatted(line));
      }
    }
    return wrong;
  }

  @Override
  public boolean idle() {
    return super.idle() && holds.isEmpty() && acquiring == 0 && blocks == 0;
  }

  @Override
  public List<String> waiting() {
    List<String> lines = new ArrayList<>(super.waiting());
    lines.addAll(holds.waiting());
    if (acquiring != 0) {
      lines.add(acquiring + " remote acquires of its own unanswered");
    }
    if (blocks != 0) {
      lines.add("may not synchronise while " + blocks + " remote accesses are in progress");
    }
    return lines;
  }
}
