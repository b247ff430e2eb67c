package dev.syncopate.memory.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class StoreFifoTest {
  private final StoreFifo fifo = new StoreFifo(3);

  @Test
  void linesLeaveInTheOrderInWhichTheyCame() {
    for (int round = 0; round < 5; round++) {
      fifo.push(10);
      fifo.push(20);
      assertThat(fifo.pop()).isEqualTo(10);
      fifo.push(30);
      assertThat(fifo.pop()).isEqualTo(20);
      assertThat(fifo.pop()).isEqualTo(30);
      assertThat(fifo.isEmpty()).isTrue();
    }
  }

  @Test
  void itIsFullWithAsManyLinesAsItHasEntries() {
    fifo.push(1);
    fifo.push(2);
    assertThat(fifo.full()).isFalse();
    fifo.push(3);
    assertThat(fifo.full()).isTrue();
    assertThatThrownBy(() -> fifo.push(4)).hasMessage("sFIFO is full");
  }

  @Test
  void nothingCanBeTakenFromAnEmptyOne() {
    assertThatThrownBy(fifo::pop).hasMessage("sFIFO is empty");
  }

  @Test
  void aMarkerSeparatesTheEntriesBeforeFromThoseAfter() {
    fifo.push(1);
    fifo.push(2);
    long marker = fifo.marker();
    fifo.push(3);
    assertThat(fifo.holdsOlderThan(marker)).isTrue();
    fifo.pop();
    assertThat(fifo.holdsOlderThan(marker)).isTrue();
    fifo.pop();
    assertThat(fifo.holdsOlderThan(marker)).isFalse();
    assertThat(fifo.isEmpty()).isFalse();
  }

  @Test
  void aMarkerOfAnEmptyFifoHasNothingBeforeIt() {
    assertThat(fifo.holdsOlderThan(fifo.marker())).isFalse();
  }
}
