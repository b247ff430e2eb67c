package dev.syncopate.memory.mechanism.promotion;

import dev.syncopate.memory.access.AccessKind;
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
import dev.syncopate.memory.protocol.CompletionListener;
import dev.syncopate.memory.protocol.ControllerOutcome;
import dev.syncopate.memory.protocol.L1Counters;
import dev.syncopate.memory.protocol.L1Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.ProtocolException;
import dev.syncopate.memory.protocol.StateMachine;
import dev.syncopate.memory.protocol.StateTable;
import dev.syncopate.memory.protocol.Stateful;
import dev.syncopate.memory.protocol.TransitionCount;
import dev.syncopate.memory.protocol.decorator.L1Decorator;
import dev.syncopate.memory.topology.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * L1 controller of remote scope promotion. It sends remote accesses to their home banks and
 * performs the home banks' requests on behalf of other L1s.
 */
public final class PromotingL1 extends L1Decorator implements Stateful<HoldState, Object> {
  /** What an event of {@link HoldTable} is about: a promotion of component scope. */
  private static final int COMPONENT = 0;

  /** Or one of system scope on a machine with several GPUs. */
  private static final int SYSTEM = 1;

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
  private final LineHolds holds = new LineHolds();

  /** What home banks have asked for that is not done. */
  private final List<HomeBankRequest> deferred = new ArrayList<>();

  /** What is done, of which the home bank will be told when writes are acknowledged. */
  private final List<Unsettled> unsettled = new ArrayList<>();

  /** A line that is held until writes of a generation and the older ones are acknowledged. */
  private record Unsettled(long line, int scope, int generation) {}

  /** Remote loads and atomics of this L1 that are unanswered. */
  private int acquiring;

  /** Promotions that forbid this L1 to synchronise. */
  private int blocks;

  private final StateMachine<HoldState, HoldEvent, PromotingL1, Object> machine;

  /**
   * @param parts of which its cache is made
   * @param policy of the mechanism
   * @param table of what is done for remote accesses
   */
  public PromotingL1(
      L1Parts parts,
      PromotionPolicy policy,
      StateTable<HoldState, HoldEvent, PromotingL1, Object> table) {
    this(parts, policy, table, new L1Cache(parts, policy));
  }

  /** The parts of such an L1. */
  public static L1Parts parts(
      L1Config config,
      L1Environment environment,
      CompletionListener listener,
      L1Counters counters,
      StateTable<LineState, L1Event, L1Lines, Object> lineTable) {
    return L1Parts.of(config, environment, listener, counters, lineTable, MissStateTable.ATOMICS);
  }

  @SuppressWarnings("this-escape") // kept for later calls only
  private PromotingL1(
      L1Parts parts,
      PromotionPolicy policy,
      StateTable<HoldState, HoldEvent, PromotingL1, Object> table,
      L1Cache cache) {
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
    machine =
        new StateMachine<>(table, this, "promotions at the L1 of " + node, environment.clock());
  }

  // ---- accesses ----

  @Override
  public ControllerOutcome accept(LineAccess access) {
    if ((blocks | acquiring) != 0 && policy.blocked(access, blocks != 0, acquiring != 0)) {
      return ControllerOutcome.STALLED_BY_MECHANISM;
    }
    boolean asks =
        access.parent.currentStep() instanceof PromotionStep
            && !(access.parent.divertible() && policy.diverts(access));
    if (!asks && !holds.isEmpty() && holds.contains(access.line)) {
      return machine.offer(held(access.line), HoldEvent.ACCESS, access.line, COMPONENT, access);
    }
    return admit(access, true);
  }

  /** The state of a line that is held or waited for. */
  private HoldState held(long line) {
    return holds.held(line) ? HoldState.HELD : HoldState.RESUMED;
  }

  private ControllerOutcome retry(LineAccess access) {
    return machine.offer(held(access.line), HoldEvent.RETRY, access.line, COMPONENT, access);
  }

  /** Performs an access or diverts it; its line is not held. */
  private ControllerOutcome admit(LineAccess access, boolean mayStall) {
    return cache.divert(access) ? ControllerOutcome.DONE : cache.offer(access, mayStall);
  }

