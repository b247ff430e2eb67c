package dev.syncopate.memory.mechanism.phi;

import dev.syncopate.memory.access.Step;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.cache.CacheArray;
import dev.syncopate.memory.cache.WordMask;
import dev.syncopate.memory.kit.l1.L1Cache;
import dev.syncopate.memory.kit.l1.L1Parts;
import dev.syncopate.memory.kit.update.UpdateLines;
import dev.syncopate.memory.protocol.ControllerOutcome;
import dev.syncopate.memory.protocol.TransitionCount;
import dev.syncopate.memory.protocol.decorator.L1Decorator;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** An L1 with lines in update mode. */
final class PhiL1 extends L1Decorator {
  private final PhiPolicy policy;
  private final PhiUpdates updates;
  private final PhiLines lines;
  private final L1Parts parts;

  /** Whether the flush in progress has found a line. */
  private boolean flushing;

  PhiL1(L1Cache cache, L1Parts parts, PhiLines lines, PhiUpdates updates, PhiPolicy policy) {
    super(cache);
    this.parts = parts;
    this.lines = lines;
    this.updates = updates;
    this.policy = policy;
    policy.in(cache);
  }

  @Override
  public ControllerOutcome step(Step step, WarpAccess access) {
    return step == PhiStep.FLUSH_UPDATES ? flush() : super.step(step, access);
  }

  /** One line a cycle; an update that comes behind the flush is not offered before it is over. */
  private ControllerOutcome flush() {
    int updateFrame = updates.lines.next();
    if (updateFrame == UpdateLines.NONE) {
      return ControllerOutcome.DONE;
    }
    if (parts.writes().full()) {
      return ControllerOutcome.STALLED_WRITES;
    }
    long line = updates.lines.line(updateFrame);
    updates.fire(PhiEvent.FLUSH, line, null);
    lines.giveUp(line);
    updates.counters.flushes += flushing ? 0 : 1;
    updates.counters.flushedLines++;
    flushing = updates.goesOn();
    return flushing ? ControllerOutcome.AGAIN : ControllerOutcome.DONE;
  }

  @Override
  public List<Object> counters() {
    List<Object> allCounters = new ArrayList<>(super.counters());
    allCounters.add(updates.counters);
    return allCounters;
  }

  @Override
  public List<TransitionCount> transitions() {
    return Stream.concat(super.transitions().stream(), updates.machine.pairs().stream()).toList();
  }

  @Override
  public void check() {
    super.check();
    updates.machine.check();
  }

  @Override
  public List<String> checkInvariants() {
    List<String> wrong = new ArrayList<>(super.checkInvariants());
    wrong.addAll(updates.lines.checkInvariants());
    int framed = 0;
    CacheArray array = lines.array;
    for (int frame = 0; frame < array.frames(); frame++) {
      int words = array.live(frame) ? updates.words(array.line(frame)) : 0;
      if (words == 0) {
        continue;
      }
      framed++;
      String name = "line 0x%x in update mode".formatted(array.line(frame));
      if (array.dirty(frame)) {
        wrong.add(name + " is dirty");
      }
      if ((WordMask.low(words) & array.validLow(frame)) != 0
          || (WordMask.high(words) & array.validHigh(frame)) != 0) {
        wrong.add(name + " has a word that is data as well");
      }
    }
    if (framed != updates.lines.held()) {
      wrong.add(
          "%d lines hold partial values, %d of them have a frame"
              .formatted(updates.lines.held(), framed));
    }
    return wrong;
  }

  @Override
  public List<String> waiting() {
    List<String> descriptions = new ArrayList<>(super.waiting());
    String refused = policy.waiting();
    if (refused != null) {
      descriptions.add(refused);
    }
    return descriptions;
  }
}
