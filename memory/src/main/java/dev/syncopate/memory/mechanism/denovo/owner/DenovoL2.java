package dev.syncopate.memory.mechanism.denovo.owner;

import dev.syncopate.memory.cache.OwnershipBalance;
import dev.syncopate.memory.cache.WordMask;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.kit.LineMessage;
import dev.syncopate.memory.kit.l2.HeldLines;
import dev.syncopate.memory.mechanism.denovo.message.DenovoMessage;
import dev.syncopate.memory.mechanism.denovo.message.DenovoType;
import dev.syncopate.memory.protocol.ControllerOutcome;
import dev.syncopate.memory.protocol.L2Controller;
import dev.syncopate.memory.protocol.L2Counters;
import dev.syncopate.memory.protocol.L2Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.StateTable;
import dev.syncopate.memory.protocol.TransitionCount;
import dev.syncopate.memory.protocol.WordMachine;
import dev.syncopate.memory.protocol.WordPlane;
import dev.syncopate.memory.protocol.decorator.L2Decorator;
import dev.syncopate.memory.topology.Node;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * L2 bank with the owner of each word, in front of another bank that has the bytes of unowned
 * words. It executes {@link OwnerTable}. It records the new owner when a registration arrives and
 * forwards the registration to the owner before, which makes the bank the serialisation point of
 * each word. A request of an L1 that does not own words (another mechanism's) recalls the word
 * first.
 */
public final class DenovoL2 extends L2Decorator implements WordPlane<OwnerState, DenovoMessage> {
  private final L2Controller cache;
  private final L2Environment environment;
  private final WordOwnershipTable owners;
  private final int lineBytes;
  private final InnerEnvironment inner;
  private final L2Counters counters;
  private final HeldLines heldLines = new HeldLines();
  private final Recalls recalls = new Recalls();
  private final Reservations reservations = new Reservations();

  private final Deferred deferred = new Deferred();

  private final WordMachine<OwnerState, OwnerEvent, DenovoL2, DenovoMessage> machine;

  private DenovoL2(
      L2Controller cache,
      MemoryConfig config,
      L2Environment environment,
      InnerEnvironment inner,
      L2Counters counters,
      StateTable<OwnerState, OwnerEvent, DenovoL2, DenovoMessage> table) {
    this.inner = inner;
    this.counters = counters;
    super(cache);
    this.cache = cache;
    this.environment = environment;
    int lines = config.l2().size() / config.l2().banks() / config.l1().line();
    lineBytes = config.l1().line();
    owners = new WordOwnershipTable(lines / config.l2().ways(), config.l2().ways(), environment);
    machine =
        new WordMachine<>(table, this, "owners at " + environment.node(), environment.clock());
  }

  /**
   * A bank in front of another.
   *
   * @param counters of the bank behind, which counts what comes to it: requests that are served
   *     without that bank are counted here
   * @param table what is executed
   * @param factory makes the bank behind, in the environment that it is given
   */
  public static L2Controller before(
      MemoryConfig config,
      L2Environment environment,
      L2Counters counters,
      StateTable<OwnerState, OwnerEvent, DenovoL2, DenovoMessage> table,
      Function<L2Environment, L2Controller> factory) {
    InnerEnvironment inner = new InnerEnvironment(environment);
    return new DenovoL2(factory.apply(inner), config, environment, inner, counters, table);
  }

  // ---- states ----

  @Override
  public OwnerState state(long line, int word) {
    return words(OwnerState.OWNED, line, word) == 0 ? OwnerState.UNOWNED : OwnerState.OWNED;
  }

  @Override
  public int words(OwnerState state, long line, int wordMask) {
    int owned = owners.owned(owners.find(line));
    return wordMask & (state == OwnerState.OWNED ? owned : ~owned);
  }

  /** Records the sender of a registration as the owner of words, or clears the owner. */
  @Override
  public void enter(OwnerState next, long line, int words, @Nullable DenovoMessage cause) {
    switch (next) {
      case OWNED -> nameOwner(line, words, cause);
      case UNOWNED -> owners.release(owners.find(line), words);
    }
  }

  // ---- messages ----

  @Override
  public ControllerOutcome receive(MemoryMessage message) {
    ControllerOutcome outcome = received(message);
    offerDeferred();
    return outcome;
  }

  private ControllerOutcome received(MemoryMessage message) {
    if (message.type == DenovoType.RECALLED) {
      recalled((DenovoMessage) message);
      return ControllerOutcome.DONE;
    }
    if (message.type == DenovoType.WRITE_BACK) { // words on their way back do not wait
      return writeBack((DenovoMessage) message);
    }
    return heldLines.park(message) ? ControllerOutcome.DONE : request(message);
  }

  private void offerDeferred() {
    deferred.offer(message -> heldLines.park(message) || !request(message).stalled());
  }

  private ControllerOutcome request(MemoryMessage message) {
    if (message instanceof DenovoMessage denovoMessage) {
      if (cache.performsLater(denovoMessage.line)
          || deferred.has(denovoMessage.line)) { // no L1 is granted words now
        deferred.add(denovoMessage);
        return ControllerOutcome.DONE;
      }
      if (denovoMessage.type == DenovoType.REGISTER) {
        return register(denovoMessage);
      } else if (denovoMessage.type == LineMessage.READ) {
        return read(denovoMessage);
      }
      throw illegal(message);
    }
    int frame = owners.find(message.line);
    int owned = owners.owned(frame) & WordMask.touched(message.maskLow, message.maskHigh);
    if (owned == 0) {
      return cache.receive(message);
    }
    begin(message.line);
    machine.fire(OwnerEvent.OTHER, message.line, owned, null);
    heldLines.parkAhead(List.of(message)); // its turn had come before that of those that wait
    return ControllerOutcome.DONE;
  }

  private ControllerOutcome register(DenovoMessage message) {
    int frame = owners.find(message.line);
    if (frame == WordOwnershipTable.NONE && makeWay(message)) {
      return ControllerOutcome.DONE;
    }
    if (owners.ownedBy(frame, message.words, message.node) != 0) {
      throw illegal(message);
    }
    if (frame == WordOwnershipTable.NONE) {
      frame = owners.claim(message.line); // also if it waits for an MSHR: no other request may
    }
    boolean allOwned = (message.needed & ~owners.owned(frame)) == 0;
    if (machine.fire(OwnerEvent.REGISTER, message.line, message.words, message).stalled()) {
      return ControllerOutcome.STALLED_MSHRS;
    }
    if (allOwned) {
      served();
    }
    List<Long> successors = reservations.used(message.line);
    if (!successors.isEmpty()) {
      begin(message.line).successors.addAll(successors);
      machine.fire(OwnerEvent.EVICT, message.line, owners.owned(frame), null);
    }
    return ControllerOutcome.DONE;
  }

  /** Makes the owners of another line give it back if it has the place; then the message waits. */
  private boolean makeWay(DenovoMessage message) {
    long victimLine = owners.inTheWay(message.line);
    if (victimLine < 0) {
      return false;
    }
    heldLines.hold(message.line);
    heldLines.parkAhead(List.of(message));
    int owned = owners.owned(owners.find(victimLine));
    Recalls.Recall recall = recalls.find(victimLine);
    if (recall != null) {
      recall.successors.add(message.line);
    } else if (owned == 0) {
      reservations.want(victimLine, message.line);
    } else {
      begin(victimLine).successors.add(message.line);
      machine.fire(OwnerEvent.EVICT, victimLine, owned, null);
    }
    return true;
  }

  private ControllerOutcome read(DenovoMessage message) {
    int owned = owners.owned(owners.find(message.line));
    boolean allOwned = (message.needed & ~owned) == 0;
    if (machine.fire(OwnerEvent.READ, message.line, message.needed, message).stalled()) {
      return ControllerOutcome.STALLED_MSHRS;
    }
    if (allOwned) {
      counters.reads++;
      served();
    }
    return ControllerOutcome.DONE;
  }

  private ControllerOutcome writeBack(DenovoMessage message) {
    long line = message.line;
    int ownedWords = owners.ownedBy(owners.find(line), message.words, message.node);
    if (machine.fire(OwnerEvent.WRITE_BACK, line, ownedWords, message).stalled()
        || machine
            .fire(OwnerEvent.LATE_WRITE_BACK, line, message.words & ~ownedWords, message)
            .stalled()) {
      return ControllerOutcome.STALLED_MSHRS;
    }
    if (ownedWords == 0) {
      counters.writes++;
      served();
    }
    environment.send(message.node, message.as(DenovoType.WRITTEN_BACK, ownedWords));
    Recalls.Recall recall = recalls.find(line);
    if (recall != null) {
      recall.written &= ~ownedWords;
      goOn(recall);
    }
    return ControllerOutcome.DONE;
  }

  /** A request has been served without the bank behind, which would have counted it. */
  private void served() {
    counters.accesses++;
    counters.hits++;
  }

  private ControllerOutcome write(DenovoMessage message, int wordMask) {
    return cache.receive(own(LineMessage.WRITE, message.line, wordMask).carrying(message).build());
  }

  /** Has the cache behind fetch bytes of words, and then answers. */
  private ControllerOutcome fetch(DenovoMessage answer, int wordMask) {
    int tag = inner.expect(answer);
    ControllerOutcome outcome =
        cache.receive(own(LineMessage.READ, answer.line, wordMask).tag(tag).build());
    if (outcome.stalled()) {
      inner.take(tag);
    }
    return outcome;
  }

  /** A request of the bank itself: the answer comes to {@link InnerEnvironment}. */
  private MemoryMessage.Builder own(LineMessage type, long line, int wordMask) {
    return new MemoryMessage.Builder(type, line, environment.node())
        .mask(WordMask.low(wordMask), WordMask.high(wordMask));
  }

  // ---- actions ----

  /** Answers a read with the bytes of words, and of others of their sectors that are unowned. */
  ControllerOutcome sendBytes(long line, int words, @Nullable DenovoMessage cause) {
    DenovoMessage read = Objects.requireNonNull(cause);
    int free = words(OwnerState.UNOWNED, line, read.words);
    return fetch(read.as(LineMessage.FILL, free), free);
  }

  /** Grants a registration its words, as soon as the bytes that it wants are here. */
  ControllerOutcome grant(int words, @Nullable DenovoMessage cause) {
    DenovoMessage registration = Objects.requireNonNull(cause);
    DenovoMessage answer = registration.as(DenovoType.REGISTERED, words);
    if (answer.needed != 0) {
      return fetch(answer, answer.needed);
    }
    environment.send(registration.node, answer);
    return ControllerOutcome.DONE;
  }

  /** Writes the bytes of words to the bank behind. */
  ControllerOutcome keep(int words, @Nullable DenovoMessage writeBack) {
    return write(Objects.requireNonNull(writeBack), words);
  }

  /** Writes the bytes of words that come with a recall's answer to the bank behind, in turn. */
  void keepInTurn(long line, int words, @Nullable DenovoMessage cause) {
    DenovoMessage answer = Objects.requireNonNull(cause);
    recalling(line).unwritten.add(answer.as(DenovoType.RECALLED, words).with(answer));
  }

  /** Forwards a message to the owners of words, to each owner once. */
  void forward(long line, int words, @Nullable DenovoMessage cause, DenovoType type) {
    int frame = owners.find(line);
    owners.touch(frame);
    for (int remaining = words; remaining != 0; ) {
      int ownerWords = owners.together(frame, remaining);
      forwardToFirst(line, ownerWords, cause, type);
      remaining &= ~ownerWords;
    }
  }

  /** Forwards a message about words to the owner of the first. */
  void forwardToFirst(long line, int words, @Nullable DenovoMessage cause, DenovoType type) {
    DenovoMessage message = Objects.requireNonNull(cause);
    Node owner = owners.owner(owners.find(line), words);
    if (owner.equals(message.node)) {
      throw illegal(message);
    }
    environment.send(owner, message.as(type, words));
  }

  /** Names the sender of a registration as the owner of words. */
  void nameOwner(long line, int words, @Nullable DenovoMessage registration) {
    owners.own(owners.find(line), words, Objects.requireNonNull(registration).node);
  }

  /** Asks the owners of words, each once, to give them back. */
  void recall(long line, int words) {
    recalling(line).due |= words;
    int frame = owners.find(line);
    for (int remaining = words; remaining != 0; ) {
      int ownerWords = owners.together(frame, remaining);
      Node owner = owners.owner(frame, remaining);
      environment.send(
          owner, new DenovoMessage(DenovoType.RECALL, line, owner, ownerWords, ownerWords, 0));
      remaining &= ~ownerWords;
    }
  }

  /** Has a recall wait for words that a write-back brings by another virtual network. */
  void awaitWriteBack(long line, int words) {
    recalling(line).written |= words;
  }

  // ---- recalls ----

  private Recalls.Recall begin(long line) {
    heldLines.hold(line);
    return recalls.begin(line);
  }

  private Recalls.Recall recalling(long line) {
    return Objects.requireNonNull(recalls.find(line));
  }

  private void recalled(DenovoMessage message) {
    Recalls.Recall recall = recalls.find(message.line);
    if (recall == null || (message.words & ~recall.due) != 0) {
      throw illegal(message);
    }
    int ownedWords = owners.ownedBy(owners.find(message.line), message.words, message.node);
    machine.fire(OwnerEvent.RECALLED, message.line, ownedWords & message.needed, message);
    machine.fire(OwnerEvent.CROSSED, message.line, ownedWords & ~message.needed, message);
    recall.due &= ~message.words;
    goOn(recall);
  }

  /** Goes on with a recall of a line. */
  void goOn(long line) {
    goOn(recalling(line));
  }

  /** Writes what has come as far as there is room, and lets those go on that waited for all. */
  private void goOn(Recalls.Recall recall) {
    while (!recall.unwritten.isEmpty()) {
      DenovoMessage first = recall.unwritten.getFirst();
      if (write(first, first.words).stalled()) {
        return;
      }
      recall.unwritten.removeFirst();
    }
    if (recall.done()) {
      recalls.end(recall);
      recall.successors.stream().distinct().forEach(this::resume);
      heldLines.drain(this::request); // those that the place was made for, before new requests
      if (recalls.find(recall.line) == null) { // else they want the rest of its words, too
        resume(recall.line);
        heldLines.drain(this::request);
      }
    }
  }

  private void resume(long line) {
    if (!heldLines.resume(line)) {
      throw machine.illegal("not held", "RESUME", line);
    }
  }

  @Override
  public int owner(long address) {
    long line = address & -lineBytes;
    int frame = owners.find(line);
    int word = 1 << ((int) (address - line) / WordMask.BYTES);
    return (owners.owned(frame) & word) == 0 ? NOBODY : owners.owner(frame, word).number();
  }

  @Override
  public void filled(int miss) {
    super.filled(miss);
    recalls.all().forEach(this::goOn);
    heldLines.drain(this::request);
    offerDeferred();
  }

  // ---- checks and reports ----

  private RuntimeException illegal(MemoryMessage message) {
    return machine.illegal(
        owners.find(message.line) == WordOwnershipTable.NONE ? "UNOWNED" : "OWNED",
        message.type.name() + " from " + message.node,
        message.line);
  }

  @Override
  public List<TransitionCount> transitions() {
    return Stream.concat(machine.pairs().stream(), super.transitions().stream()).toList();
  }

  @Override
  public void check() {
    super.check();
    machine.check();
  }

  @Override
  public void canonicalize() {
    super.canonicalize();
    owners.canonicalize();
  }

  /** A bank has words less where it names an owner, and those that it is about to grant. */
  @Override
  public void holds(OwnershipBalance holdings) {
    owners.holds(holdings);
    inner.holds(holdings);
  }

  @Override
  public boolean idle() {
    return super.idle()
        && inner.expectsNothing()
        && recalls.isEmpty()
        && heldLines.isEmpty()
        && deferred.isEmpty()
        && reservations.isEmpty();
  }

  @Override
  public List<String> waiting() {
    List<String> waiting = deferred.waiting();
    return Stream.of(super.waiting(), recalls.waiting(), heldLines.waiting(), waiting)
        .flatMap(List::stream)
        .toList();
  }
}
