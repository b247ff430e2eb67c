package dev.syncopate.memory.mechanism.promotion;

import dev.syncopate.memory.access.AccessKind;
import dev.syncopate.memory.kit.LineMessage;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.topology.Node;
import java.util.ArrayDeque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Remote accesses to a line in progress, those that share one round of asking, and those that wait.
 */
final class ActivePromotion {
  private final List<RemoteRequest> requests;
  private final Promotion promotion;
  final ArrayDeque<RemoteRequest> queue;

  /** Whose answers count, where that may change; else null. */
  final @Nullable QueryAnswers answers;

  HomeState state = HomeState.IDLE;

  /** Answers to come. */
  int pending;

  /** Requests whose accesses have been performed. */
  private int performed;

  /** The round of {@link L2Rounds} in progress. */
  int round = -1;

  /** The last other L1 that had something to flush. */
  int holder = PromotingL2.NOBODY;

  /** The only other L1 that was asked, if not all were. */
  private int askedTile = PromotingL2.NOBODY;

  /** Whether bytes of the line have come from an L1 that was not asked. */
  private boolean overtaken;

  /**
   * @param requests to one line, in the order in which they are performed
   * @param promotion of {@link #kind}
   */
  ActivePromotion(
      List<RemoteRequest> requests,
      Promotion promotion,
      ArrayDeque<RemoteRequest> queue,
      @Nullable QueryAnswers answers) {
    this.requests = requests;
    this.promotion = promotion;
    this.queue = queue;
    this.answers = answers;
  }

  /** What several requests are together: an atomic if one acquires and one releases. */
  static AccessKind kind(List<RemoteRequest> requests) {
    AccessKind kind = requests.getFirst().kind;
    return requests.stream().allMatch(request -> request.kind == kind) ? kind : AccessKind.ATOMIC;
  }

  /** The first request. */
  RemoteRequest first() {
    return requests.getFirst();
  }

  /** Whether none of them writes, so that copies of the line stay good. */
  boolean reads() {
    return kind(requests) == AccessKind.LOAD;
  }

  /** Requests whose accesses have not been performed. */
  List<RemoteRequest> unperformed() {
    return requests.subList(performed, requests.size());
  }

  /** The line. */
  long line() {
    return first().line;
  }

  /** Whether several requests share the round. */
  boolean shared() {
    return requests.size() > 1;
  }

  /** Whether a message is one about the line from an L1 whose answer counts. */
  boolean counts(MemoryMessage message) {
    return answers != null
        && message.type instanceof LineMessage
        && answers.serves(message.node.number())
        && answers.counts(message.node.number());
  }

  /** Whether a compute unit is one of those that ask. */
  boolean requestedBy(int tile) {
    for (RemoteRequest request : requests) {
      if (request.node.number() == tile) {
        return true;
      }
    }
    return false;
  }

  /** Whether an L1's own request decides what it is asked: of several, one that releases. */
  private boolean asRequester(int tile) {
    for (RemoteRequest request : requests) {
      if (request.node.number() == tile && (!shared() || request.kind != AccessKind.LOAD)) {
        return true;
      }
    }
    return false;
  }

  /** What an L1 is asked first. */
  @Nullable PromotionMessage before(int tile) {
    return asRequester(tile) ? promotion.beforeRequester() : promotion.beforeMessage();
  }

  /** What an L1 is asked whose answer no longer counts. */
  @Nullable PromotionMessage again() {
    return promotion.again();
  }

  /** What an L1 is told in the end. */
  @Nullable PromotionMessage after(int tile) {
    PromotionMessage afterMessage =
        requestedBy(tile) ? promotion.afterRequester() : promotion.afterMessage();
    return afterMessage == null && answers != null && answers.holds(tile)
        ? PromotionMessage.RESUME
        : afterMessage;
  }

  /** What is to be done by an L1, about the bytes of all requests. */
  MemoryMessage message(PromotionMessage type, Node tile, boolean system) {
    long low = 0;
    long high = 0;
    for (RemoteRequest request : requests) {
      low |= request.maskLow;
      high |= request.maskHigh;
    }
    return new MemoryMessage.Builder(type, line(), tile)
        .mask(low, high)
        .tag(requestedBy(tile.number()) ? PromotingL2.REQUESTER : 0)
        .system(system)
        .build();
  }

  /** Whether the other L1s are asked for a selective flush. */
  boolean selective() {
    PromotionMessage beforeMessage = promotion.beforeMessage();
    return beforeMessage != null && beforeMessage.selective();
  }

  /** The last other L1 that had something to flush, or {@link PromotingL2#NOBODY}. */
  int found() {
    return holder;
  }

  /** The only other L1 that was asked, or {@link PromotingL2#NOBODY}. */
  int asked() {
    return askedTile;
  }

  /**
   * Whether bytes of the line have come meanwhile from an L1 that was not asked: what it released
   * with them may not have arrived.
   */
  boolean overtaken() {
    return overtaken;
  }

  /** Whether a message brings bytes of the line from an L1 that was not asked. */
  boolean overtakenBy(MemoryMessage message) {
    return askedTile != PromotingL2.NOBODY
        && message.node.number() != askedTile
        && !requestedBy(message.node.number())
        && message.type != LineMessage.READ
        && message.type != LineMessage.LOAD;
  }

  /** Bytes of the line have come from an L1 that was not asked. */
  void overtake() {
    overtaken = true;
  }

  /** Whether a message is the access to be performed next. */
  @SuppressWarnings("ReferenceEquality") // the very message
  boolean isNext(MemoryMessage message) {
    return performed < requests.size() && requests.get(performed).operation == message;
  }

  /** Whether the access to be performed next is the last. */
  boolean isLast() {
    return performed + 1 == requests.size();
  }

  /** An access has been performed. */
  void served() {
    performed++;
  }

  /** Whether all that were asked have answered. */
  boolean answered() {
    return pending == 0;
  }

  /** Only one other L1 is asked. */
  void askOnly(int tile) {
    askedTile = tile;
  }
}
