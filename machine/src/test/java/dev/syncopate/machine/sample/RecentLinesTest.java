package dev.syncopate.machine.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Two sets of two ways, for lines of 128 bytes: even and odd numbers. */
class RecentLinesTest {
  private final RecentLines lines = new RecentLines(line -> (int) (line / 128 % 2), 2, 2);

  private int use(int number, int sectors, boolean writes, int launch) {
    return lines.use(128L * number, sectors, writes, launch);
  }

  private List<String> all(int sinceLaunch) {
    List<String> contents = new ArrayList<>();
    lines.forEach(
        sinceLaunch, (line, valid, dirty) -> contents.add(line / 128 + ":" + valid + dirty));
    return contents;
  }

  @Test
  void theLeastRecentlyUsedLineOfASetIsReplaced() {
    assertThat(use(0, 1, false, 1)).isZero();
    assertThat(use(2, 1, false, 1)).isZero();
    assertThat(use(1, 1, false, 1)).as("of the other set").isZero();
    assertThat(use(0, 1, false, 1)).isEqualTo(1);
    assertThat(use(4, 1, false, 1)).isZero();
    assertThat(use(0, 1, false, 1)).isEqualTo(1);
    assertThat(use(2, 1, false, 1)).as("replaced by line 4").isZero();
  }

  @Test
  void sectorsComeOneByOne() {
    assertThat(use(0, 0b0001, false, 1)).isZero();
    assertThat(use(0, 0b0110, true, 1)).isEqualTo(0b0001);
    assertThat(use(0, 0b0001, false, 1)).isEqualTo(0b0111 | 0b0110 * RecentLines.DIRTY);
    assertThat(all(0)).containsExactly("0:" + 0b0111 + 0b0110);
  }

  @Test
  void replacedLinesAreKeptBehindTheOthersForAWhile() {
    for (int number : new int[] {0, 2, 4, 6, 8}) {
      int _ = use(number, 1, number == 4, 1);
    }
    assertThat(all(0)).as("the last used last").containsExactly("2:10", "4:11", "6:10", "8:10");
  }

  @Test
  void linesOfLaterLaunchesAreTold() {
    int _ = use(0, 1, false, 1);
    int _ = use(1, 1, false, 1);
    int _ = use(2, 1, false, 2);
    int _ = use(1, 2, false, 3);
    assertThat(all(2)).containsExactly("2:10", "1:30");
  }
}
