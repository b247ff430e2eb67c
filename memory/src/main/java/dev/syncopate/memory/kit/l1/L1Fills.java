package dev.syncopate.memory.kit.l1;

import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.cache.LaneBytes;
import dev.syncopate.memory.config.L1Config;
import dev.syncopate.memory.kit.WaitingAccess;
import dev.syncopate.memory.protocol.CompletionListener;
import dev.syncopate.memory.protocol.L1Counters;
import dev.syncopate.memory.protocol.MemoryMessage;
import java.util.Objects;

/** Serves what waits in an L1's MSHRs from the fills that come. */
final class L1Fills {
  private final L1Cache owner;
  private final L1Lines lines;
  private final L1Misses misses;
  private final L1Config config;
  private final CompletionListener listener;
  private final L1Counters counters;

  /**
   * @param owner performs what waited behind an atomic
   */
  L1Fills(L1Cache owner, L1Parts parts) {
    this.owner = owner;
    lines = parts.lines();
    misses = parts.misses();
    config = parts.config();
    listener = parts.listener();
    counters = parts.counters();
  }

  void fill(MemoryMessage message) {
    int miss = message.tag;
    if (!misses.arrive(miss, message.line)) {
      throw misses.machine.illegal(MissState.FREE.name(), MissEvent.FILL.name(), message.line);
    }
    counters.fills++;
    if (misses.attached(miss)) {
      lines.install(message);
    } else {
      counters.droppedFills++;
    }
    serveLoads(miss, message);
    serveAtomic(miss, message);
    serveBehind(miss);
    misses.releaseIfDone(miss);
  }

  private void serveLoads(int miss, MemoryMessage fill) {
    LineAccess load = misses.takeLoads(miss);
    while (load != null) {
      LineAccess following = load.next;
      load.next = null;
      if ((load.maskLow & ~fill.maskLow) == 0
          && (load.maskHigh & ~fill.maskHigh) == 0
          && load.collected == null) {
        if (!owner.divert(load)) {
          LaneBytes.load(load, fill.data(), fill.origins(), -fill.first());
          listener.performed(load);
        }
      } else {
        WaitingAccess.collect(load, config.line(), fill);
        if (WaitingAccess.complete(load)) {
          if (!owner.divert(load)) {
            LaneBytes.load(load, WaitingAccess.bytes(load), 0);
            listener.performed(load);
          }
        } else {
          misses.keep(miss, load);
        }
      }
      load = following;
    }
  }

  /**
   * Performs a waiting atomic whose bytes have all come. When the line was dropped meanwhile, the
   * atomic's own bytes are kept all the same: nothing orders it after the invalidation, and were it
   * to ask again, invalidations could keep it from ever being performed.
   */
  private void serveAtomic(int miss, MemoryMessage fill) {
    LineAccess access = misses.atomic(miss);
    if (access == null) {
      return;
    }
    WaitingAccess.collect(access, config.line(), fill);
    if (WaitingAccess.complete(access)) {
      misses.takeAtomic(miss);
      if (!owner.divert(access)) {
        owner.performAtomic(access, lines.adopt(access));
      }
    }
  }

  /** Performs what waited behind the atomic, up to the next atomic that lacks bytes. */
  private void serveBehind(int miss) {
    while (misses.closed(miss) && misses.atomic(miss) == null) {
      if (!misses.attached(miss)) {
        if (misses.due(miss) > 0) {
          return; // what comes was asked for before the line was dropped: not for those behind
        }
        misses.attach(miss);
      }
      LineAccess queuedAccess = Objects.requireNonNull(misses.takeBehind(miss));
      if (!owner.divert(queuedAccess)) {
        owner.perform(queuedAccess, false);
      }
    }
  }
}
