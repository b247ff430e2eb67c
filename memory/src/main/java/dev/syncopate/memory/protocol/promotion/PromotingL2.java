package dev.syncopate.memory.protocol.promotion;

import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.protocol.L2Counters;
import dev.syncopate.memory.protocol.L2Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.Outcome;
import dev.syncopate.memory.protocol.gpu.GpuL2;
import dev.syncopate.memory.protocol.gpu.SystemMessage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An L2 bank that performs remote accesses to its lines, those to one line one after the other, as
 * its {@link PromotionTable} says.
 *
 * <p>That an L1 holds the line from its answer until it is told to resume is what makes the access
 * atomic; that messages of a bank to an L1 stay in order is why nobody need answer the last one.
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

  /** Operations for which there was no room to wait for their line. */
  private final ArrayDeque<MemoryMessage> refused = new ArrayDeque<>();

  public PromotingL2(
      int bank,
      MemoryConfig config,
      L2Environment environment,
      L2Counters counters,
      PromotionTable table) {
    super(bank, config, environment, counters);
    this.table = table;
    boolean all = environment.gpu() == L2Environment.MEMORY_SIDE;
    firstTile = all ? 0 : environment.gpu() * config.unitsPerGpu();
    endTile = all ? config.computeUnits() : firstTile + config.unitsPerGpu();
    rounds = all ? new L2Rounds(bank, config, environment) : null;
  }

  private @Nullable ActivePromotion find(long line) {
    for (ActivePromotion active : actives) {
      if (active.request.line == line) {
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
    if (!(message.type instanceof PromotionMessage type) || passes(message)) {
      return super.receive(message);
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
      start(request, new ArrayDeque<>());
    }
  }

  private void start(RemoteRequest request, ArrayDeque<RemoteRequest> queue) {
    ActivePromotion active = new ActivePromotion(request, table.of(request.kind), queue);
    actives.add(active);
    ask(active);
  }

  /** Asks L1s to flush. */
  protected void ask(ActivePromotion active) {
    askOthers(active, -1);
    askRequester(active);
  }

  /** Whether a number is that of an L1 that it asks. */
  protected final boolean serves(int tile) {
    return tile >= firstTile && tile < endTile;
  }

  /** Asks every L1 but the requester's and another. */
  protected final void askOthers(ActivePromotion active, int except) {
    for (int tile = firstTile; tile < endTile; tile++) {
      if (tile != active.request.tile && tile != except) {
        ask(active, tile);
      }
    }
  }

  protected final void askRequester(ActivePromotion active) {
    ask(active, active.request.tile);
  }

  protected final void ask(ActivePromotion active, int tile) {
    boolean own = tile == active.request.tile;
    PromotionMessage type = own ? active.promotion.beforeRequester() : active.promotion.before();
    if (type != null) {
      active.pending++;
      counters.promotionRequests++;
      send(type, active.request, tile, own);
    }
  }

  private void send(PromotionMessage type, RemoteRequest request, int tile, boolean own) {
    MemoryMessage message = new MemoryMessage(type, request.line, tile);
    message.tag = own ? REQUESTER : 0;
    message.system = rounds != null;
    message.maskLow = request.maskLow;
    message.maskHigh = request.maskHigh;
    environment.reply(message);
  }

  private void answered(MemoryMessage message, boolean found) {
    ActivePromotion active = find(message.line);
    if (active == null || active.pending == 0) {
      throw unlisted(message);
    }
    if (found && message.tile != active.request.tile) {
      active.found = message.tile;
    }
    if (--active.pending == 0 && settled(active)) {
      if (rounds == null) {
        perform(active);
      } else {
        active.round = 0;
        active.pending = rounds.begin(0, active.request);
      }
    }
  }

  private void roundAnswered(MemoryMessage message, L2Rounds of) {
    ActivePromotion active = find(message.line);
    if (active == null || active.round < 0 || active.pending == 0) {
      throw unlisted(message);
    }
    if (--active.pending == 0) {
      active.pending = ++active.round < L2Rounds.COUNT ? of.begin(active.round, active.request) : 0;
      if (active.pending == 0) {
        perform(active);
      }
    }
  }

  private void perform(ActivePromotion active) {
    counters.promotions++;
    submit(active.request.operation);
  }

  /** Whether all that had to be asked have answered; if not, asks them. */
  protected boolean settled(ActivePromotion active) {
    return true;
  }

  private void submit(MemoryMessage operation) {
    if (super.receive(operation).stalled()) {
      refused.add(operation);
    }
  }

  @Override
  protected void roomMade() {
    for (int i = refused.size(); i > 0; i--) {
      submit(refused.remove());
    }
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // the very message
  protected boolean serve(MemoryMessage message) {
    if (actives.isEmpty()) {
      return super.serve(message);
    }
    ActivePromotion active = find(message.line);
    if (active != null) {
      active.serves(message);
    }
    boolean served = super.serve(message); // from here on the message is another's
    if (served && active != null && active.request.operation == message) {
      finish(active);
    }
    return served;
  }

  private void finish(ActivePromotion active) {
    Promotion promotion = active.promotion;
    RemoteRequest request = active.request;
    PromotionMessage after = promotion.after();
    PromotionMessage afterRequester = promotion.afterRequester();
    if (rounds != null) {
      rounds.end(request);
    }
    for (int tile = firstTile; tile < endTile; tile++) {
      PromotionMessage type = tile == request.tile ? afterRequester : after;
      if (type != null) {
        send(type, request, tile, tile == request.tile);
      }
    }
    actives.remove(active);
    finished(request);
    RemoteRequest next = active.queue.poll();
    if (next != null) {
      start(next, active.queue);
    }
  }

  /** A promotion is over. */
  protected void finished(RemoteRequest request) {}

  @Override
  public List<String> violations() {
    List<String> wrong = new ArrayList<>(super.violations());
    for (ActivePromotion active : actives) {
      RemoteRequest request = active.request;
      if (active.queue.stream().anyMatch(next -> next.line != request.line)) {
        wrong.add(request + " has one of another line behind it");
      }
      boolean submitted = waits(request.operation) || refused.contains(request.operation);
      if (active.answered() != submitted) {
        wrong.add(
            submitted
                ? request + " is performed before all have answered"
                : request + " has all answers and is not performed");
      }
    }
    for (MemoryMessage operation : refused) {
      if (hasRoomFor(operation)) {
        wrong.add(operation + " was refused, and nobody offers it again");
      }
    }
    return wrong;
  }

  /** The remote accesses under way. */
  protected final List<RemoteRequest> underWay() {
    return actives.stream().map(active -> active.request).toList();
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
              .formatted(active.request, active.pending, active.queue.size()));
    }
    return lines;
  }
}
