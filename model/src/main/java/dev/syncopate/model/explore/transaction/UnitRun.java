package dev.syncopate.model.explore.transaction;

import dev.syncopate.memory.access.LocalMemoryUse;
import dev.syncopate.memory.config.TxConfig;
import dev.syncopate.memory.transaction.BeginOutcome;
import dev.syncopate.memory.transaction.TransactionCounters;
import dev.syncopate.memory.transaction.TransactionTables;
import dev.syncopate.memory.transaction.TransactionUnit;
import dev.syncopate.memory.transaction.WavefrontState;
import dev.syncopate.memory.transaction.WorkGroup;
import dev.syncopate.model.litmus.LitmusInstruction;
import dev.syncopate.model.litmus.LitmusTest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongConsumer;

/**
 * A test on the transaction unit: its lanes, the memory, the unit, and who watches. One step after
 * the other.
 */
final class UnitRun {
  private final WordMap words;
  private final LaneState[] lanes;

  /** By warp and lane: which of the lanes it is. */
  private final int[][] places;

  /** Lanes of the widest warp. */
  private final int width;

  private final byte[] memory;
  private final TransactionUnit unit;
  private final TransactionWatch watch;
  private final WordAccess access;

  /** Warps that wait at {@code tx.begin} until they are let go, as bits. */
  private long heldWarps;

  UnitRun(LitmusTest test, UnitSetup setup) {
    TxConfig config = test.asksForFailure() ? setup.config() : setup.config().withoutFallback();
    words = new WordMap(test, setup.layout(), config);
    List<LaneCode> codes = Warps.codes(test, words);
    lanes = codes.stream().map(code -> new LaneState(code, words)).toArray(LaneState[]::new);
    places = Warps.places(codes);
    memory = new byte[words.size()];
    width = Arrays.stream(places).mapToInt(warp -> warp.length).max().orElse(1);
    TransactionCounters counters = new TransactionCounters();
    WorkGroup group = new WorkGroup(memory, 0, memory.length, words.banks, places.length, width);
    TransactionTables right = TransactionTables.of(config);
    TransactionTables tables = setup.mutant() == null ? right : setup.mutant().wrong(right);
    unit = new TransactionUnit(tables, group, counters, this::mayBegin, () -> 0);
    unit.check();
    watch = new TransactionWatch(words, codes.stream().map(LaneCode::name).toArray(String[]::new));
    access = new WordAccess(words, unit, memory, watch);
    access.begin();
    for (LaneState lane : lanes) {
      lane.run();
    }
  }

  private UnitRun(UnitRun original) {
    words = original.words;
    places = original.places;
    width = original.width;
    lanes = new LaneState[original.lanes.length];
    for (int i = 0; i < lanes.length; i++) {
      lanes[i] = original.lanes[i].copy();
    }
    memory = original.memory.clone();
    unit = original.unit.copy(memory, this::mayBegin);
    watch = original.watch.copy();
    access = new WordAccess(words, unit, memory, watch);
    heldWarps = original.heldWarps;
  }

  UnitRun copy() {
    return new UnitRun(this);
  }

  private void mayBegin(int warp) {
    heldWarps &= ~(1L << warp);
  }

  /** All that may happen next; nothing where all lanes have ended, or a lane waits forever. */
  List<LaneStep> steps() {
    return new NextSteps(lanes, places, unit, heldWarps).all();
  }

  /** The lanes of a step, each by its number in the test, as bits. */
  long lanes(LaneStep step) {
    long laneMask = 0;
    for (long rest = step.lanes(); rest != 0; rest &= rest - 1) {
      laneMask |= 1L << places[step.warp()][Long.numberOfTrailingZeros(rest)];
    }
    return laneMask;
  }

  boolean finished() {
    for (LaneState lane : lanes) {
      if (!lane.finished()) {
        return false;
      }
    }
    return true;
  }

  // ---- steps ----

