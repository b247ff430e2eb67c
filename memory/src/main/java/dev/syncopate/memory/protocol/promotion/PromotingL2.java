package dev.syncopate.memory.protocol.promotion;

import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.protocol.L2Counters;
import dev.syncopate.memory.protocol.L2Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.Outcome;
import dev.syncopate.memory.protocol.gpu.GpuL2;
import dev.syncopate.memory.protocol.gpu.GpuMessage;
import dev.syncopate.memory.protocol.gpu.SystemMessage;
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
public class PromotingL2 extends GpuL2 {
  /** {@link MemoryMessage#tag} of what is sent to the requester's L1. */
  static final int REQUESTER = 1;

  /** Into which an L1 changes it when it finds nothing to flush selectively. */
  public static final int NOT_FOUND = -1;

  /** No L1. */
  protected static final int NOBODY = -1;

  private final PromotionTable table;
  private final int firstTile;
  private final int endTile;

  /** At the memory side of several GPUs: what their L2s are asked; else null. */
  private final @Nullable L2Rounds rounds;

  private final List<ActivePromotion> actives = new ArrayList<>();

  private final Refused refused;

  public PromotingL2(
      int bank,
      MemoryConfig config,
      L2Environment environment,
      L2Counters counters,
      PromotionTable table) {
    super(bank, config, environment, counters);
    this.table = table;
    refused = new Refused(table.watches());
    boolean all = environment.gpu() == L2Environment.MEMORY_SIDE;
    firstTile = all ? 0 : environment.gpu() * config.unitsPerGpu();
    endTile = all ? config.computeUnits() : firstTile + config.unitsPerGpu();
    rounds = all ? new L2Rounds(bank, config, environment) : null;
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
    if (passes(message)) {
      return super.receive(message);
    }
    if (!(message.type instanceof PromotionMessage type)) {
      return access(message);
    }
    switch (type) {
      case REMOTE -> request((RemoteRequest) message);
      case FLUSHED -> answered(message, true);
      case NOT_FOUND -> answered(message, false);
      case DONE -> unlocked();
      default -> throw unlisted(message);
    }
    return Outcome.DONE;
  }

  /** An access of an L1, or a message of another kind that is no affair of promotions. */
  private Outcome access(MemoryMessage message) {
    if (actives.isEmpty() && refused.isEmpty()) {
      return super.receive(message);
    }
    ActivePromotion active = find(message.line);
    if (active != null) {
      active.arrives(message);
      if (active.answers != null && active.pending > 0) {
        return meanwhile(active, active.answers, message);
      }
    }
    return refused.park(message) ? Outcome.DONE : super.receive(message);
  }

  /**
   * An L1 wants something of a line between its answer and the access. Its reads wait, for the copy
   * would be stale. If it writes, it is asked again, since it may have released the line. Whatever
   * comes behind such a read, the read is served before it: with a write the L1 has to drop the
   * copy again, and with any other it keeps none.
   */
  private Outcome meanwhile(ActivePromotion active, Answers answers, MemoryMessage message) {
    int tile = message.tile;
    if (!(message.type instanceof GpuMessage) || !answers.counts(tile)) {
      return super.receive(message);
    }
    if (message.type == GpuMessage.READ) {
      if (!waits(active)) {
        return super.receive(message);
      }
      answers.park(message);
      counters.promotionReads++;
      return Outcome.DONE;
    }
    for (MemoryMessage read = answers.firstRead(tile);
        read != null;
        read = answers.firstRead(tile)) {
      Outcome outcome = super.receive(read);
      if (outcome.stalled()) {
        return outcome;
      }
      answers.remove(read);
    }
    if (message.type == GpuMessage.WRITE && mustAskAgain(active)) {
      askAgain(active, answers, tile);
    }
    return super.receive(message);
  }

  /** Whether reads wait that come from an L1 between its answer and the access. */
  protected boolean waits(ActivePromotion active) {
    return !active.reads();
  }

  /** Whether an L1 is asked again that writes the line between its answer and the access. */
  protected boolean mustAskAgain(ActivePromotion active) {
    return true;
  }

  private void askAgain(ActivePromotion active, Answers answers, int tile) {
    answers.askedAgain(tile);
    active.pending++;
    counters.promotionsAskedAgain++;
    counters.promotionRequests++;
    send(Objects.requireNonNull(active.again()), active, tile);
  }

  /** A remote access arrives. */
  protected void request(RemoteRequest request) {
    begin(request);
  }

  /** The promotion lock is given back, where there is one. */
  protected void unlocked() {
    throw new IllegalStateException("this protocol has no promotion lock");
  }

  /** Begins a promotion, or lets it wait for the one of its line that is under way. */
  protected final void begin(RemoteRequest request) {
    ActivePromotion before = find(request.line);
    if (before != null) {
      before.queue.add(request);
      counters.promotionsQueued++;
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
      counters.promotionsShared += queue.size();
      queue.clear();
    }
    Promotion promotion = table.of(ActivePromotion.kind(requests));
    Answers answers = promotion.again() == null ? null : new Answers(firstTile, endTile);
    ActivePromotion active = new ActivePromotion(requests, promotion, queue, answers);
    actives.add(active);
    ask(active);
  }

