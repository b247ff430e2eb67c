package dev.syncopate.memory.mechanism.promotion;

import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.kit.SystemMessage;
import dev.syncopate.memory.kit.l2.L2Cache;
import dev.syncopate.memory.kit.l2.L2Policy;
import dev.syncopate.memory.protocol.ControllerOutcome;
import dev.syncopate.memory.protocol.L2Counters;
import dev.syncopate.memory.protocol.L2Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.StateMachine;
import dev.syncopate.memory.protocol.Stateful;
import dev.syncopate.memory.protocol.TransitionCount;
import dev.syncopate.memory.protocol.decorator.L2Decorator;
import dev.syncopate.memory.topology.Node;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * L2 bank controller of remote scope promotion. It performs remote accesses to its lines by its
 * {@link PromotionTable} and {@link HomeTable}. Accesses to one line are performed one after the
 * other, or all that wait for it together.
 *
 * <p>The access is atomic because each L1's answer still holds when the access is performed. Either
 * the L1 holds the line until it is told to resume; or the bank sees the L1's later requests to the
 * line, delays its reads, and asks it again when it writes. Messages of a bank to an L1 stay in
 * order, so the last one needs no answer.
 */
public final class PromotingL2 extends L2Decorator implements Stateful<HomeState, Object> {
  /** {@link MemoryMessage#tag} of what is sent to the requester's L1. */
  static final int REQUESTER = 1;

  /** No L1. */
  static final int NOBODY = -1;

  private final L2Cache cache;
  private final L2Environment environment;
  private final PromotionL2Counters counts = new PromotionL2Counters();
  private final PromotionTable table;
  private final int firstTile;
  private final int endTile;

  /** At the memory side of several GPUs: what their L2s are asked; else null. */
  private final @Nullable L2Rounds rounds;

  /** Where L1s do not hold the line; else null. */
  private final @Nullable AnswerWatch watch;

  private final @Nullable FlushHints hints;
  private final List<ActivePromotion> actives = new ArrayList<>();
  private final RefusedRequests refused;
  private final StateMachine<HomeState, HomeEvent, PromotingL2, Object> machine;

  /** Notifications from the cache behind it. */
  private static final class Hooks extends L2Policy {
    private @Nullable PromotingL2 owner;

    @Override
    protected void roomMade() {
      if (owner != null) {
        owner.refused.offer(owner::submit);
      }
    }

    @Override
    protected void served(MemoryMessage message) {
      if (owner != null && !owner.actives.isEmpty()) {
        owner.served(message);
      }
    }
  }

  /**
   * @param table of what L1s are asked and told
   * @param tables of what is done
   * @param hints of a bank that remembers which L1 had something to flush; null: it asks all. The
   *     memory side of several GPUs cannot see from which L1 bytes come, and has none
   */
  @SuppressWarnings("this-escape") // kept for later calls only
  public PromotingL2(
      MemoryConfig config,
      L2Environment environment,
      L2Counters counters,
      PromotionTable table,
      HomeTables tables,
      @Nullable FlushHints hints) {
    Hooks hooks = new Hooks();
    L2Cache inner = new L2Cache(config, environment, counters, hooks);
    super(inner);
    hooks.owner = this;
    cache = inner;
    this.environment = environment;
    this.table = table;
    boolean memorySide = environment.node().isMemorySide();
    this.hints = memorySide ? null : hints;
    refused = new RefusedRequests(table.watches());
    List<Node> tiles = environment.topology().tiles(environment.node());
    firstTile = tiles.getFirst().number();
    endTile = tiles.getLast().number() + 1;
    rounds = memorySide ? new L2Rounds(environment) : null;
    String location = environment.node().toString();
    watch =
        table.watches()
            ? new AnswerWatch(this, tables.answers(), location, environment.clock())
            : null;
    machine =
        new StateMachine<>(
            memorySide ? tables.memorySide() : tables.bank(),
            this,
            "promotions at " + location,
            environment.clock());
  }

