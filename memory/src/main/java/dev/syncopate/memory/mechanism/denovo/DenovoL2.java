package dev.syncopate.memory.mechanism.denovo;

import dev.syncopate.memory.cache.Holdings;
import dev.syncopate.memory.cache.WordMask;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.kit.LineMessage;
import dev.syncopate.memory.kit.l2.HeldLines;
import dev.syncopate.memory.mechanism.denovo.message.DenovoMessage;
import dev.syncopate.memory.mechanism.denovo.message.DenovoType;
import dev.syncopate.memory.mechanism.denovo.owner.Deferred;
import dev.syncopate.memory.mechanism.denovo.owner.OwnerState;
import dev.syncopate.memory.mechanism.denovo.owner.Owners;
import dev.syncopate.memory.mechanism.denovo.owner.Recalls;
import dev.syncopate.memory.mechanism.denovo.owner.Reservations;
import dev.syncopate.memory.protocol.L2Controller;
import dev.syncopate.memory.protocol.L2Counters;
import dev.syncopate.memory.protocol.L2Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.Outcome;
import dev.syncopate.memory.protocol.Transitions;
import dev.syncopate.memory.protocol.decorator.L2Decorator;
import dev.syncopate.memory.topology.Node;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A bank that knows who owns words, in front of any other that has the bytes of those that nobody
 * owns. It names the owner to be of a word when it sees the registration, and forwards; so requests
 * to a word are ordered here, and only here. What another mechanism's L1 wants of owned words makes
 * their owners give them back first.
 */
final class DenovoL2 extends L2Decorator {
  private final L2Controller cache;
  private final L2Environment environment;
  private final Owners owners;
  private final int lineBytes;
  private final InnerEnvironment inner;
  private final L2Counters counters;
  private final HeldLines held = new HeldLines();
  private final Recalls recalls = new Recalls();
  private final Reservations reservations = new Reservations();

  private final Deferred deferred = new Deferred();

  private final Transitions<OwnerState, OwnerState.Event> transitions;

  private DenovoL2(
      L2Controller cache,
      MemoryConfig config,
      L2Environment environment,
      InnerEnvironment inner,
      L2Counters counters,
      Parts parts) {
    this.inner = inner;
    this.counters = counters;
    super(cache);
    this.cache = cache;
    this.environment = environment;
    int lines = config.l2().size() / config.l2().banks() / config.l1().line();
    lineBytes = config.l1().line();
    owners = parts.owners(lines / config.l2().ways(), config.l2().ways(), environment);
    transitions = OwnerState.table("owners at " + environment.node(), environment.clock());
  }

  /**
   * @param counters of the bank behind it, which counts what comes to it: here the others are
   * @param of makes the bank behind it, in the environment that it is given
   */
  static L2Controller before(
      MemoryConfig config,
      L2Environment environment,
      L2Counters counters,
      Parts parts,
      Function<L2Environment, L2Controller> of) {
    InnerEnvironment inner = new InnerEnvironment(environment);
    return new DenovoL2(of.apply(inner), config, environment, inner, counters, parts);
  }

  @Override
  public Outcome receive(MemoryMessage message) {
    Outcome outcome = received(message);
    offerDeferred();
    return outcome;
  }

  private Outcome received(MemoryMessage message) {
    if (message.type == DenovoType.RECALLED) {
      recalled((DenovoMessage) message);
      return Outcome.DONE;
    }
    if (message.type == DenovoType.WRITE_BACK) { // words on their way back wait for nobody
      return writeBack((DenovoMessage) message);
    }
    return held.park(message) ? Outcome.DONE : request(message);
  }

  private void offerDeferred() {
    deferred.offer(message -> held.park(message) || !request(message).stalled());
  }

  private Outcome request(MemoryMessage message) {
    if (message instanceof DenovoMessage of) {
      if (cache.performsLater(of.line) || deferred.has(of.line)) { // nobody is granted words now
        deferred.add(of);
        return Outcome.DONE;
      }
      if (of.type == DenovoType.REGISTER) {
        return register(of);
      } else if (of.type == LineMessage.READ) {
        return read(of);
      }
      throw illegal(message);
    }
    int frame = owners.find(message.line);
    int owned = owners.owned(frame) & WordMask.touched(message.maskLow, message.maskHigh);
    if (owned == 0) {
      return cache.receive(message);
    }
    record(frame, owned, OwnerState.Event.OTHER, message.line);
    recall(message.line, owned);
    held.parkAhead(List.of(message)); // its turn had come before that of those that wait
    return Outcome.DONE;
  }