  /** Asks L1s to flush. */
  protected void ask(ActivePromotion active) {
    askOthers(active, NOBODY);
    askRequesters(active);
  }

  /** Whether a number is that of an L1 that it asks. */
  protected final boolean serves(int tile) {
    return tile >= firstTile && tile < endTile;
  }

  /** Asks every L1 but the requesters' and another. */
  protected final void askOthers(ActivePromotion active, int except) {
    for (int tile = firstTile; tile < endTile; tile++) {
      if (tile != except && !active.requestedBy(tile)) {
        ask(active, tile);
      }
    }
  }

  protected final void askRequesters(ActivePromotion active) {
    for (int tile = firstTile; tile < endTile; tile++) {
      if (active.requestedBy(tile)) {
        ask(active, tile);
      }
    }
  }

  protected final void ask(ActivePromotion active, int tile) {
    PromotionMessage type = before(active, tile);
    if (type != null) {
      active.pending++;
      counters.promotionRequests++;
      if (active.answers != null) {
        active.answers.asked(tile);
      }
      send(type, active, tile);
    }
  }

  /** What an L1 is asked first, or null for nothing. */
  protected @Nullable PromotionMessage before(ActivePromotion active, int tile) {
    return active.before(tile);
  }

  /** What an L1 is told in the end, or null for nothing. */
  protected @Nullable PromotionMessage after(ActivePromotion active, int tile) {
    return active.after(tile);
  }

  private void send(PromotionMessage type, ActivePromotion active, int tile) {
    MemoryMessage message = active.message(type, tile);
    message.system = rounds != null;
    environment.reply(message);
  }

  private void answered(MemoryMessage message, boolean found) {
    ActivePromotion active = find(message.line);
    if (active == null || active.pending == 0) {
      throw unlisted(message);
    }
    if (found && !active.requestedBy(message.tile)) {
      active.found = message.tile;
    }
    if (active.answers != null) {
      active.answers.answered(message.tile);
    }
    if (--active.pending == 0 && settled(active)) {
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
      throw unlisted(message);
    }
    if (--active.pending == 0) {
      active.pending = ++active.round < L2Rounds.COUNT ? of.begin(active.round, active.first()) : 0;
      if (active.pending == 0) {
        perform(active);
      }
    }
  }

  private void perform(ActivePromotion active) {
    for (RemoteRequest request : List.copyOf(active.unperformed())) {
      counters.promotions++;
      submit(request.operation);
    }
    Answers answers = active.answers;
    if (answers != null) {
      for (MemoryMessage read = answers.nextRead(); read != null; read = answers.nextRead()) {
        submit(read);
      }
    }
  }

  /** Whether all that had to be asked have answered; if not, asks them. */
  protected boolean settled(ActivePromotion active) {
    return true;
  }

  private void submit(MemoryMessage message) {
    if (!refused.park(message) && super.receive(message).stalled()) {
      refused.add(message);
    }
  }

  @Override
  protected void roomMade() {
    refused.offer(this::submit);
  }

  @Override
  protected boolean serve(MemoryMessage message) {
    if (actives.isEmpty()) {
      return super.serve(message);
    }
    ActivePromotion active = find(message.line);
    boolean served = super.serve(message); // from here on the message is another's
    if (served && active != null && active.endsWith(message)) {
      finish(active);
    }
    return served;
  }

  private void finish(ActivePromotion active) {
    if (rounds != null) {
      rounds.end(active.first());
    }
    for (int tile = firstTile; tile < endTile; tile++) {
      PromotionMessage type = after(active, tile);
      if (type != null) {
        send(type, active, tile);
      }
    }
    actives.remove(active);
    finished(active.first());
    if (!active.queue.isEmpty()) {
      start(active.queue);
    }
  }

  /** A promotion is over. */
  protected void finished(RemoteRequest request) {}

  @Override
  public List<String> violations() {
    List<String> wrong = new ArrayList<>(super.violations());
    for (ActivePromotion active : actives) {
      if (active.queue.stream().anyMatch(next -> next.line != active.line())) {
        wrong.add(active.first() + " has one of another line behind it");
      }
      for (RemoteRequest request : active.unperformed()) {
        boolean submitted = waits(request.operation) || refused.contains(request.operation);
        if (active.answered() != submitted) {
          wrong.add(
              submitted
                  ? request + " is performed before all have answered"
                  : request + " has all answers and is not performed");
        }
      }
      if (active.answers != null) {
        wrong.addAll(active.answers.violations(active.pending));
      }
    }
    wrong.addAll(refused.violations(this::hasRoomFor));
    return wrong;
  }

  /** The remote accesses under way. */
  protected final List<RemoteRequest> underWay() {
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
