package dev.syncopate.memory.mechanism.phi;

import dev.syncopate.memory.access.AccessKind;
import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.Step;
import dev.syncopate.memory.cache.CacheArray;
import dev.syncopate.memory.cache.WordMask;
import dev.syncopate.memory.kit.l1.L1Cache;
import dev.syncopate.memory.kit.l1.L1Event;
import dev.syncopate.memory.kit.l1.L1Misses;
import dev.syncopate.memory.kit.l1.L1Parts;
import dev.syncopate.memory.kit.l1.L1Policy;
import dev.syncopate.memory.kit.update.UpdateKind;
import dev.syncopate.memory.kit.update.UpdateLines;
import dev.syncopate.memory.protocol.BasicStep;
import dev.syncopate.memory.protocol.ControllerOutcome;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Commutative updates in the lines of an L1, and what meets them there. */
final class PhiPolicy extends L1Policy {
  private static final int NONE = UpdateLines.NONE;

  private final PhiUpdates updates;
  private final L1Parts parts;
  private final PhiLines lines;
  private final L1Misses misses;
  private final PhiFetches fetches;
  private final boolean updatesFetch;
  private final boolean storesFetch;
  private @Nullable L1Cache cache;

  /** The line of the update that was refused last, until another is taken; and why. */
  private long refused;

  private @Nullable ControllerOutcome refusal;

  PhiPolicy(L1Parts parts, PhiLines lines, PhiUpdates updates, PhiSettings config) {
    this.parts = parts;
    this.lines = lines;
    this.updates = updates;
    misses = parts.misses();
    fetches = updates.fetches();
    updatesFetch = config.fetch() != PhiSettings.Fetch.LAZILY_ON_READ;
    storesFetch = fetches.onStores;
  }

  /** In whose lines. */
  void in(L1Cache l1Cache) {
    cache = l1Cache;
  }

  @Override
  protected boolean performs(Step step) {
    return step == PhiStep.UPDATE_AT_L1
        || (step == BasicStep.PERFORM_AT_L1 && (storesFetch || updates.lines.held() != 0));
  }

  @Override
  protected ControllerOutcome perform(LineAccess access, boolean mayStall) {
    if (access.parent.currentStep() == PhiStep.UPDATE_AT_L1) {
      return update(access, mayStall);
    }
    boolean store = access.parent.operation.kind() == AccessKind.STORE;
    // What has waited behind an atomic may not be refused, and finds most bytes that it brought.
    boolean asks = storesFetch && store && mayStall && fetches.lacks(access, frame(access), 0);
    int updateFrame = updates.lines.held() == 0 ? NONE : updates.lines.find(access.line);
    if (updateFrame == NONE || !meets(access, updateFrame)) {
      if (!asks) {
        return here(access, mayStall);
      }
      return fetches.refused(access.line)
          ? ControllerOutcome.STALLED_MSHRS
          : storeAndFetch(access, mayStall);
    }
    if (parts.writes().full()) {
      return ControllerOutcome.STALLED_WRITES;
    }
    if (misses.table.full() && (asks || !store)) {
      return ControllerOutcome.STALLED_MSHRS;
    }
    updates.counters.accessed++;
    updates.fire(PhiEvent.ACCESS, access.line, access);
    // Something has been done: it is refused no more.
    return asks ? storeAndFetch(access, false) : here(access, false);
  }

  /** Asks for the sectors in which an access finds neither data nor partial values. */
  private void fetch(LineAccess access, int words) {
    fetches.ask(
        access.line,
        fetches.lackingLow(access, frame(access), words),
        fetches.lackingHigh(access, frame(access), words));
  }

  /** Its sectors are asked for although it may write all their bytes: it knows of no masks. */
  private ControllerOutcome storeAndFetch(LineAccess access, boolean mayStall) {
    long low = fetches.lackingLow(access, frame(access), 0);
    long high = fetches.lackingHigh(access, frame(access), 0);
    ControllerOutcome stored = here(access, mayStall);
    if (stored == ControllerOutcome.DONE) {
      fetches.ask(access.line, low, high);
    }
    return stored;
  }

  private int frame(LineAccess access) {
    return lines.find(access.line);
  }

  private ControllerOutcome here(LineAccess access, boolean mayStall) {
    return Objects.requireNonNull(cache).performHere(access, mayStall);
  }

  /** Whether an access to be performed here needs a line's partial values gone. */
  private boolean meets(LineAccess access, int updateFrame) {
    return access.parent.operation.kind() != AccessKind.LOAD
        || (WordMask.touched(access.maskLow, access.maskHigh) & updates.lines.words(updateFrame))
            != 0;
  }

  /**
   * Takes an update in. What does not combine is performed at the L2, and so is what has waited
   * behind an atomic, which may not be refused: in their turn, as everything of a line.
   */
  private ControllerOutcome update(LineAccess access, boolean mayStall) {
    UpdateKind kind = UpdateKind.of(access.parent.operation);
    if (kind == null || access.parent.operation.resultUsed() || !mayStall) {
      ControllerOutcome forwarded = Objects.requireNonNull(cache).performAtL2(access, mayStall);
      updates.counters.bypassed += forwarded.stalled() ? 0 : 1;
      return forwarded;
    }
    int updateFrame = updates.lines.find(access.line);
    boolean clash = updateFrame != NONE && !updates.lines.combines(updateFrame, kind);
    int words = updateFrame == NONE || clash ? 0 : updates.lines.words(updateFrame);
    int frame = lines.find(access.line);
    refusal = refusal(access, frame, words, clash);
    if (refusal != null) {
      refused = access.line;
      return refusal;
    }
    if (clash) {
      updates.counters.clashes++;
      updates.fire(PhiEvent.CLASH, access.line, access);
    }
    updates.counters.misses += frame == CacheArray.NONE ? 1 : 0;
    lines.fire(frame, L1Event.UPDATE, access.line, access);
    if (updatesFetch) {
      fetch(access, words);
    }
    updates.counters.hits += updateFrame == NONE || clash ? 0 : 1;
    updates.fire(PhiEvent.UPDATE, access.line, access);
    return ControllerOutcome.DONE;
  }

  /** Why an update cannot be taken now, or null. */
  private @Nullable ControllerOutcome refusal(
      LineAccess access, int frame, int words, boolean clash) {
    if (parts.writes().full() && (clash || sends(access.line, frame))) {
      return ControllerOutcome.STALLED_WRITES;
    }
    boolean asks =
        updatesFetch
            && (clash ? misses.table.full() : fetches.refused(access.line))
            && fetches.lacks(access, frame, words);
    return asks ? ControllerOutcome.STALLED_MSHRS : null;
  }

  /** Whether taking an update into a frame, or into one to be found, sends what is there. */
  private boolean sends(long line, int frame) {
    if (frame != CacheArray.NONE) {
      return lines.array.dirty(frame);
    }
    int victim = lines.victim(line);
    return lines.array.live(victim)
        && (lines.array.dirty(victim) || updates.words(lines.array.line(victim)) != 0);
  }

  @Override
  protected void canonicalize(long shift) {
    updates.lines.canonicalize();
    refusal = null;
    refused = 0;
  }

  /** The update that waits in front of the cache and what for; null when none was refused last. */
  @Nullable String waiting() {
    if (refusal == null) {
      return null;
    }
    return "an update of line 0x%x is refused: %s; %d lines are in update mode"
        .formatted(
            refused,
            refusal == ControllerOutcome.STALLED_MSHRS
                ? "no MSHR is free to fetch it"
                : "what it displaces cannot be sent, too many writes are unanswered",
            updates.lines.held());
  }
}