  private Outcome register(DenovoMessage message) {
    int frame = owners.find(message.line);
    if (frame == Owners.NONE && makeWay(message)) {
      return Outcome.DONE;
    }
    if (owners.ownedBy(frame, message.words, message.node) != 0) {
      throw illegal(message);
    }
    if (frame == Owners.NONE) {
      frame = owners.claim(message.line); // also where it has to wait for an MSHR: nobody else may
    }
    int free = message.words & ~owners.owned(frame);
    int needed = message.needed & free;
    if (needed != 0) {
      if (fetch(message.as(DenovoType.REGISTERED, free), needed).stalled()) {
        return Outcome.STALLED_MSHRS;
      }
    } else {
      served();
      if (free != 0) {
        environment.send(message.node, message.as(DenovoType.REGISTERED, free));
      }
    }
    record(frame, message.words, OwnerState.Event.REGISTER, message.line);
    forward(frame, message.words & ~free, message, DenovoType.FORWARD_REGISTER);
    owners.own(frame, message.words, message.node);
    List<Long> successors = reservations.used(message.line);
    if (!successors.isEmpty()) {
      record(frame, owners.owned(frame), OwnerState.Event.EVICT, message.line);
      recall(message.line, owners.owned(frame)).successors.addAll(successors);
    }
    return Outcome.DONE;
  }

  /** Makes the owners of another line give it back if it has the place; then the message waits. */
  private boolean makeWay(DenovoMessage message) {
    long other = owners.inTheWay(message.line);
    if (other < 0) {
      return false;
    }
    int frame = owners.find(other);
    int owned = owners.owned(frame);
    Recalls.Recall recall = recalls.find(other);
    if (recall == null && owned == 0) {
      reservations.want(other, message.line);
    } else {
      if (recall == null) {
        record(frame, owned, OwnerState.Event.EVICT, other);
        recall = recall(other, owned);
      }
      recall.successors.add(message.line);
    }
    held.hold(message.line);
    held.parkAhead(List.of(message));
    return true;
  }

  private Outcome read(DenovoMessage message) {
    int frame = owners.find(message.line);
    int owned = owners.owned(frame);
    int free = message.words & ~owned;
    if ((message.needed & free) == 0) {
      counters.reads++;
      served();
    } else if (fetch(message.as(LineMessage.FILL, free), free).stalled()) {
      return Outcome.STALLED_MSHRS;
    }
    int forwarded = message.needed & owned;
    if (forwarded != 0) {
      owners.touch(frame);
      forward(frame, forwarded, message, DenovoType.FORWARD_READ);
    }
    record(frame, message.needed, OwnerState.Event.READ, message.line);
    return Outcome.DONE;
  }

  private Outcome writeBack(DenovoMessage message) {
    int frame = owners.find(message.line);
    int own = owners.writtenBack(frame, message.words, message.node);
    if (own == 0) {
      counters.writes++;
      served();
    } else if (write(message, own).stalled()) {
      return Outcome.STALLED_MSHRS;
    }
    record(frame, message.words, OwnerState.Event.WRITE_BACK, message.line);
    if (own != 0) {
      owners.release(frame, own);
    }
    environment.send(message.node, message.as(DenovoType.WRITTEN_BACK, own));
    Recalls.Recall recall = recalls.find(message.line);
    if (recall != null) {
      recall.written &= ~own;
      goOn(recall);
    }
    return Outcome.DONE;
  }

  /** A request has been served without the bank behind, which would have counted it. */
  private void served() {
    counters.accesses++;
    counters.hits++;
  }

  private Outcome write(DenovoMessage from, int some) {
    return cache.receive(
        own(LineMessage.WRITE, from.line, some)
            .data(from.first(), from.data())
            .payload(from.payloadBytes())
            .build());
  }