  /** What it counts of promotions. */
  public PromotionL1Counters counts() {
    return counts;
  }

  @Override
  public List<Object> counters() {
    List<Object> allCounters = new ArrayList<>(policy.counters());
    allCounters.add(counts);
    return allCounters;
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
  ControllerOutcome ask(LineAccess access) {
    AccessKind kind = access.parent.operation.kind();
    MemoryMessage operation =
        ForwardedAccess.request(access, node, writes.forward(access), true, false);
    boolean system = access.parent.currentStep() == PromotionStep.PROMOTE_TO_SYSTEM;
    RemoteRequest request = new RemoteRequest(operation, kind, system);
    acquiring += kind == AccessKind.STORE ? 0 : 1;
    counters.forwarded++;
    environment.send(policy.first(environment, access.line), request);
    return ControllerOutcome.DONE;
  }

  @Override
  public void receive(MemoryMessage message) {
    LineAccess answered = writes.awaiting(message);
    if (answered != null
        && answered.parent.currentStep() instanceof PromotionStep
        && answered.parent.operation.kind() != AccessKind.STORE) {
      acquiring--;
    }
    if (message.type instanceof PromotionMessage type) {
      take(message, type);
    } else {
      cache.receive(message);
    }
    if (!unsettled.isEmpty()) {
      resumeAnswered();
    }
    if (!holds.isEmpty()) {
      holds.drain(this::retry);
    }
    if (!deferred.isEmpty()) {
      takeTurns();
    }
  }

  private void take(MemoryMessage message, PromotionMessage type) {
    HoldEvent event = type.event;
    if (event == null) {
      throw illegalTransition(message);
    } else if (type.answered) {
      if (type == PromotionMessage.FLUSH_AND_BLOCK) {
        fire(HoldEvent.BLOCK, message, message);
      }
      HomeBankRequest request = new HomeBankRequest(message, event);
      deferred.add(request);
      hold(request);
    } else {
      fire(event, message, message);
    }
  }

  /** Holds a line no more whose home bank has its answer. */
  private boolean resumeAnswered() {
    return unsettled.removeIf(answer -> {
      boolean settled = writes.settled(answer.generation);
      if (settled) {
        machine.fire(
            state(answer.line, answer.scope), HoldEvent.ANSWERED, answer.line, answer.scope, null);
      }
      return settled;
    });
  }

  /**
   * Performs the requests of home banks. The line is held until the answer is sent, so that the
   * answer is still true then. A request waits while an atomic of the line waits for its bytes,
   * which may be from before the remote access. If the atomic requested them again afterwards,
   * promotions could starve it. The home bank still serves this L1's requests.
   */
  private void takeTurns() {
    for (int i = 0; i < deferred.size(); i++) {
      HomeBankRequest request = deferred.get(i);
      if (hold(request) && !fire(request.turn, request.message, request).stalled()) {
        deferred.remove(i--);
        if (resumeAnswered() || !holds.held(request.message.line)) {
          holds.drain(this::retry);
        }
      }
    }
  }

  /** Whether a line is held as asked or may be now; then holds it. */
  private boolean hold(HomeBankRequest request) {
    boolean may = mayHold(request);
    if (may && !request.holding) {
      fire(HoldEvent.ASK, request.message, request);
    }
    return may;
  }

  private boolean mayHold(HomeBankRequest request) {
    MemoryMessage message = request.message;
    return request.holding || message.system || !holds.mustWait(message.line);
  }

  private boolean mustWait(long line) {
    return misses.closed(line) || holds.owes(line);
  }

  /** The error for a message that has no place here. */
  ProtocolException illegalTransition(MemoryMessage message) {
    return cache.illegalTransition(message);
  }

  // ---- states ----

  private ControllerOutcome fire(HoldEvent event, MemoryMessage message, Object cause) {
    int scope = message.system ? SYSTEM : COMPONENT;
    return machine.offer(state(message.line, scope), event, message.line, scope, cause);
  }

  @Override
  public HoldState state(long line, int part) {
    return holds.held(line)
        ? HoldState.HELD
        : holds.waitedFor(line) ? HoldState.RESUMED : HoldState.UNHELD;
  }

  /** A line's state follows from its hold, which the actions write. */
  @Override
  public void enter(HoldState next, long line, int part, @Nullable Object cause) {}

  // ---- actions ----

  /** The policy of the mechanism. */
  PromotionPolicy policy() {
    return policy;
  }

  /** Lets an access wait for its line. */
  void park(LineAccess access) {
    counts.heldAccesses++;
    holds.park(access);
  }

  /** Performs an access that has waited: of all limits only that of MSHRs counts. */
  ControllerOutcome resume(LineAccess access) {
    return admit(access, false);
  }

  void holdLine(HomeBankRequest request) {
    holds.hold(request.message.line, request.message.system);
    request.holding = true;
  }

  void block() {
    blocks++;
  }

  void unblock() {
    blocks--;
  }

  /** Whether what is asked for a line has its turn. */
  ControllerOutcome turn(long line) {
    return mustWait(line) ? ControllerOutcome.STALLED_BY_MECHANISM : ControllerOutcome.DONE;
  }

  /** Flushes the L1. */
  void flush(HomeBankRequest request) {
    flushed(lines.fifo.marker(), request.own());
    request.answerWhenSettled(writes.close());
  }

  /** Answers the home bank. */
  void answer(HomeBankRequest request) {
    MemoryMessage answer =
        new MemoryMessage.Builder(request.answer(), request.message.line, node)
            .system(request.message.system) // back to who has asked
            .build();
    writes.answerWhen(request.settled(), answer);
  }

  /** Holds a line until its home bank has the answer. */
  void resumeWhenAnswered(HomeBankRequest request) {
    unsettled.add(
        new Unsettled(
            request.message.line, request.message.system ? SYSTEM : COMPONENT, request.settled()));
  }

  void resumeLine(long line, int scope) {
    holds.resume(line, scope == SYSTEM);
  }

  /**
   * Writes the lines of all sFIFO entries older than a marker through at once; the cache is busy a
   * cycle for each.
   *
   * @param ownRequest whether for this L1's own remote access
   */
  public void flushed(long marker, boolean ownRequest) {
    counters.flushes++;
    counts.flushes += ownRequest ? 0 : 1;
    int written = 0;
    while (lines.fifo.holdsOlderThan(marker)) {
      written += lines.writeOldest() ? 1 : 0;
    }
    counters.flushedLines += written;
    environment.occupy(Math.max(1, written));
  }

  /** Writes a line's dirty bytes through and keeps nothing of it, nor of fills in flight. */
  void drop(long line) {
    lines.fire(lines.find(line), L1Event.PROMOTE, line, null);
    misses.detach(line);
  }

  void invalidate(MemoryMessage message) {
    counts.invalidations += message.tag == PromotingL2.REQUESTER ? 0 : 1;
    cache.invalidate();
  }

  // ---- diagnosis ----

  @Override
  public List<TransitionCount> transitions() {
    return Stream.concat(machine.pairs().stream(), super.transitions().stream()).toList();
  }

  @Override
  public void check() {
    machine.check();
    super.check();
  }

  @Override
  public List<String> checkInvariants() {
    List<String> wrong = new ArrayList<>(super.checkInvariants());
    if (blocks < 0 || acquiring < 0) {
      wrong.add("more promotions have ended than begun");
    }
    wrong.addAll(holds.checkInvariants(misses.table.full()));
    for (HomeBankRequest request : deferred) {
      if (request.holding && !holds.held(request.message.line)) {
        wrong.add(request.message + " has its line held, and it is not");
      }
      if (mayHold(request) && !mustWait(request.message.line)) {
        wrong.add(request.message + " could be done, and is not");
      }
    }
    for (long line : holds.lines()) {
      if (holds.held(line)
          && lines.find(line) != CacheArray.NONE
          && deferred.stream().noneMatch(request -> request.message.line == line)) {
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
      lines.add(acquiring + " unanswered remote acquires");
    }
    if (blocks != 0) {
      lines.add("may not synchronise while " + blocks + " remote accesses are in progress");
    }
    return lines;
  }
}