  private @Nullable ActivePromotion find(long line) {
    for (ActivePromotion active : actives) {
      if (active.line() == line) {
        return active;
      }
    }
    return null;
  }

  /** The remote accesses to a line that are in progress. */
  ActivePromotion active(long line) {
    return Objects.requireNonNull(find(line));
  }

  // ---- messages ----

  /** What it acts through. */
  public L2Environment environment() {
    return environment;
  }

  /** Whether a message is only passed on from here to the memory side. */
  public boolean passes(MemoryMessage message) {
    return cache.passes(message);
  }

  @Override
  public ControllerOutcome receive(MemoryMessage message) {
    if (message.type == SystemMessage.DONE && rounds != null) {
      roundAnswered(message);
      return ControllerOutcome.DONE;
    }
    if (cache.passes(message)) {
      return cache.receive(message);
    }
    if (!(message.type instanceof PromotionMessage type)) {
      return access(message);
    }
    switch (type) {
      case REMOTE -> fire(HomeEvent.REQUEST, message.line, message);
      case FLUSHED -> answered(HomeEvent.FLUSHED, message);
      case NOT_FOUND -> answered(HomeEvent.NOT_FOUND, message);
      default -> throw cache.illegalTransition(message);
    }
    return ControllerOutcome.DONE;
  }

  /** An access of an L1, or a message of another kind that is no affair of promotions. */
  private ControllerOutcome access(MemoryMessage message) {
    if (actives.isEmpty() && refused.isEmpty()) {
      return cache.receive(message);
    }
    ActivePromotion active = find(message.line);
    if (active != null) {
      if (active.state == HomeState.HINTED && active.overtakenBy(message)) {
        fire(HomeEvent.OVERTAKE, message.line, message);
      }
      if (watch != null && active.answers != null && active.pending > 0) {
        return active.counts(message)
            ? watch.wanted(message, active.reads())
            : cache.receive(message);
      }
    }
    return refused.park(message) ? ControllerOutcome.DONE : cache.receive(message);
  }

  /** Has the bank behind take a message. */
  ControllerOutcome serve(MemoryMessage message) {
    return cache.receive(message);
  }

  @Override
  public boolean performsLater(long line) {
    return find(line) != null;
  }

  private void answered(HomeEvent event, MemoryMessage message) {
    fire(event, message.line, message);
    ActivePromotion active = active(message.line);
    if (active.pending > 0) {
      return;
    }
    if (active.state == HomeState.HINTED) {
      boolean holds = active.holder != NOBODY && !active.overtaken();
      fire(holds ? HomeEvent.HINT_HOLDS : HomeEvent.HINT_FAILS, message.line, message);
      if (holds || active.pending > 0) {
        return;
      } // on a GPU of two compute units there is no other
    }
    fire(HomeEvent.ALL_ANSWERED, message.line, message);
  }

  private void roundAnswered(MemoryMessage message) {
    fire(HomeEvent.BANK_ANSWERED, message.line, message);
    ActivePromotion active = active(message.line);
    if (active.pending == 0) {
      boolean anotherRound = ++active.round < L2Rounds.count(active.first());
      fire(anotherRound ? HomeEvent.ROUND_OVER : HomeEvent.ROUNDS_OVER, message.line, message);
    }
  }

  private void served(MemoryMessage message) {
    ActivePromotion active = find(message.line);
    if (active != null && active.isNext(message)) {
      fire(active.isLast() ? HomeEvent.ALL_SERVED : HomeEvent.SERVED, message.line, message);
    }
  }

  // ---- states ----

  private void fire(HomeEvent event, long line, Object cause) {
    machine.fire(state(line, 0), event, line, 0, cause);
  }

  @Override
  public HomeState state(long line, int part) {
    ActivePromotion active = find(line);
    return active == null ? HomeState.IDLE : active.state;
  }

  @Override
  public void enter(HomeState next, long line, int part, @Nullable Object cause) {
    active(line).state = next;
  }

  // ---- actions ----

  /** Begins a promotion. */
  void begin(RemoteRequest request) {
    ArrayDeque<RemoteRequest> queue = new ArrayDeque<>();
    queue.add(request);
    start(queue);
  }

