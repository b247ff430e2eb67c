package dev.syncopate.memory.mechanism.promotion;

import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.protocol.ControllerOutcome;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The lines an L1 holds, and the accesses that wait for them, in order. Once a line is resumed its
 * accesses are offered again; until the last of them is taken, later ones wait behind. Those that
 * are left when the line is to be held again are <em>owed</em>: they come first, so that no number
 * of remote accesses can keep an access from being performed.
 */
final class LineHolds {
  private static final class Hold {
    private final long line;

    /** Promotions that hold it: on a machine with several GPUs two may, of different scopes. */
    private int holdCount;

    /** Of these, those of system scope. */
    private int heldBySystem;

    private int owed;
    private final ArrayDeque<LineAccess> waiting = new ArrayDeque<>();

    Hold(long line) {
      this.line = line;
    }
  }

  /** Few: one for each promotion in progress, at most. */
  private final List<Hold> holds = new ArrayList<>();

  boolean isEmpty() {
    return holds.isEmpty();
  }

  private @Nullable Hold find(long line) {
    for (Hold hold : holds) {
      if (hold.line == line) {
        return hold;
      }
    }
    return null;
  }

  private Hold make(long line) {
    Hold hold = find(line);
    if (hold == null) {
      hold = new Hold(line);
      holds.add(hold);
    }
    return hold;
  }

  /**
   * Whether a promotion of component scope has to wait: accesses wait for the line, which one of
   * system scope holds. Were it to hold the line as well, promotions of both scopes could relieve
   * one another forever; and only one of the two kinds may wait for the other.
   */
  boolean mustWait(long line) {
    Hold hold = find(line);
    return hold != null && hold.heldBySystem > 0 && !hold.waiting.isEmpty();
  }

  /**
   * Holds a line.
   *
   * @param system whether for a promotion of system scope on a machine with several GPUs
   */
  void hold(long line, boolean system) {
    Hold hold = make(line);
    hold.heldBySystem += system ? 1 : 0;
    if (hold.holdCount++ == 0) {
      hold.owed = hold.waiting.size();
    } // else nothing is owed before the other promotion is over, which must not wait for this one
  }

  /** Whether a line is held or accesses wait for it. */
  boolean contains(long line) {
    return find(line) != null;
  }

  /** Whether accesses wait for a line. */
  boolean waitedFor(long line) {
    Hold hold = find(line);
    return hold != null && !hold.waiting.isEmpty();
  }

  /** Whether accesses to a line are owed. */
  boolean owes(long line) {
    Hold hold = find(line);
    return hold != null && hold.owed > 0;
  }

  /**
   * Releases the hold that a promotion of a scope has on a line, if there is one. A home bank with
   * hints also notifies L1s that it has not asked, and the line may be held for the other scope.
   */
  void resume(long line, boolean system) {
    Hold hold = find(line);
    if (hold != null && (system ? hold.heldBySystem : hold.holdCount - hold.heldBySystem) > 0) {
      hold.heldBySystem -= system ? 1 : 0;
      hold.holdCount--;
    }
  }

  /** Lets an access wait if its line is held or others wait for it. */
  boolean park(LineAccess access) {
    Hold hold = find(access.line);
    if (hold == null) {
      return false;
    }
    hold.waiting.add(access);
    return true;
  }

  /** Offers what is owed or waits for lines that are not held, in order until one is refused. */
  void drain(Function<LineAccess, ControllerOutcome> offer) {
    for (int i = 0; i < holds.size(); i++) {
      Hold hold = holds.get(i);
      while (hold.holdCount > 0 ? hold.owed > 0 : !hold.waiting.isEmpty()) {
        LineAccess first = hold.waiting.remove();
        if (offer.apply(first).stalled()) {
          hold.waiting.addFirst(first);
          break;
        }
        hold.owed -= hold.owed > 0 ? 1 : 0;
      }
      if (hold.holdCount == 0 && hold.waiting.isEmpty()) {
        holds.remove(i--);
      }
    }
  }

  /**
   * As {@link dev.syncopate.memory.protocol.L1Controller#checkInvariants}.
   *
   * @param full whether there is no MSHR to be had: nothing else keeps an access of a line that is
   *     not held, or one that is owed
   */
  List<String> checkInvariants(boolean full) {
    List<String> wrong = new ArrayList<>();
    for (Hold hold : holds) {
      String name = "line 0x%x ".formatted(hold.line);
      if (hold.owed > hold.waiting.size()) {
        wrong.add(name + "owes " + hold.owed + " accesses, " + hold.waiting.size() + " wait");
      }
      if (hold.holdCount == 0 && hold.waiting.isEmpty()) {
        wrong.add(name + "is resumed, but no access waits for it");
      }
      if (!full && (hold.holdCount == 0 || hold.owed > 0)) {
        wrong.add(name + "has accesses that may go on, but are not scheduled");
      }
    }
    return wrong;
  }

  /** Whether a promotion holds a line. */
  boolean held(long line) {
    Hold hold = find(line);
    return hold != null && hold.holdCount > 0;
  }

  /** The lines that are held or wait for. */
  long[] lines() {
    return holds.stream().mapToLong(hold -> hold.line).toArray();
  }

  List<String> waiting() {
    return holds.stream()
        .map(hold ->
            "line 0x%x is %s, %d accesses wait for it"
                .formatted(
                    hold.line,
                    hold.holdCount > 0 ? "held for a remote access" : "resumed",
                    hold.waiting.size()))
        .toList();
  }
}
