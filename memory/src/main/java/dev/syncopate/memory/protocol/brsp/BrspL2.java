package dev.syncopate.memory.protocol.brsp;

import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.config.PromotionConfig.Lock;
import dev.syncopate.memory.protocol.L2Counters;
import dev.syncopate.memory.protocol.L2Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.promotion.PromotingL2;
import dev.syncopate.memory.protocol.promotion.PromotionMessage;
import dev.syncopate.memory.protocol.promotion.PromotionTable;
import dev.syncopate.memory.protocol.promotion.RemoteRequest;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * An L2 bank of promotion by broadcast. One of the banks keeps the GPU's promotion lock: remote
 * accesses go there first, and on to their home banks one at a time, first come first served.
 * Without that lock those on one line still are.
 */
class BrspL2 extends PromotingL2 {
  static final int LOCK_BANK = 0;

  private final boolean locks;
  private boolean locked;
  final ArrayDeque<RemoteRequest> waiting = new ArrayDeque<>();

  BrspL2(
      int bank,
      MemoryConfig config,
      L2Environment environment,
      L2Counters counters,
      PromotionTable table) {
    super(bank, config, environment, counters, table);
    locks = config.promotion().lock() == Lock.GPU;
  }

  @Override
  protected void request(RemoteRequest request) {
    if (!locks || request.granted) {
      begin(request);
    } else if (locked) {
      waiting.add(request);
      counters.promotionsQueued++;
    } else {
      grant(request);
    }
  }

  private void grant(RemoteRequest request) {
    locked = true;
    request.granted = true;
    request.bank = MemoryMessage.HOME;
    environment.pass(request);
  }

  @Override
  protected void finished(RemoteRequest request) {
    if (!locks) {
      return;
    }
    MemoryMessage done = new MemoryMessage(PromotionMessage.DONE, request.line, request.tile);
    done.bank = LOCK_BANK;
    environment.pass(done);
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
  public List<String> violations() {
    List<String> wrong = new ArrayList<>(super.violations());
    if (!locked && !waiting.isEmpty()) {
      wrong.add(waiting.peek() + " waits for the promotion lock, which nobody has");
    }
    List<RemoteRequest> underWay = underWay();
    if (locks && underWay.size() > 1) {
      wrong.add(underWay + " are under way, and there is one promotion lock");
    }
    for (RemoteRequest request : underWay) {
      if (locks && !request.granted) {
        wrong.add(request + " is under way without the promotion lock");
      }
    }
    return wrong;
  }

  @Override
  public boolean idle() {
    return super.idle() && !locked;
  }

  @Override
  public List<String> waiting() {
    return locked
        ? Stream.concat(
                super.waiting().stream(),
                Stream.of(
                    "the promotion lock is taken, "
                        + waiting.size()
                        + " remote accesses wait for it"))
            .toList()
        : super.waiting();
  }
}
