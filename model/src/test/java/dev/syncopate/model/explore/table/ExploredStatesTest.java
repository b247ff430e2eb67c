package dev.syncopate.model.explore.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;

/** Packed rows that are found again whatever room their numbers have come to need. */
class ExploredStatesTest {
  private static final long SEED = 4_100;
  private static final int PLACES = 9;

  /** As many rows as the table grows several times for, with numbers that grow. */
  @Test
  void rowsKeepTheirNumbersWhenFieldsAreWidened() {
    Random random = new Random(SEED);
    int[] counts = new int[PLACES];
    ExploredStates table = new ExploredStates(RowLayout.of(counts));
    List<int[]> rows = new ArrayList<>();
    int widened = 0;
    for (int i = 0; i < 60_000; i++) {
      int[] row = new int[PLACES];
      for (int place = 0; place < PLACES; place++) {
        row[place] = random.nextInt(1 + i / 1000 * (place == 0 ? 5000 : place));
        counts[place] = Math.max(counts[place], row[place] + 1);
      }
      if (!fits(table.layout(), row)) {
        table.pack(table.layout().widened(counts));
        widened++;
      }
      int number = table.add(table.layout().pack(row), i / 2);
      if (number >= 0) {
        assertThat(number).isEqualTo(rows.size());
        assertThat(table.parent(number)).isEqualTo(i / 2);
        rows.add(row);
      } else {
        assertThat(rows.get(-1 - number)).isEqualTo(row);
      }
    }
    assertThat(widened).isGreaterThan(5);
    assertThat(rows).as("seed " + SEED).hasSizeGreaterThan(50_000).hasSizeLessThan(60_000);
    int[] loaded = new int[PLACES];
    for (int number = 0; number < rows.size(); number++) {
      table.load(number, loaded);
      assertThat(loaded).isEqualTo(rows.get(number));
      assertThat(table.find(table.layout().pack(loaded))).isEqualTo(number);
    }
    Arrays.fill(loaded, 0);
    loaded[0] = counts[0] - 1;
    loaded[1] = counts[1] - 1;
    assertThat(table.find(table.layout().pack(loaded))).isEqualTo(-1);
  }

  @Test
  void rowsKeepTheirNumbersWhenSeveralThreadsPackThem() {
    try (ForkJoinPool pool = new ForkJoinPool(3)) {
      pool.submit(this::rowsKeepTheirNumbersWhenFieldsAreWidened).join();
    }
  }

  private static boolean fits(RowLayout layout, int[] row) {
    boolean fits = true;
    for (int place = 0; place < PLACES; place++) {
      fits &= layout.fits(place, row[place]);
    }
    return fits;
  }

  /** A field is in one word, and one of no bits takes no room. */
  @Test
  void fieldsDoNotCrossWords() {
    RowLayout layout = RowLayout.of(new int[] {1 << 30, 1, 1 << 30, 32, 2, 1, 1 << 20});
    assertThat(layout.words()).isEqualTo(2);
    int[] row = {(1 << 30) - 1, 0, 5, 31, 1, 0, 77};
    long[] packed = layout.pack(row);
    for (int place = 0; place < row.length; place++) {
      assertThat(layout.get(packed, place)).isEqualTo(row[place]);
    }
    assertThat(layout.fits(1, 1)).isFalse();
    assertThat(layout.fits(3, 32)).isFalse();
    assertThat(layout.word(3)).isEqualTo(1);
    assertThat(layout.place(1, 5)).isEqualTo(4);
  }

  /** The bits that are left of a word go to places that have numbers, in turn, then to others. */
  @Test
  void fieldsGetTheBitsThatAreLeft() {
    int[] counts = {1 << 17, 100, 1, 30};
    RowLayout layout = RowLayout.of(new int[4]).widened(counts);
    assertThat(layout.words()).isEqualTo(1);
    assertThat(layout.fits(0, (1 << 21) - 1)).isTrue();
    assertThat(layout.fits(1, (1 << 11) - 1)).isTrue();
    assertThat(layout.fits(2, 15)).isTrue();
    assertThat(layout.fits(3, 511)).isTrue();
    assertThat(layout.fits(3, 512)).isFalse();

    int[] crowded = {1 << 17, 1 << 15, 1, 1 << 15, 1 << 11};
    RowLayout full = RowLayout.of(crowded).widened(crowded);
    assertThat(full.words()).isEqualTo(1);
    assertThat(full.fits(0, (1 << 19) - 1)).isTrue();
    assertThat(full.fits(1, (1 << 17) - 1)).isTrue();
    assertThat(full.fits(2, 1)).isFalse();
    assertThat(full.fits(3, (1 << 16) - 1)).isTrue();
    assertThat(full.fits(4, (1 << 12) - 1)).isTrue();
  }

  /** A layout that lacks room gets a word more only where there is no other way, and keeps it. */
  @Test
  void wordsAreAddedWhereBitsAreFew() {
    Random random = new Random(SEED);
    for (int round = 0; round < 200; round++) {
      int[] counts = new int[1 + random.nextInt(30)];
      Arrays.fill(counts, 1);
      RowLayout layout = RowLayout.of(counts);
      for (int step = 0; step < 40; step++) {
        int place = random.nextInt(counts.length);
        counts[place] = (int) Math.min(1 << 30, counts[place] * (1L + random.nextInt(7)));
        if (!layout.fits(place, counts[place] - 1)) {
          int needed = RowLayout.of(counts).words();
          RowLayout wider = layout.widened(counts);
          assertThat(wider.words())
              .as("seed %d, round %d", SEED, round)
              .isGreaterThanOrEqualTo(Math.max(needed, layout.words()))
              .isLessThanOrEqualTo(Math.max(needed + 1, layout.words()));
          layout = wider;
        }
        for (int i = 0; i < counts.length; i++) {
          assertThat(layout.fits(i, counts[i] - 1)).isTrue();
        }
      }
    }
  }
}
