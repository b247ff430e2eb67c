package dev.syncopate.machine.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Two sets of two ways, for lines of 128 bytes: even and odd numbers. */
class RecentLinesTest {
  private final RecentLines lines = new RecentLines(line -> (int) (line / 128 % 2), 2, 2);

  private int use(int number, int sectors, boolean writes) {
    return lines.use(128L * number, sectors, writes);
  }

  private List<String> all() {
    List<String> contents = new ArrayList<>();
    lines.forEach((line, valid, dirty) -> contents.add(line / 128 + ":" + valid + dirty));
    return contents;
  }

  @Test
  void theLeastRecentlyUsedLineOfASetIsReplaced() {
    assertThat(use(0, 1, false)).isZero();
    assertThat(use(2, 1, false)).isZero();
    assertThat(use(1, 1, false)).as("of the other set").isZero();
    assertThat(use(0, 1, false)).isEqualTo(1);
    assertThat(use(4, 1, false)).isZero();
    assertThat(use(0, 1, false)).isEqualTo(1);
    assertThat(use(2, 1, false)).as("replaced by line 4").isZero();
  }

  @Test
  void sectorsComeOneByOne() {
    assertThat(use(0, 0b0001, false)).isZero();
    assertThat(use(0, 0b0110, true)).isEqualTo(0b0001);
    assertThat(use(0, 0b0001, false)).isEqualTo(0b0111 | 0b0110 * RecentLines.DIRTY);
    assertThat(all()).containsExactly("0:" + 0b0111 + 0b0110);
  }

  @Test
  void replacedLinesAreKeptBehindTheOthersForAWhile() {
    for (int number : new int[] {0, 2, 4, 6, 8}) {
      int _ = use(number, 1, number == 4);
    }
    assertThat(all()).as("the last used last").containsExactly("2:10", "4:11", "6:10", "8:10");
  }

  @Test
  void linesThatTwiceTheSizeWouldHoldAreNoMisses() {
    for (int number : new int[] {0, 2, 4, 6, 0, 8, 2}) {
      int _ = use(number, 1, false);
    }
    assertThat(lines.misses()).as("line 2 was the fifth last").isEqualTo(6);
  }
}
