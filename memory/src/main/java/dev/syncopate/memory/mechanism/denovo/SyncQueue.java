package dev.syncopate.memory.mechanism.denovo;

import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.cache.WordMask;
import dev.syncopate.memory.protocol.CompletionListener;

/**
 * Performs synchronising accesses that wait for words, lane by lane as these come, and says which
 * words they lack. An access of several words that must be one's own at once asks for all of them
 * in one message: the L2 sees all such messages in one order, so that no two of them wait for one
 * another.
 */
final class SyncQueue {
  private final CompletionListener listener;
  private final Words words;

  SyncQueue(CompletionListener listener, Words words) {
    this.listener = listener;
    this.words = words;
  }

  /**
   * Performs the lanes whose words are registered, and tells when none is left.
   *
   * @param before words of accesses that wait in front of it
   */
  void perform(Registration.Waiting each, int before) {
    int ready = words.registered(words.find(each.access.line)) & ~before;
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
    words.synchronise(part, used);
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
