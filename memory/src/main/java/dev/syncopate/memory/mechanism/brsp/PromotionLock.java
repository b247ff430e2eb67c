package dev.syncopate.memory.mechanism.brsp;

import dev.syncopate.memory.mechanism.promotion.HomePolicy;
import dev.syncopate.memory.mechanism.promotion.PromotionMessage;
import dev.syncopate.memory.mechanism.promotion.RemoteRequest;
import dev.syncopate.memory.protocol.Environment;
import dev.syncopate.memory.protocol.L2Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.topology.Node;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * The GPU's promotion lock, which one of its banks keeps: remote accesses go there first, and on to
 * their home banks one at a time, first come first served. Where there is no such lock, those on
 * one line still are one at a time.
 */
final class PromotionLock extends HomePolicy {
  private final L2Environment environment;
  private boolean locked;
  final ArrayDeque<RemoteRequest> waiting = new ArrayDeque<>();

  PromotionLock(L2Environment environment) {
    this.environment = environment;
  }

  /** The bank that keeps the lock for a node. */
  static Node bank(Environment environment) {
    return environment.topology().banks(environment.node()).getFirst();
  }

  @Override
  protected void request(RemoteRequest request) {
    if (request.granted) {
      bank().begin(request);
    } else if (locked) {
      waiting.add(request);
      bank().counts().queued++;
    } else {
      grant(request);
    }
  }

  private void grant(RemoteRequest request) {
    locked = true;
    environment.send(environment.home(request.line), request.withLock());
  }

  @Override
  protected void finished(RemoteRequest request) {
    MemoryMessage done = new MemoryMessage(PromotionMessage.DONE, request.line, request.node);
    environment.send(bank(environment), done);
  }

  @Override
  protected void unlocked() {
    locked = false;
    RemoteRequest next = waiting.poll();
    if (next != null) {
      grant(next);
    }
  }

  @Override
  protected List<String> checkInvariants() {
    List<String> wrong = new ArrayList<>();
    if (!locked && !waiting.isEmpty()) {
      wrong.add(waiting.peek() + " waits for the promotion lock, which nobody has");
    }
    List<RemoteRequest> underWay = bank().underWay();
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
  protected boolean idle() {
    return !locked;
  }

  @Override
  protected List<String> waiting() {
    return locked
        ? List.of("the promotion lock is taken, " + waiting.size() + " remote accesses wait for it")
        : List.of();
  }
}