  /** Does what is next. Returns whether a lane made progress that other lanes cannot undo. */
  boolean apply(LaneStep step, StepLog log) {
    int warp = step.warp();
    watch.step(lanes(step));
    log.lanes(step, this);
    boolean gotOn =
        switch (step.kind()) {
          case BEGIN, NESTED_BEGIN -> begin(step, log);
          case COMMIT -> commit(step);
          case LOAD, STORE, ATOMIC -> access(step, log);
          case PLAIN_LOAD, PLAIN_STORE, PLAIN_ATOMIC -> {
            access(step, log);
            yield true;
          }
          case BARRIER -> {
            at(step, Long.numberOfTrailingZeros(step.lanes())).waits = true;
            yield true;
          }
          case STOP -> {
            unit.stopped(warp, step.lanes());
            yield false;
          }
        };
    rolledBack(log);
    restart(warp, log);
    rolledBack(log); // by a warp that has taken the block for itself
    for (int location = 0; location < words.count(); location++) {
      watch.holds(location, access.held(location));
    }
    goOn();
    return gotOn;
  }

  private LaneState at(LaneStep step, int lane) {
    return lanes[places[step.warp()][lane]];
  }

  private boolean begin(LaneStep step, StepLog log) {
    BeginOutcome beginning = unit.begin(step.warp(), step.lanes());
    if (beginning == BeginOutcome.HELD) {
      heldWarps |= 1L << step.warp();
      log.add("waits: another warp has the block to itself");
      return false;
    }
    if (beginning == BeginOutcome.OCCUPIED) {
      throw new IllegalStateException("other lanes of the warp are in a transaction");
    }
    for (long rest = step.lanes(); rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      LaneState state = at(step, lane);
      if (beginning == BeginOutcome.BEGUN) {
        state.keep();
      }
      if (beginning == BeginOutcome.BEGUN || beginning == BeginOutcome.RETRIED) {
        watch.begin(places[step.warp()][lane]);
      }
      state.notified = (unit.told(step.warp()) >>> lane & 1) != 0;
      state.pc++;
    }
    if (beginning == BeginOutcome.RETRIED) {
      log.add("tries again");
    } else if (beginning == BeginOutcome.GIVEN_UP) {
      log.add("given up, goes on outside of transactions");
    }
    return false;
  }

  private boolean commit(LaneStep step) {
    long givenUp = unit.outside(step.warp());
    long ending = unit.commit(step.warp(), step.lanes());
    for (long rest = step.lanes(); rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      LaneState state = at(step, lane);
      state.pc++;
      if ((ending >>> lane & 1) != 0) {
        state.committed = true;
        state.notified = false;
        if ((givenUp >>> lane & 1) == 0) {
          watch.commit(places[step.warp()][lane]);
        }
      }
    }
    return ending != 0;
  }

  private boolean access(LaneStep step, StepLog log) {
    long[] addresses = new long[Long.SIZE];
    LocalMemoryUse use = LocalMemoryUse.READ;
    for (long rest = step.lanes(); rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      addresses[lane] = words.offset(access.location(at(step, lane)));
      use = WordAccess.use(at(step, lane).instruction());
    }
    long may = unit.access(step.warp(), step.lanes(), addresses, words.bytes(), use);
    for (long rest = may; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      access.perform(at(step, lane), places[step.warp()][lane], log);
    }
    long failed = step.lanes() & ~may;
    for (long rest = failed; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      int rival = unit.rival(step.warp(), lane);
      log.conflict(at(step, lane).code.name(), rival < 0 ? "" : rival(rival));
    }
    return false;
  }

  private String rival(int item) {
    return lanes[places[item / width][item % width]].code.name();
  }

  /** Notices whose attempts the unit has ended. */
  private void rolledBack(StepLog log) {
    for (int warp = 0; warp < places.length; warp++) {
      for (int lane = 0; lane < places[warp].length; lane++) {
        boolean wasInside = (watch.inside() >>> places[warp][lane] & 1) != 0;
        if (wasInside && (unit.running(warp) >>> lane & 1) == 0) {
          watch.rolledBack(places[warp][lane]);
          log.rolledBack(lanes[places[warp][lane]].code.name());
        }
      }
    }
  }