  /** Has the cache behind fetch bytes of words, and then answers. */
  private Outcome fetch(DenovoMessage answer, int some) {
    int tag = inner.expect(answer);
    Outcome outcome = cache.receive(own(LineMessage.READ, answer.line, some).tag(tag).build());
    if (outcome.stalled()) {
      inner.take(tag);
    }
    return outcome;
  }

  /** A request of the bank itself: the answer comes to {@link InnerEnvironment}. */
  private MemoryMessage.Builder own(LineMessage type, long line, int some) {
    return new MemoryMessage.Builder(type, line, environment.node())
        .mask(WordMask.low(some), WordMask.high(some));
  }

  private void forward(int frame, int some, DenovoMessage message, DenovoType type) {
    for (int left = some; left != 0; ) {
      int together = owners.together(frame, left);
      Node owner = owners.owner(frame, left);
      if (owner.equals(message.node)) {
        throw illegal(message);
      }
      environment.send(owner, message.as(type, together));
      left &= ~together;
    }
  }

  // ---- recalls ----

  private Recalls.Recall recall(long line, int some) {
    Recalls.Recall begun = recalls.begin(line, some);
    held.hold(line);
    int frame = owners.find(line);
    for (int left = some; left != 0; ) {
      int together = owners.together(frame, left);
      Node owner = owners.owner(frame, left);
      environment.send(
          owner, new DenovoMessage(DenovoType.RECALL, line, owner, together, together, 0));
      left &= ~together;
    }
    return begun;
  }

  private void recalled(DenovoMessage message) {
    Recalls.Recall recall = recalls.find(message.line);
    if (recall == null || (message.words & ~recall.due) != 0) {
      throw illegal(message);
    }
    int frame = owners.find(message.line);
    int own = owners.ownedBy(frame, message.words, message.node);
    record(frame, own, OwnerState.Event.RECALLED, message.line);
    int carried = own & message.needed;
    if (carried != 0) {
      owners.release(frame, carried);
      recall.unwritten.add(message.as(DenovoType.RECALLED, carried).with(message));
    }
    recall.due &= ~message.words;
    recall.written |= own & ~carried; // the write-back went by another virtual network
    goOn(recall);
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
      held.drain(this::request); // for whom the place was made, before who wants it back
      if (recalls.find(recall.line) == null) { // else they want the rest of its words, too
        resume(recall.line);
        held.drain(this::request);
      }
    }
  }

  private void resume(long line) {
    if (!held.resume(line)) {
      throw transitions.illegalTransition("not held", "RESUME", line);
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
    held.drain(this::request);
    offerDeferred();
  }

  // ---- the table ----

  private void record(int frame, int some, OwnerState.Event event, long line) {
    int owned = owners.owned(frame) & some;
    if (owned != 0) {
      transitions.record(OwnerState.OWNED, event, line);
    }
    if (some != owned) {
      transitions.record(OwnerState.UNOWNED, event, line);
    }
  }

  private RuntimeException illegal(MemoryMessage message) {
    return transitions.illegalTransition(
        owners.find(message.line) == Owners.NONE ? "UNOWNED" : "OWNED",
        message.type.name() + " from " + message.node,
        message.line);
  }

  @Override
  public List<Transitions.Pair> transitions() {
    return Stream.concat(transitions.pairs().stream(), super.transitions().stream()).toList();
  }

  @Override
  public void canonicalize() {
    super.canonicalize();
    owners.canonicalize();
  }

  /** A bank has words less where it names an owner, and those that it is about to grant. */
  @Override
  public void holds(Holdings into) {
    owners.holds(into);
    inner.holds(into);
  }

  @Override
  public boolean idle() {
    return super.idle()
        && inner.expectsNothing()
        && recalls.isEmpty()
        && held.isEmpty()
        && deferred.isEmpty()
        && reservations.isEmpty();
  }

  @Override
  public List<String> waiting() {
    List<String> waiting = deferred.waiting();
    return Stream.of(super.waiting(), recalls.waiting(), held.waiting(), waiting)
        .flatMap(List::stream)
        .toList();
  }
}
