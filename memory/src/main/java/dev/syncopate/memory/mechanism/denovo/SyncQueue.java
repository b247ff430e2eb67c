package dev.syncopate.memory.mechanism.denovo;

import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.cache.Lanes;
import dev.syncopate.memory.cache.WordMask;
import dev.syncopate.memory.mechanism.denovo.WordTable.WordEvent;
import dev.syncopate.memory.protocol.CompletionListener;
import dev.syncopate.memory.protocol.L1Counters;
import dev.syncopate.memory.protocol.L1Environment;

/**
 * Performs synchronising accesses that wait for words, lane by lane as these come, and says which
 * words they lack. An access of several words that must be one's own at once asks for all of them
 * in one message: the L2 sees all such messages in one order, so that no two of them wait for one
 * another.
 */
class SyncQueue {
  private final L1Environment environment;
  private final CompletionListener listener;
  private final L1Counters counters;
  private final Words words;

  SyncQueue(
      L1Environment environment, CompletionListener listener, L1Counters counters, Words words) {
    this.environment = environment;
    this.listener = listener;
    this.counters = counters;
    this.words = words;
  }

  /** Performs an access all of whose words are registered. */
  void perform(LineAccess access, int frame) {
    byte[] data = words.data();
    int base = words.base(frame);
    words.array.touch(frame);
    boolean changed = false;
    switch (access.parent.operation.kind()) {
      case LOAD -> Lanes.load(access, data, base);
      case STORE -> changed = Lanes.store(access, data, base);
      case ATOMIC -> {
        changed = Lanes.atomic(access, data, base).changed();
        counters.atomics++;
      }
      case FENCE -> throw words.illegal("any", "FENCE", access.line);
    }
    if (changed) {
      environment.wordChanged();
    }
  }

  /**
   * Performs the lanes whose words are registered, and tells when none is left.
   *
   * @param before words of accesses that wait in front of it
   */
  void perform(Registration.Waiting each, int frame, int before, Registration at) {
    int ready = words.registered(frame) & ~before;
    long lanes = 0;
    int used = 0;
    for (long left = each.lanes; left != 0; left &= left - 1) {
      int needed = of(each.access, Long.numberOfTrailingZeros(left));
      if ((needed & ~ready) == 0) {
        lanes |= Long.lowestOneBit(left);
        used |= needed;
      }
    }
    if (lanes == 0) {
      return;
    }
    LineAccess access = each.access;
    LineAccess part =
        lanes == access.lanes
            ? access
            : new LineAccess(
                access.parent, access.line, lanes, WordMask.low(used), WordMask.high(used));
    words.record(WordEvent.SYNC, access.line, frame, at, used);
    perform(part, frame);
    each.lanes &= ~lanes;
    if (each.lanes == 0) {
      listener.performed(access);
    }
  }

  /** The words that the lanes of an access that are left need. */
  static int of(Registration.Waiting each) {
    int all = 0;
    for (long left = each.lanes; left != 0; left &= left - 1) {
      all |= of(each.access, Long.numberOfTrailingZeros(left));
    }
    return all;
  }

  private static int of(LineAccess access, int lane) {
    MemoryOperation operation = access.parent.operation;
    int from = (int) (access.parent.address[lane] - access.line);
    int to = from + operation.type().bytes() * operation.elements() - 1;
    return (2 << (to / WordMask.BYTES)) - (1 << (from / WordMask.BYTES));
  }

  /** The words to ask for now; what must come together and is here in part is given back first. */
  int lacking(Registration at) {
    int lacking = 0;
    for (Registration.Waiting each : at.waiting) {
      if (!each.sync) {
        continue;
      }
      for (long left = each.lanes; left != 0; left &= left - 1) {
        int needed = of(each.access, Long.numberOfTrailingZeros(left));
        int owned = words.registered(words.find(at.line)) & needed;
        if (owned == needed) {
          continue; // its turn has not come
        }
        if (Integer.bitCount(needed) == 1) {
          lacking |= needed;
        } else if ((needed & at.asked) == 0) {
          words.giveBack(at, owned);
          lacking |= needed;
        }
      }
    }
    return lacking & ~at.asked;
  }
}
