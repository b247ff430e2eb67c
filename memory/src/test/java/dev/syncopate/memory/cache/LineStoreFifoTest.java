package dev.syncopate.memory.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.SequencedSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LineStoreFifoTest {
  private final LineStoreFifo fifo = new LineStoreFifo(3);

  private List<Long> popAll() {
    List<Long> lines = new ArrayList<>();
    while (!fifo.isEmpty()) {
      lines.add(fifo.pop());
    }
    return lines;
  }

  @Test
  void linesLeaveInTheOrderInWhichTheyCame() {
    fifo.push(0x100);
    fifo.push(0x200);
    assertThat(fifo.pop()).isEqualTo(0x100);
    fifo.push(0x300);
    fifo.push(0x100);
    assertThat(popAll()).containsExactly(0x200L, 0x300L, 0x100L);
  }

  @Test
  void theEntryOfACleanedLineLeavesWhereverItIs() {
    for (long cleaned = 0x100; cleaned <= 0x300; cleaned += 0x100) {
      fifo.push(0x100);
      fifo.push(0x200);
      fifo.push(0x300);
      fifo.cleaned(cleaned);
      assertThat(fifo.holds(cleaned)).isFalse();
      assertThat(popAll()).hasSize(2).isSorted().doesNotContain(cleaned);
    }
  }

  @Test
  void aLineThatBecomesDirtyAgainIsTheNewest() {
    fifo.push(0x100);
    fifo.push(0x200);
    fifo.cleaned(0x100);
    fifo.push(0x100);
    assertThat(popAll()).containsExactly(0x200L, 0x100L);
  }

  @Test
  void aLineThatHasNoEntryCanBeCleaned() {
    fifo.cleaned(0x100);
    assertThat(fifo.isEmpty()).isTrue();
  }

  @Test
  void itIsNeverFull() {
    fifo.push(0x100);
    fifo.push(0x200);
    fifo.push(0x300);
    assertThat(fifo.full()).isFalse();
  }

  @Test
  void aLineHasOneEntry() {
    fifo.push(0x100);
    assertThatThrownBy(() -> fifo.push(0x100)).hasMessage("line 0x100 is in the sFIFO");
  }

  @Test
  void nothingCanBeTakenFromAnEmptyOne() {
    assertThatThrownBy(fifo::pop).hasMessage("sFIFO is empty");
  }

  @Test
  void canonicalFifosOfTheSameLinesAreAlike() {
    fifo.push(0x300);
    fifo.push(0x100);
    fifo.push(0x200);
    fifo.cleaned(0x300);
    fifo.canonicalize();
    LineStoreFifo fresh = new LineStoreFifo(3);
    fresh.push(0x100);
    fresh.push(0x200);
    assertThat(fifo).usingRecursiveComparison().isEqualTo(fresh);
  }

  @Test
  void aLargeFifoWithoutEntriesIsAsOneThatHadSome() {
    LineStoreFifo fresh = new LineStoreFifo(100);
    LineStoreFifo emptied = new LineStoreFifo(100);
    emptied.push(0x100);
    emptied.cleaned(0x100);
    fresh.canonicalize();
    emptied.canonicalize();
    assertThat(emptied).usingRecursiveComparison().isEqualTo(fresh);
  }

  /** 16 lines are allocated at once, 100 with the first entry. */
  @ParameterizedTest
  @ValueSource(ints = {16, 100})
  void itDoesAsASetInOrderOfInsertionDoes(int lines) {
    long seed = 1;
    Random random = new Random(seed);
    LineStoreFifo fifo = new LineStoreFifo(lines);
    SequencedSet<Long> reference = new LinkedHashSet<>();
    for (int step = 0; step < 20_000; step++) {
      long line = 0x80L * random.nextInt(lines);
      int dice = random.nextInt(16);
      if (dice == 0) {
        fifo.canonicalize();
      } else if (dice < 6) {
        fifo.cleaned(line);
        reference.remove(line);
      } else if (dice < 8 && !reference.isEmpty()) {
        assertThat(fifo.pop())
            .as("seed %d, step %d", seed, step)
            .isEqualTo(reference.removeFirst());
      } else if (reference.add(line)) {
        fifo.push(line);
      }
      assertThat(fifo.isEmpty()).isEqualTo(reference.isEmpty());
      assertThat(fifo.holds(line)).isEqualTo(reference.contains(line));
    }
  }
}
