package dev.syncopate.memory.mechanism.brsp;

import dev.syncopate.memory.mechanism.promotion.PromotingL2;
import dev.syncopate.memory.mechanism.promotion.PromotionMessage;
import dev.syncopate.memory.mechanism.promotion.RemoteRequest;
import dev.syncopate.memory.protocol.ControllerOutcome;
import dev.syncopate.memory.protocol.Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.StateMachine;
import dev.syncopate.memory.protocol.Stateful;
import dev.syncopate.memory.protocol.TransitionCount;
import dev.syncopate.memory.protocol.decorator.L2Decorator;
import dev.syncopate.memory.topology.Node;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The GPU's promotion lock, which one of its banks keeps, in front of that bank: remote accesses go
 * there first, and on to their home banks one at a time, first come first served.
 */
final class PromotionLock extends L2Decorator implements Stateful<LockState, RemoteRequest> {
  private final PromotingL2 bank;
  private LockState state = LockState.LOCK_FREE;
  final ArrayDeque<RemoteRequest> waiting = new ArrayDeque<>();
  private final StateMachine<LockState, LockState.Event, PromotionLock, RemoteRequest> machine;

  @SuppressWarnings("this-escape") // kept for later calls only
  PromotionLock(PromotingL2 bank) {
    super(bank);
    this.bank = bank;
    Node node = bank.environment().node();
    machine =
        new StateMachine<>(
            LockTable.LOCK, this, "promotion lock of " + node, bank.environment().clock());
  }

  /** The bank that keeps the lock for a node. */
  static Node bank(Environment environment) {
    return environment.topology().banks(environment.node()).getFirst();
  }

  /** Tells the bank with the lock that an access that had it is performed. */
  static void giveBack(Environment home, MemoryMessage served) {
    home.send(bank(home), new MemoryMessage(PromotionMessage.DONE, served.line, served.node));
  }

  @Override
  public ControllerOutcome receive(MemoryMessage message) {
    if (message instanceof RemoteRequest request && !request.granted && !bank.passes(request)) {
      return fire(LockState.Event.REQUEST, request.line, request);
    } else if (message.type == PromotionMessage.DONE) {
      RemoteRequest next = waiting.poll();
      return next == null
          ? fire(LockState.Event.DONE, message.line, null)
          : fire(LockState.Event.DONE_FOR_NEXT, message.line, next);
    }
    return bank.receive(message);
  }

  // ---- states ----

  private ControllerOutcome fire(
      LockState.Event event, long line, @Nullable RemoteRequest request) {
    return machine.offer(state, event, line, 0, request);
  }

  @Override
  public LockState state(long line, int part) {
    return state;
  }

  @Override
  public void enter(LockState next, long line, int part, @Nullable RemoteRequest cause) {
    state = next;
  }

  // ---- actions ----

  /** Passes a remote access on to its home bank. */
  void grant(RemoteRequest request) {
    Environment environment = bank.environment();
    environment.send(environment.home(request.line), request.withLock());
  }

  /** Lets a remote access wait for the lock. */
  void queue(RemoteRequest request) {
    waiting.add(request);
    bank.counts().queued++;
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
    if (state == LockState.LOCK_FREE && !waiting.isEmpty()) {
      wrong.add(waiting.peek() + " waits for the promotion lock, which is free");
    }
    List<RemoteRequest> underWay = bank.underWay();
    if (underWay.size() > 1) {
      wrong.add(underWay + " are in flight, and there is one promotion lock");
    }
    for (RemoteRequest request : underWay) {
      if (!request.granted) {
        wrong.add(request + " is in flight without the promotion lock");
      }
    }
    return wrong;
  }

  @Override
  public boolean idle() {
    return super.idle() && state == LockState.LOCK_FREE;
  }

  @Override
  public List<String> waiting() {
    List<String> lines = new ArrayList<>(super.waiting());
    if (state == LockState.LOCK_TAKEN) {
      lines.add("the promotion lock is taken, " + waiting.size() + " remote accesses wait for it");
    }
    return lines;
  }
}
