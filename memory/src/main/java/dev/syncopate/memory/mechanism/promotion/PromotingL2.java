package dev.syncopate.memory.mechanism.promotion;

import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.kit.LineMessage;
import dev.syncopate.memory.kit.SystemMessage;
import dev.syncopate.memory.kit.l2.L2Cache;
import dev.syncopate.memory.kit.l2.L2Policy;
import dev.syncopate.memory.protocol.L2Counters;
import dev.syncopate.memory.protocol.L2Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.Outcome;
import dev.syncopate.memory.protocol.decorator.L2Decorator;
import dev.syncopate.memory.topology.Node;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An L2 bank that performs remote accesses to its lines, as its {@link PromotionTable} says: those
 * to one line one after the other, or those that wait for it together.
 *
 * <p>The access is atomic because what an L1 has answered is still so when it is performed: the L1
 * holds the line until it is told to resume; or the bank sees what the L1 wants of the line since,
 * lets its reads wait, and asks it again when it writes. That messages of a bank to an L1 stay in
 * order is why nobody need answer the last one.
 */
public final class PromotingL2 extends L2Decorator {
  private final L2Cache cache;
  private final HomePolicy policy;
  private final L2Environment environment;
  private final PromotionL2Counters counts = new PromotionL2Counters();

  /** {@link MemoryMessage#tag} of what is sent to the requester's L1. */
  static final int REQUESTER = 1;

  /** No L1. */
  static final int NOBODY = -1;

  private final PromotionTable table;
  private final int firstTile;
  private final int endTile;

  /** At the memory side of several GPUs: what their L2s are asked; else null. */
  private final @Nullable L2Rounds rounds;

  private final List<ActivePromotion> actives = new ArrayList<>();

  private final Refused refused;

  /** What the cache behind it tells it. */
  private static final class Hooks extends L2Policy {
    private @Nullable PromotingL2 owner;