  /** Lets a remote access wait for the one to its line that is in progress. */
  void queue(RemoteRequest request) {
    active(request.line).queue.add(request);
    counts.queued++;
  }

  /** Begins the first of those that wait, or all of them together. */
  private void start(ArrayDeque<RemoteRequest> queue) {
    List<RemoteRequest> requests = List.of(queue.remove());
    PromotionKinds kinds = table.single();
    if (table.combined() != null && !queue.isEmpty()) {
      kinds = table.combined();
      requests = new ArrayList<>(requests);
      requests.addAll(queue);
      counts.shared += queue.size();
      queue.clear();
    }
    Promotion promotion = kinds.of(ActivePromotion.kind(requests));
    QueryAnswers answers = promotion.again() == null ? null : new QueryAnswers(firstTile, endTile);
    ActivePromotion active = new ActivePromotion(requests, promotion, queue, answers);
    actives.add(active);
    int hint = hint(active);
    if (hint == NOBODY) {
      active.state = HomeState.ASKING;
      askOthers(active, NOBODY);
    } else {
      active.state = HomeState.HINTED;
      active.askOnly(hint);
      ask(active, hint);
    }
    askRequesters(active);
  }

  /** The L1 that is asked before all others, or {@link #NOBODY}. */
  private int hint(ActivePromotion active) {
    int hint = hints == null || !active.selective() ? NOBODY : hints.hint(active.line());
    return hint == NOBODY || active.requestedBy(hint) ? NOBODY : hint;
  }

  /** Asks every L1 but the requesters' and another. */
  private void askOthers(ActivePromotion active, int except) {
    for (int tile = firstTile; tile < endTile; tile++) {
      if (tile != except && !active.requestedBy(tile)) {
        ask(active, tile);
      }
    }
  }

  private void askRequesters(ActivePromotion active) {
    for (int tile = firstTile; tile < endTile; tile++) {
      if (active.requestedBy(tile)) {
        ask(active, tile);
      }
    }
  }

  private void ask(ActivePromotion active, int tile) {
    PromotionMessage type = active.before(tile);
    if (type != null) {
      active.pending++;
      counts.requests++;
      if (watch != null && active.answers != null) {
        watch.asked(active.line(), tile);
      }
      send(type, active, tile);
    }
  }

  /** Asks an L1 whose answer counts no more. */
  void askAgain(long line, int tile) {
    ActivePromotion active = active(line);
    active.pending++;
    counts.askedAgain++;
    counts.requests++;
    send(Objects.requireNonNull(active.again()), active, tile);
  }

  /** Asks those L1s that a hint has left out. */
  void askLeftOut(long line) {
    ActivePromotion active = active(line);
    int askedTile = active.asked();
    active.askOnly(NOBODY);
    askOthers(active, askedTile);
  }

  private void send(PromotionMessage type, ActivePromotion active, int tile) {
    Node receiver = environment.topology().tile(tile);
    environment.send(receiver, active.message(type, receiver, rounds != null));
  }

  /** Another L1 had something to flush. */
  void noteFound(MemoryMessage answer) {
    ActivePromotion active = active(answer.line);
    if (!active.requestedBy(answer.node.number())) {
      active.holder = answer.node.number();
    }
  }

  /** An L1 or an L2 has answered. */
  void countAnswer(MemoryMessage answer) {
    ActivePromotion active = active(answer.line);
    if (watch != null && active.answers != null) {
      watch.answered(answer);
    }
    active.pending--;
  }

  /** An L1 has written the line that was not asked. */
  void noteOvertaken(long line) {
    active(line).overtake();
  }

  /** Remembers which L1 had something to flush. */
  void rememberHint(long line) {
    ActivePromotion active = active(line);
    if (active.holder != NOBODY) {
      Objects.requireNonNull(hints).remember(line, active.holder, active.asked() == active.holder);
    }
  }

