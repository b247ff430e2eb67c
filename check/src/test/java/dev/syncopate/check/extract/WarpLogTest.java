package dev.syncopate.check.extract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.access.AtomicOp;
import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Loops that poll are kept as one round, and nothing else is left out. */
class WarpLogTest {
  private static final MemoryOperation LOAD =
      MemoryOperation.load(DataType.U32).with(Order.ACQUIRE, Scope.GPU);
  private static final MemoryOperation CAS =
      MemoryOperation.atomic(AtomicOp.CAS, DataType.U32).with(Order.RELAXED, Scope.GPU);
  private static final MemoryOperation STORE =
      MemoryOperation.store(DataType.U32).with(Order.RELEASE, Scope.GPU);
  private static final MemoryOperation FENCE = MemoryOperation.fence(Order.SC, Scope.GPU);

  private final History history = new History();
  private final WarpLog log = new WarpLog(0, 0, 0, 0);

  private static LaneValues value(long value) {
    return LaneValues.of(1, new long[] {value}, 0, 0);
  }

  private WarpEvent add(int pc, MemoryOperation operation, long address, long... operands) {
    LaneValues[] values = new LaneValues[operands.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = value(operands[i]);
    }
    boolean fence = operation.equals(FENCE);
    LaneValues laneAddresses = fence ? null : value(address);
    WarpEvent event =
        new WarpEvent(log, history.next(), pc, 1, operation, false, laneAddresses, values);
    history.synchronises(event);
    return event;
  }

  private void reads(
      int pc, MemoryOperation operation, long address, long value, long... operands) {
    add(pc, operation, address, operands).results = new LaneValues[] {value(value)};
  }

  private List<Integer> kept() {
    return log.synchronising.stream().map(event -> event.pc).toList();
  }

  @Test
  void aLoopIsKeptAsItsLastRounds() {
    for (int i = 0; i < 100; i++) {
      reads(5, LOAD, 64, 0);
    }
    reads(5, LOAD, 64, 1);
    add(6, STORE, 128, 7);
    assertThat(kept()).containsExactly(5, 5, 6);
    assertThat(log.synchronising.stream().skip(1).findFirst().orElseThrow().results[0].of(0))
        .isEqualTo(1);
  }

  @Test
  void aLoopWithAFenceAndAFailingAttemptIsKeptAsOneRound() {
    for (int i = 0; i < 50; i++) {
      reads(5, LOAD, 64, 1);
      add(6, FENCE, 0);
      reads(7, CAS, 64, 1, 0, 1);
    }
    reads(7, CAS, 64, 0, 0, 1);
    add(8, STORE, 128, 7);
    assertThat(kept()).hasSizeLessThanOrEqualTo(6).endsWith(7, 8);
  }

  @Test
  void whatIsWrittenBetweenIsKept() {
    for (int i = 0; i < 3; i++) {
      reads(5, LOAD, 64, 0);
      add(6, STORE, 128, i);
    }
    assertThat(kept()).containsExactly(5, 6, 5, 6, 5, 6);
  }

  @Test
  void anAttemptThatSucceedsIsNoRound() {
    for (int i = 0; i < 3; i++) {
      reads(7, CAS, 64, 0, 0, 1);
    }
    add(8, STORE, 128, 7);
    assertThat(kept()).containsExactly(7, 7, 7, 8);
  }

  @Test
  void anAccessIsFoundByItsInstructionLaneAndAnyOfItsBytes() {
    WarpEvent store = add(6, STORE, 128, 7);
    assertThat(log.access(6, 0, false, 131)).isSameAs(store);
    assertThat(log.access(6, 0, false, 132)).isNull();
    assertThat(log.access(6, 1, false, 128)).isNull();
    assertThat(log.access(5, 0, false, 128)).isNull();
    assertThat(log.access(6, 0, true, 128)).isNull();
  }
}