    @Override
    protected void roomMade() {
      if (owner != null) {
        owner.policy.roomMade();
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
   * @param policy of the mechanism
   */
  public PromotingL2(
      MemoryConfig config,
      L2Environment environment,
      L2Counters counters,
      PromotionTable table,
      HomePolicy policy) {
    Hooks hooks = new Hooks();
    L2Cache cache = new L2Cache(config, environment, counters, hooks);
    super(cache);
    hooks.owner = this;
    policy.of(this);
    this.cache = cache;
    this.policy = policy;
    this.environment = environment;
    this.table = table;
    refused = new Refused(table.watches());
    boolean all = environment.node().isMemorySide();
    List<Node> tiles = environment.topology().tiles(environment.node());
    firstTile = tiles.getFirst().number();
    endTile = tiles.getLast().number() + 1;
    rounds = all ? new L2Rounds(environment) : null;
  }

  /** What it counts of promotions. */
  public PromotionL2Counters counts() {
    return counts;
  }

  @Override
  public List<Object> counters() {
    List<Object> all = new ArrayList<>(policy.counters());
    all.add(counts);
    return all;
  }

  private @Nullable ActivePromotion find(long line) {
    for (ActivePromotion active : actives) {
      if (active.line() == line) {
        return active;
      }
    }
    return null;
  }

  @Override
  public Outcome receive(MemoryMessage message) {
    if (message.type == SystemMessage.DONE && rounds != null) {
      roundAnswered(message, rounds);
      return Outcome.DONE;
    }
    if (cache.passes(message)) {
      return cache.receive(message);
    }
    if (!(message.type instanceof PromotionMessage type)) {
      return access(message);
    }
    switch (type) {
      case REMOTE -> policy.request((RemoteRequest) message);
      case FLUSHED -> answered(message, true);
      case NOT_FOUND -> answered(message, false);
      case DONE -> policy.unlocked();
      default -> throw cache.illegalTransition(message);
    }
    return Outcome.DONE;
  }

  /** An access of an L1, or a message of another kind that is no affair of promotions. */
  private Outcome access(MemoryMessage message) {
    if (actives.isEmpty() && refused.isEmpty()) {
      return cache.receive(message);
    }
    ActivePromotion active = find(message.line);
    if (active != null) {
      active.arrives(message);
      if (active.answers != null && active.pending > 0) {
        return meanwhile(active, active.answers, message);
      }
    }
    return refused.park(message) ? Outcome.DONE : cache.receive(message);
  }

  /**
   * An L1 wants something of a line between its answer and the access. Its reads wait, for the copy
   * would be stale. If it writes, it is asked again, since it may have released the line. Whatever
   * comes behind such a read, the read is served before it: with a write the L1 has to drop the
   * copy again, and with any other it keeps none.
   */
  private Outcome meanwhile(ActivePromotion active, Answers answers, MemoryMessage message) {
    int tile = message.node.number();
    if (!(message.type instanceof LineMessage) || !serves(tile) || !answers.counts(tile)) {
      return cache.receive(message);
    }
    if (message.type == LineMessage.READ) {
      if (!policy.waits(active)) {
        return cache.receive(message);
      }
      answers.park(message);
      counts.reads++;
      return Outcome.DONE;
    }
    for (MemoryMessage read = answers.firstRead(tile);
        read != null;
        read = answers.firstRead(tile)) {
      Outcome outcome = cache.receive(read);
      if (outcome.stalled()) {
        return outcome;
      }
      answers.remove(read);
    }
    if (message.type == LineMessage.WRITE && policy.mustAskAgain(active)) {
      askAgain(active, answers, tile);
    }
    return cache.receive(message);
  }

  private void askAgain(ActivePromotion active, Answers answers, int tile) {
    answers.askedAgain(tile);
    active.pending++;
    counts.askedAgain++;
    counts.requests++;
    send(Objects.requireNonNull(active.again()), active, tile);
  }

  @Override
  public boolean performsLater(long line) {
    return find(line) != null;
  }

  /** Begins a promotion, or lets it wait for the one of its line that is in progress. */
  public void begin(RemoteRequest request) {
    ActivePromotion before = find(request.line);
    if (before != null) {
      before.queue.add(request);
      counts.queued++;
    } else {
      ArrayDeque<RemoteRequest> queue = new ArrayDeque<>();
      queue.add(request);
      start(queue);
    }
  }

  /** Begins the first of those that wait, or all of them together. */
  private void start(ArrayDeque<RemoteRequest> queue) {
    List<RemoteRequest> requests = List.of(queue.remove());
    if (table.shared() && !queue.isEmpty()) {
      requests = new ArrayList<>(requests);
      requests.addAll(queue);
      counts.shared += queue.size();
      queue.clear();
    }
    Promotion promotion = table.of(ActivePromotion.kind(requests));
    Answers answers = promotion.again() == null ? null : new Answers(firstTile, endTile);
    ActivePromotion active = new ActivePromotion(requests, promotion, queue, answers);
    actives.add(active);
    policy.ask(active);
  }

  /** Whether a number is that of an L1 that it asks. */
  public boolean serves(int tile) {
    return tile >= firstTile && tile < endTile;
  }

  /** Asks every L1 but the requesters' and another. */
  public void askOthers(ActivePromotion active, int except) {
    for (int tile = firstTile; tile < endTile; tile++) {
      if (tile != except && !active.requestedBy(tile)) {
        ask(active, tile);
      }
    }
  }

  /** Asks the requesters' L1s. */
  public void askRequesters(ActivePromotion active) {
    for (int tile = firstTile; tile < endTile; tile++) {
      if (active.requestedBy(tile)) {
        ask(active, tile);
      }
    }
  }

  /** Asks an L1. */
  public void ask(ActivePromotion active, int tile) {
    PromotionMessage type = policy.before(active, tile);
    if (type != null) {
      active.pending++;
      counts.requests++;
      if (active.answers != null) {
        active.answers.asked(tile);
      }
      send(type, active, tile);
    }
  }

  private void send(PromotionMessage type, ActivePromotion active, int tile) {
    Node to = environment.topology().tile(tile);
    environment.send(to, active.message(type, to, rounds != null));
  }

  private void answered(MemoryMessage message, boolean found) {
    ActivePromotion active = find(message.line);
    if (active == null || active.pending == 0) {
      throw cache.illegalTransition(message);
    }
    if (found && !active.requestedBy(message.node.number())) {
      active.found = message.node.number();
    }
    if (active.answers != null) {
      active.answers.answered(message.node.number());
    }
    if (--active.pending == 0 && policy.settled(active)) {
      if (rounds == null) {
        perform(active);
      } else {
        active.round = 0;
        active.pending = rounds.begin(0, active.first());
      }
    }
  }

  private void roundAnswered(MemoryMessage message, L2Rounds of) {
    ActivePromotion active = find(message.line);
    if (active == null || active.round < 0 || active.pending == 0) {
      throw cache.illegalTransition(message);
    }
    if (--active.pending == 0) {
      boolean more = ++active.round < L2Rounds.count(active.first());
      active.pending = more ? of.begin(active.round, active.first()) : 0;
      if (active.pending == 0) {
        perform(active);
      }
    }
  }

  private void perform(ActivePromotion active) {
    for (RemoteRequest request : List.copyOf(active.unperformed())) {
      counts.promotions++;
      submit(request.operation);
    }
    Answers answers = active.answers;
    if (answers != null) {
      for (MemoryMessage read = answers.nextRead(); read != null; read = answers.nextRead()) {
        submit(read);
      }
    }
  }

  void offerRefused() {
    refused.offer(this::submit);
  }

  private void submit(MemoryMessage message) {
    if (!refused.park(message) && cache.receive(message).stalled()) {
      refused.add(message);
    }
  }

  private void served(MemoryMessage message) {
    ActivePromotion active = find(message.line);
    if (active != null && active.endsWith(message)) {
      finish(active);
    }
  }

  private void finish(ActivePromotion active) {
    if (rounds != null) {
      rounds.end(active.first());
    }
    for (int tile = firstTile; tile < endTile; tile++) {
      PromotionMessage type = policy.after(active, tile);
      if (type != null) {
        send(type, active, tile);
      }
    }
    actives.remove(active);
    policy.finished(active.first());
    if (!active.queue.isEmpty()) {
      start(active.queue);
    }
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
    wrong.addAll(policy.checkInvariants());
    return wrong;
  }

  /** The remote accesses in progress. */
  public List<RemoteRequest> underWay() {
    return actives.stream().map(ActivePromotion::first).toList();
  }

  @Override
  public boolean idle() {
    return super.idle() && actives.isEmpty() && policy.idle();
  }

  @Override
  public List<String> waiting() {
    List<String> lines = new ArrayList<>(super.waiting());
    for (ActivePromotion active : actives) {
      lines.add(
          "%s awaits the answers of %d caches, %d remote accesses wait behind it"
              .formatted(active.first(), active.pending, active.queue.size()));
    }
    lines.addAll(policy.waiting());
    return lines;
  }
}
