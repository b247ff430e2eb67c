package dev.syncopate.memory.mechanism.denovo;

import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.cache.Lanes;
import dev.syncopate.memory.cache.LineBytes;
import dev.syncopate.memory.cache.MissTable;
import dev.syncopate.memory.cache.WordMask;
import dev.syncopate.memory.config.L1Config;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.kit.LineMessage;
import dev.syncopate.memory.kit.WaitingAccess;
import dev.syncopate.memory.kit.l1.L1Misses;
import dev.syncopate.memory.mechanism.denovo.WordTable.WordEvent;
import dev.syncopate.memory.mechanism.denovo.message.DenovoMessage;
import dev.syncopate.memory.protocol.CompletionListener;
import dev.syncopate.memory.protocol.L1Counters;
import dev.syncopate.memory.protocol.L1Environment;
import dev.syncopate.memory.protocol.Outcome;
import dev.syncopate.memory.protocol.Transitions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Loads that wait for words that the L1 has neither valid nor registered. The L2 answers for those
 * that it has, their owners for the others; each needed word comes once.
 */
class Reads {
  private static final int NONE = MissTable.NONE;

  private final L1Config config;
  private final L1Environment environment;
  private final CompletionListener listener;
  private final L1Counters counters;
  private final Words words;
  private final L1Misses misses;

  private final boolean readOnlyRegion;

  /** By MSHR: words of its line that it has asked for as read-only, and may keep over acquires. */
  private final int[] readOnly;

  /** Lines on which a load that waited needs an MSHR. */
  private final List<Long> stuck = new ArrayList<>();

  Reads(
      MemoryConfig machine,
      L1Environment environment,
      CompletionListener listener,
      L1Counters counters,
      Words words) {
    this.listener = listener;
    config = machine.l1();
    readOnlyRegion = machine.denovo().readOnlyRegion();
    readOnly = new int[config.mshrs()];
    this.environment = environment;
    this.counters = counters;
    this.words = words;
    misses = L1Misses.ofLoads(environment.node(), config, environment.clock());
  }

  /** Lets a load wait for what it lacks, or refuses it. */
  Outcome miss(LineAccess access, int frame, @Nullable Registration at) {
    int miss = misses.table.find(access.line);
    if (miss == NONE && misses.table.full()) {
      return Outcome.STALLED_MSHRS;
    }
    if (miss != NONE && misses.crowded(miss)) {
      return Outcome.STALLED_TARGETS;
    }
    counters.loads++;
    counters.misses++;
    int lacking = words.lacking(access, frame, at);
    words.record(WordEvent.LOAD_MISS, access.line, frame, at, lacking);
    words.collect(access, frame, at);
    if (miss == NONE) {
      miss = misses.allocate(access.line);
      readOnly[miss] = 0;
    }
    ask(miss, access, lacking, frame, at);
    misses.park(miss, access);
    return Outcome.DONE;
  }

  private void ask(int miss, LineAccess access, int lacking, int frame, @Nullable Registration at) {
    long line = access.line;
    int needed = lacking & ~WordMask.touched(misses.askedLow(miss), misses.askedHigh(miss));
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
    int elsewhere =
        WordMask.touched(misses.askedLow(miss), misses.askedHigh(miss))
            | words.valid(frame)
            | (at == null ? 0 : at.asked | at.stored());
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
            (sectors & ~elsewhere) | needed,
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

  /** Words have come. */
  void fill(DenovoMessage fill) {
    int miss = fill.tag;
    if (!misses.arrive(miss, fill.line, Integer.bitCount(fill.needed))) {
      throw words.illegal(fill);
    }
    counters.fills++;
    if (misses.attached(miss)) {
      words.install(fill, -1, readOnly[miss]);
    } else if (readOnly[miss] != 0) {
      words.install(fill, readOnly[miss], readOnly[miss]);
    } else {
      counters.droppedFills++;
    }
    LineAccess load = misses.takeLoads(miss);
    while (load != null) {
      LineAccess following = load.next;
      load.next = null;
      WaitingAccess.collect(
          load, config.line(), fill.data(), -fill.first(), fill.maskLow, fill.maskHigh);
      if (WaitingAccess.complete(load)) {
        Lanes.load(load, WaitingAccess.bytes(load), 0);
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
   * @param all whether those read as read-only, too
   */
  void detachAll(boolean all) {
    if (all) {
      Arrays.fill(readOnly, 0);
    }
    misses.detachAll();
  }

  boolean idle() {
    return misses.table.used() == 0;
  }

  List<Transitions.Pair> transitions() {
    return misses.transitions.pairs();
  }

  void check() {
    misses.transitions.check();
  }

  void settle() {
    misses.transitions.settle(entry -> misses.state((int) entry));
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
