package dev.syncopate.model.explore.transaction;

import dev.syncopate.memory.access.LocalMemoryUse;
import dev.syncopate.memory.transaction.TransactionUnit;
import dev.syncopate.model.litmus.LitmusInstruction;
import dev.syncopate.model.litmus.LitmusInstruction.Update;
import dev.syncopate.model.litmus.LitmusOperand;

/**
 * Effect of accesses on the words of a run: a lane that may performs its access, and the watch is
 * told what it has read and written.
 *
 * @param memory the bytes of all words, as the unit has them
 */
record WordAccess(WordMap words, TransactionUnit unit, byte[] memory, TransactionWatch watch) {

  static LocalMemoryUse use(LitmusInstruction instruction) {
    return switch (instruction) {
      case LitmusInstruction.Load _ -> LocalMemoryUse.READ;
      case LitmusInstruction.Store _ -> LocalMemoryUse.WRITE;
      default -> LocalMemoryUse.UPDATE;
    };
  }

  /** What memory holds of a location. */
  long held(int location) {
    long value = 0;
    for (int i = words.bytes() - 1; i >= 0; i--) {
      value = (value << Byte.SIZE) | (memory[words.offset(location) + i] & 0xff);
    }
    return words.extended(value);
  }

  /** The location that a lane accesses next. */
  int location(LaneState lane) {
    LitmusOperand operand =
        switch (lane.instruction()) {
          case LitmusInstruction.Load load -> load.address();
          case LitmusInstruction.Store store -> store.address();
          case LitmusInstruction.Atomic atomic -> atomic.address();
          default -> throw new IllegalStateException(lane.text() + " is no access");
        };
    long address = lane.value(operand);
    int location = words.at(address);
    if (location < 0) {
      throw new IllegalArgumentException(
          "%s: `%s`: %d holds no location's address"
              .formatted(lane.code.name(), lane.text(), address));
    }
    return location;
  }

  /**
   * A lane does the access that it may.
   *
   * @param number which of the lanes it is
   */
  void perform(LaneState lane, int number, StepLog log) {
    int location = location(lane);
    switch (lane.instruction()) {
      case LitmusInstruction.Load load ->
          lane.set(load.target(), read(lane, number, location, log));
      case LitmusInstruction.Store store ->
          write(lane, number, location, lane.value(store.value()));
      case LitmusInstruction.Atomic atomic -> {
        long old = read(lane, number, location, log);
        switch (atomic.update()) {
          case Update.Combine(var arithmetic, var value) ->
              write(lane, number, location, arithmetic.apply(old, lane.value(value)));
          case Update.Exchange(var value) -> write(lane, number, location, lane.value(value));
          case Update.CompareAndSwap(var expected, var replacement) -> {
            if (old == lane.value(expected)) {
              write(lane, number, location, lane.value(replacement));
            }
          }
        }
        if (atomic.target() != null) {
          lane.set(atomic.target(), old);
        }
      }
      default -> throw new IllegalStateException(lane.text() + " is no access");
    }
    lane.pc++;
  }

  private long read(LaneState lane, int number, int location, StepLog log) {
    LaneCode code = lane.code;
    long value =
        words.extended(unit.get(code.warp(), code.lane(), words.offset(location), words.bytes()));
    watch.read(number, location, value);
    log.reads(code.name(), words.shown(value));
    return value;
  }

  private void write(LaneState lane, int number, int location, long value) {
    LaneCode code = lane.code;
    int offset = words.offset(location);
    boolean _ = unit.put(code.warp(), code.lane(), offset, words.bytes(), words.cut(value));
    watch.write(number, location, value);
  }

  /** Each location has its first value. */
  void begin() {
    for (int i = 0; i < words.count(); i++) {
      boolean _ = unit.put(0, 0, words.offset(i), words.bytes(), words.cut(words.initial(i)));
    }
  }
}
