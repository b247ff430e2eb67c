package dev.syncopate.memory.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class BoundedStoreFifoTest {
  private final NumberedStoreFifo fifo = new BoundedStoreFifo(3);

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

  @Test
  void theNewestEntryIsKnownByItsLineAndTheOldestByItsNumber() {
    NumberedStoreFifo fifo = new BoundedStoreFifo(2);
    assertThat(fifo.newestIs(0)).as("empty").isFalse();
    assertThat(fifo.oldest()).as("the next to come").isEqualTo(fifo.marker());
    fifo.push(0x100);
    long first = fifo.marker() - 1;
    assertThat(fifo.oldest()).isEqualTo(first);
    assertThat(fifo.newestIs(0x100)).isTrue();
    fifo.push(0x200);
    assertThat(fifo.newestIs(0x200)).isTrue();
    assertThat(fifo.newestIs(0x100)).isFalse();
    fifo.pop();
    assertThat(fifo.oldest()).isEqualTo(first + 1);
    fifo.push(0x300);
    assertThat(fifo.newestIs(0x300)).as("where the first was").isTrue();
    fifo.pop();
    fifo.pop();
    assertThat(fifo.newestIs(0x300)).as("gone").isFalse();
    assertThat(fifo.oldest()).isEqualTo(first + 3);
  }
}
