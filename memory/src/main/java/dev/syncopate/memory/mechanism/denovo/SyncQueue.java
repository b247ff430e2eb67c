package dev.syncopate.memory.mechanism.denovo;

import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.cache.WordMask;
import dev.syncopate.memory.protocol.CompletionListener;

/**
 * Queue of synchronising accesses that wait for words. It performs them lane by lane as words
 * arrive and reports the missing words. An access that needs several words at once requests all of
 * them in one message. The L2 orders these messages totally, so that no two such accesses wait for
 * one another.
 */
final class SyncQueue {
  private final CompletionListener listener;
  private final L1Words words;

  SyncQueue(CompletionListener listener, L1Words words) {
    this.listener = listener;
    this.words = words;
  }

  /**
   * Performs the lanes whose words are registered, and tells when none is left.
   *
   * @param earlierWords words of accesses that wait in front of it
   */
  void perform(Registration.Waiting waiter, int earlierWords) {
    int ready = words.registered(words.find(waiter.access.line)) & ~earlierWords;
    long lanes = 0;
    int used = 0;
    for (long remaining = waiter.lanes; remaining != 0; remaining &= remaining - 1) {
      int needed = of(waiter.access, Long.numberOfTrailingZeros(remaining));
      if ((needed & ~ready) == 0) {
        lanes |= Long.lowestOneBit(remaining);
        used |= needed;
      }
    }
    if (lanes == 0) {
      return;
    }
    LineAccess access = waiter.access;
    LineAccess part =
        lanes == access.lanes
            ? access
            : new LineAccess(
                access.parent, access.line, lanes, WordMask.low(used), WordMask.high(used));
    words.synchronise(part, used);
    waiter.lanes &= ~lanes;
    if (waiter.lanes == 0) {
      listener.performed(access);
    }
  }

  /** The words that the lanes of an access that are left need. */
  static int of(Registration.Waiting waiter) {
    int wordMask = 0;
    for (long remaining = waiter.lanes; remaining != 0; remaining &= remaining - 1) {
      wordMask |= of(waiter.access, Long.numberOfTrailingZeros(remaining));
    }
    return wordMask;
  }

  private static int of(LineAccess access, int lane) {
    MemoryOperation operation = access.parent.operation;
    int firstByte = (int) (access.parent.address[lane] - access.line);
    int lastByte = firstByte + operation.type().bytes() * operation.elements() - 1;
    return (2 << (lastByte / WordMask.BYTES)) - (1 << (firstByte / WordMask.BYTES));
  }

  /** The words to ask for now; what must come together and is here in part is given back first. */
  int lacking(Registration registration) {
    int lacking = 0;
    for (Registration.Waiting waiter : registration.waiting) {
      if (!waiter.sync) {
        continue;
      }
      for (long remaining = waiter.lanes; remaining != 0; remaining &= remaining - 1) {
        int needed = of(waiter.access, Long.numberOfTrailingZeros(remaining));
        int owned = words.registered(words.find(registration.line)) & needed;
        if (owned == needed) {
          continue; // its turn has not come
        }
        if (Integer.bitCount(needed) == 1) {
          lacking |= needed;
        } else if ((needed & registration.requestedWords) == 0) {
          words.giveBack(registration, owned);
          lacking |= needed;
        }
      }
    }
    return lacking & ~registration.requestedWords;
  }
}