  /** Those of a warp whose attempt is over go back, or on. */
  private void restart(int warp, StepLog log) {
    long restarted = unit.restart(warp);
    for (long rest = restarted; rest != 0; rest &= rest - 1) {
      LaneState lane = lanes[places[warp][Long.numberOfTrailingZeros(rest)]];
      if (lane.committed) {
        watch.found(lane.code.name() + " has committed, and is sent back to tx.begin");
      }
      lane.goBack();
      log.goesBack(lane.code.name());
    }
    if (unit.state(warp) == WavefrontState.OUTSIDE) {
      for (int place : places[warp]) {
        lanes[place].forget();
      }
    }
  }

  /** Runs every lane that may go on, up to its next step that other lanes may notice. */
  private void goOn() {
    for (LaneState lane : lanes) {
      if (!lane.committed && !lane.waits) {
        lane.run();
      }
    }
    LitmusInstruction barrier = null;
    for (LaneState lane : lanes) {
      if (lane.finished()) {
        continue;
      }
      if (!lane.waits || (barrier != null && !barrier.equals(lane.instruction()))) {
        return;
      }
      barrier = lane.instruction();
    }
    for (LaneState lane : lanes) {
      if (lane.waits) {
        lane.waits = false;
        lane.pc++;
        lane.run();
      }
    }
  }

  // ---- what it is ----

  /** What is wrong, as the watch sees it; empty for nothing. */
  String fault() {
    return watch.fault();
  }

  /** The watch has told what it found. */
  void unwatched() {
    watch.finish();
  }

  String name(int warp, int lane) {
    return lanes[places[warp][lane]].code.name();
  }

  String text(int warp, int lane) {
    LaneState state = lanes[places[warp][lane]];
    return state.finished() ? "" : state.text();
  }

  /** Registers, locations, and behind {@code &} their addresses. */
  Map<String, Long> values() {
    Map<String, Long> values = new TreeMap<>();
    for (LaneState lane : lanes) {
      for (int i = 0; i < lane.code.registers().size(); i++) {
        values.put(lane.code.name() + ":" + lane.code.registers().get(i), lane.register(i));
      }
    }
    for (int location = 0; location < words.count(); location++) {
      values.put(words.names().get(location), access.held(location));
    }
    words.addresses().forEach((name, address) -> values.put("&" + name, address));
    return values;
  }

  /** Who has not ended, and where each is. */
  List<String> waiting() {
    List<String> waiting = new ArrayList<>();
    for (LaneState lane : lanes) {
      if (!lane.finished()) {
        waiting.add("%s %s".formatted(lane.code.name(), where(lane)));
      }
    }
    return waiting;
  }

  private String where(LaneState lane) {
    int warp = lane.code.warp();
    long bit = 1L << lane.code.lane();
    if (lane.waits) {
      return "at a barrier that others have not come to";
    } else if (lane.committed) {
      return "has committed, for lanes of its warp that have not";
    } else if ((unit.running(warp) & bit) != 0) {
      return "in an attempt, at `%s`".formatted(lane.text());
    } else if ((unit.outside(warp) & bit) != 0) {
      return "given up, at `%s`".formatted(lane.text());
    } else if ((heldWarps >>> warp & 1) != 0) {
      return "at `tx.begin`, for a warp that has the block to itself";
    } else if ((unit.pending(warp) & bit) != 0) {
      return "rolled back, for its next attempt";
    }
    return "at `%s`".formatted(lane.text());
  }

  /** The number of lanes of the test. */
  int lanes() {
    return lanes.length;
  }

  int warps() {
    return places.length;
  }

  /** Everything that decides what may happen next, and what is found then. */
  void write(LongConsumer sink) {
    for (LaneState lane : lanes) {
      lane.write(sink);
    }
    sink.accept(heldWarps);
    unit.write(sink);
    watch.write(sink);
  }
}