  /** Begins the first round of asking L2s, or the next. */
  void beginRound(long line) {
    ActivePromotion active = active(line);
    active.round = Math.max(0, active.round);
    active.pending = Objects.requireNonNull(rounds).begin(active.round, active.first());
  }

  /** Performs remote accesses, then what reads wait for them. */
  void perform(long line) {
    ActivePromotion active = active(line);
    active.state = HomeState.PERFORMING;
    for (RemoteRequest request : List.copyOf(active.unperformed())) {
      counts.promotions++;
      submit(request.operation);
    }
    QueryAnswers answers = active.answers;
    if (answers != null) {
      for (MemoryMessage read = answers.nextRead(); read != null; read = answers.nextRead()) {
        submit(read);
      }
    }
  }

  /** Has the bank behind take a message; it is offered again where there is no room for it. */
  public void submit(MemoryMessage message) {
    if (!refused.park(message) && cache.receive(message).stalled()) {
      refused.add(message);
    }
  }

  /** One of several accesses is performed. */
  void noteServed(long line) {
    active(line).served();
  }

  /** Has L2s resume a line. */
  void tellBanks(long line) {
    Objects.requireNonNull(rounds).end(active(line).first());
  }

  /** Tells L1s that the access is performed. */
  void tellL1s(long line) {
    ActivePromotion active = active(line);
    for (int tile = firstTile; tile < endTile; tile++) {
      PromotionMessage type = active.after(tile);
      if (type != null) {
        send(type, active, tile);
      }
    }
  }

  /** Ends a promotion, and begins the next one of its line. */
  void beginNext(long line) {
    ActivePromotion active = active(line);
    actives.remove(active);
    if (!active.queue.isEmpty()) {
      start(active.queue);
    }
  }

  // ---- diagnosis ----

  /** What it counts of promotions. */
  public PromotionL2Counters counts() {
    return counts;
  }

  @Override
  public List<Object> counters() {
    List<Object> allCounters = new ArrayList<>(hints == null ? List.of() : hints.counters());
    allCounters.add(counts);
    return allCounters;
  }

  @Override
  public List<TransitionCount> transitions() {
    List<TransitionCount> transitionCounts = new ArrayList<>(machine.pairs());
    if (watch != null) {
      transitionCounts.addAll(watch.transitions());
    }
    transitionCounts.addAll(super.transitions());
    return transitionCounts;
  }

  @Override
  public void check() {
    machine.check();
    if (watch != null) {
      watch.check();
    }
    super.check();
  }

  @Override
  public List<String> checkInvariants() {
    List<String> wrong = new ArrayList<>(super.checkInvariants());
    for (ActivePromotion active : actives) {
      if (active.queue.stream().anyMatch(next -> next.line != active.line())) {
        wrong.add(active.first() + " has one of another line behind it");
      }
      for (RemoteRequest request : active.unperformed()) {
        boolean submitted = cache.waits(request.operation) || refused.contains(request.operation);
        if (submitted && !active.answered()) {
          wrong.add(request + " is performed before all have answered");
        } else if (!submitted && active.answered()) {
          wrong.add(request + " has all answers and is not performed");
        }
      }
      if (active.answers != null) {
        wrong.addAll(active.answers.checkInvariants(active.pending));
      }
    }
    wrong.addAll(refused.checkInvariants(cache::hasRoomFor));
    if (hints != null) {
      wrong.addAll(hints.checkInvariants(tile -> tile >= firstTile && tile < endTile));
    }
    return wrong;
  }

  /** The remote accesses in progress. */
  public List<RemoteRequest> underWay() {
    return actives.stream().map(ActivePromotion::first).toList();
  }

  @Override
  public boolean idle() {
    return super.idle() && actives.isEmpty();
  }

  @Override
  public List<String> waiting() {
    List<String> lines = new ArrayList<>(super.waiting());
    for (ActivePromotion active : actives) {
      lines.add(
          "%s awaits the answers of %d caches, %d remote accesses wait behind it"
              .formatted(active.first(), active.pending, active.queue.size()));
    }
    return lines;
  }
}
