package dev.syncopate.memory.mechanism.denovo;

import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.cache.LaneBytes;
import dev.syncopate.memory.cache.LineBytes;
import dev.syncopate.memory.cache.MissTable;
import dev.syncopate.memory.cache.WordMask;
import dev.syncopate.memory.config.L1Config;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.kit.LineMessage;
import dev.syncopate.memory.kit.WaitingAccess;
import dev.syncopate.memory.kit.l1.L1Misses;
import dev.syncopate.memory.mechanism.denovo.message.DenovoMessage;
import dev.syncopate.memory.protocol.CompletionListener;
import dev.syncopate.memory.protocol.ControllerOutcome;
import dev.syncopate.memory.protocol.L1Counters;
import dev.syncopate.memory.protocol.L1Environment;
import dev.syncopate.memory.protocol.TransitionCount;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Loads that wait for words that the L1 has neither valid nor registered. The L2 answers for those
 * that it has, their owners for the others; each needed word comes once.
 */
final class WaitingLoads {
  private static final int NONE = MissTable.NONE;

  private final L1Config config;
  private final L1Environment environment;
  private final CompletionListener listener;
  private final L1Counters counters;
  private final L1Misses misses;

  private final boolean readOnlyRegion;

  /** By MSHR: words of its line that it has asked for as read-only, and may keep over acquires. */
  private final int[] readOnly;

  /** Lines on which a load that waited needs an MSHR. */
  private final List<Long> stuck = new ArrayList<>();

  WaitingLoads(
      MemoryConfig machine,
      L1Environment environment,
      CompletionListener listener,
      L1Counters counters) {
    this.listener = listener;
    config = machine.l1();
    readOnlyRegion = machine.settings(DenovoSettings.class).readOnlyRegion();
    readOnly = new int[config.mshrs()];
    this.environment = environment;
    this.counters = counters;
    misses = L1Misses.ofLoads(environment.node(), config, environment.clock());
  }

  /** Whether there is room for a load of a line to wait: if not, the stall. */
  ControllerOutcome room(long line) {
    int miss = misses.table.find(line);
    if (miss == NONE && misses.table.full()) {
      return ControllerOutcome.STALLED_MSHRS;
    }
    return miss != NONE && misses.crowded(miss)
        ? ControllerOutcome.STALLED_TARGETS
        : ControllerOutcome.DONE;
  }

  /**
   * Lets a load wait for words.
   *
   * @param presentWords words that are not to be taken along: they are here, or come otherwise
   */
  void miss(LineAccess access, int lacking, int presentWords) {
    int miss = misses.table.find(access.line);
    if (miss == NONE) {
      miss = misses.allocate(access.line);
      readOnly[miss] = 0;
    }
    ask(miss, access, lacking, presentWords);
    misses.park(miss, access);
  }

  private void ask(int miss, LineAccess access, int lacking, int presentWords) {
    long line = access.line;
    int requestedWords = WordMask.touched(misses.askedLow(miss), misses.askedHigh(miss));
    int needed = lacking & ~requestedWords;
    if (needed == 0) {
      counters.mergedMisses++;
      return;
    }
    long low = WordMask.low(needed);
    long high = WordMask.high(needed);
    int sectors =
        WordMask.touched(
            LineBytes.sectorsLow(low, high, config.sector()),
            LineBytes.sectorsHigh(low, high, config.sector()));
    if (readOnlyRegion && access.parent.operation.nonCoherent()) {
      readOnly[miss] |= needed;
    }
    misses.ask(miss, low, high, Integer.bitCount(needed));
    environment.send(
        environment.home(line),
        new DenovoMessage(
            LineMessage.READ,
            line,
            environment.node(),
            (sectors & ~(requestedWords | presentWords)) | needed,
            needed,
            miss));
  }

  /** A load that waited on a line needs an MSHR and has got none. */
  void stuck(long line) {
    if (!stuck.contains(line)) {
      stuck.add(line);
    }
  }

  /** Those lines; they are tried again. */
  List<Long> takeStuck() {
    if (stuck.isEmpty()) {
      return List.of();
    }
    List<Long> lines = List.copyOf(stuck);
    stuck.clear();
    return lines;
  }

  /** Words have come; false when they were not asked for. */
  boolean arrive(DenovoMessage fill) {
    return misses.arrive(fill.tag, fill.line, Integer.bitCount(fill.needed));
  }

  /** The words that an MSHR has asked for as read-only. */
  int readOnly(int miss) {
    return readOnly[miss];
  }

  /** The words of an MSHR's line that may be kept when they come. */
  int kept(int miss) {
    return misses.attached(miss) ? -1 : readOnly[miss];
  }

  /** Gives the loads that wait the words that have come. */
  void serve(DenovoMessage fill) {
    int miss = fill.tag;
    LineAccess load = misses.takeLoads(miss);
    while (load != null) {
      LineAccess following = load.next;
      load.next = null;
      WaitingAccess.collect(load, config.line(), fill);
      if (WaitingAccess.complete(load)) {
        LaneBytes.load(load, WaitingAccess.bytes(load), 0);
        listener.performed(load);
      } else {
        misses.keep(miss, load);
      }
      load = following;
    }
    misses.releaseIfDone(miss);
  }

  /** A word of a line has left: what was asked for before must not be kept. */
  void detach(long line) {
    for (int miss = 0; readOnlyRegion && miss < readOnly.length; miss++) {
      if (misses.table.inUse(miss) && misses.table.line(miss) == line) {
        readOnly[miss] = 0;
      }
    }
    misses.detach(line);
  }

  /**
   * Every word that is not registered has been invalidated.
   *
   * @param dropReadOnly whether those read as read-only, too
   */
  void detachAll(boolean dropReadOnly) {
    if (dropReadOnly) {
      Arrays.fill(readOnly, 0);
    }
    misses.detachAll();
  }

  boolean idle() {
    return misses.table.used() == 0;
  }

  List<TransitionCount> transitions() {
    return misses.machine.pairs();
  }

  void check() {
    misses.machine.check();
  }

  void canonicalize() {
    for (int miss = 0; miss < readOnly.length; miss++) {
      readOnly[miss] &= misses.table.inUse(miss) ? -1 : 0;
    }
    misses.canonicalize();
  }

  List<String> checkInvariants() {
    return misses.checkInvariants();
  }

  List<String> waiting() {
    return misses.waiting();
  }
}
