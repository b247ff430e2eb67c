package dev.syncopate.memory.mechanism.srsp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The tables alone: which lines they hold, and when they let go of them. */
class SrspTablesTest {
  private static final long WORD_0 = 0xf;
  private static final long WORD_1 = 0xf0;

  @Test
  void theLrTblMapsALineToItsLastSfifoEntry() {
    LrTable table = new LrTable(2);
    assertThat(table.entry(0x100)).isEqualTo(LrTable.ABSENT);
    table.put(0x100, WORD_0, 0, 7);
    table.put(0x200, WORD_0, 0, 8);
    assertThat(table.entry(0x100)).isEqualTo(7);
    table.put(0x100, WORD_0, 0, 9);
    assertThat(table.entry(0x100)).as("updated").isEqualTo(9);
    assertThat(table.entry(0x200)).isEqualTo(8);
    assertThat(table.oldest()).isEqualTo(8);
  }

  @Test
  void theLrTblKnowsWhichBytesWereReleased() {
    LrTable table = new LrTable(2);
    assertThat(table.released(0x100, WORD_0, 0)).isFalse();
    table.put(0x100, WORD_0, 0, 1);
    assertThat(table.released(0x100, WORD_0, 0)).isTrue();
    assertThat(table.released(0x100, WORD_1, 0)).isFalse();
    assertThat(table.released(0x100, WORD_0 | WORD_1, 0)).isFalse();
    assertThat(table.released(0x100, WORD_0, 1)).as("of the upper half as well").isFalse();
    table.put(0x100, WORD_1, 1, 2);
    assertThat(table.released(0x100, WORD_0 | WORD_1, 1)).as("all so far").isTrue();
    table.remove(0x100);
    table.put(0x100, WORD_1, 0, 3);
    assertThat(table.released(0x100, WORD_0, 0)).as("forgotten with the entry").isFalse();
  }

  @Test
  void aLineGoesWithItsSfifoEntryAndNotWithAnOlderOne() {
    LrTable table = new LrTable(2);
    table.put(0x100, WORD_0, 0, 1);
    table.put(0x200, WORD_0, 0, 2);
    table.put(0x100, WORD_0, 0, 3);
    assertThat(table.lineOf(1)).as("names nothing any more").isEqualTo(LrTable.ABSENT);
    assertThat(table.entry(0x100)).isEqualTo(3);
    assertThat(table.lineOf(2)).isEqualTo(0x200);
    table.remove(0x200);
    assertThat(table.entry(0x200)).isEqualTo(LrTable.ABSENT);
    assertThat(table.lineOf(2)).isEqualTo(LrTable.ABSENT);
    assertThat(table.lineOf(3)).isEqualTo(0x100);
    table.remove(0x100);
    assertThat(table.oldest()).as("of none").isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void theLrTblIsFullUntilALineIsRemoved() {
    LrTable table = new LrTable(2);
    table.put(0x100, WORD_0, 0, 1);
    assertThat(table.full()).isFalse();
    table.put(0x200, WORD_0, 0, 2);
    assertThat(table.full()).isTrue();
    table.put(0x200, WORD_1, 0, 3);
    assertThat(table.entry(0x200)).as("its own line").isEqualTo(3);
    table.remove(0x100);
    assertThat(table.full()).isFalse();
    assertThat(table.entry(0x200)).isEqualTo(3);
  }

  @Test
  void thePaTblHoldsALineUntilItIsRemoved() {
    PaTable table = new PaTable(2);
    assertThat(table.isEmpty()).isTrue();
    assertThat(table.hasRoomFor(0x100)).isTrue();
    table.add(0x100);
    assertThat(table.hasRoomFor(0x200)).isTrue();
    table.add(0x200);
    assertThat(table.contains(0x100)).isTrue();
    assertThat(table.contains(0x300)).isFalse();
    assertThat(table.hasRoomFor(0x300)).as("full").isFalse();
    assertThat(table.hasRoomFor(0x100)).as("there already").isTrue();
    assertThat(table.last()).isEqualTo(0x200);
    table.remove(0x100);
    assertThat(table.contains(0x100)).isFalse();
    assertThat(table.contains(0x200)).isTrue();
    assertThat(table.hasRoomFor(0x300)).isTrue();
    table.remove(0x200);
    assertThat(table.isEmpty()).isTrue();
  }

  @Test
  void hintsOfLinesThatShareASlotPushEachOtherOut() {
    HintTable table = new HintTable(4);
    assertThat(table.get(0, 0)).as("line 0 is no empty slot").isEqualTo(HintTable.NONE);
    table.put(0x100, 2, 5);
    assertThat(table.get(0x100, 2)).isEqualTo(5);
    assertThat(table.get(0x300, 6)).isEqualTo(HintTable.NONE);
    table.put(0x100, 2, 3);
    assertThat(table.get(0x100, 2)).isEqualTo(3);
    table.put(0x300, 6, 1);
    assertThat(table.get(0x300, 6)).isEqualTo(1);
    assertThat(table.get(0x100, 2)).isEqualTo(HintTable.NONE);
  }

  @Test
  void aHintNamesAnL1ThatMayBeAsked() {
    HintTable hints = new HintTable(2);
    assertThat(hints.checkInvariants(tile -> false)).as("none yet").isEmpty();
    hints.put(0x100, 1, 3);
    assertThat(hints.checkInvariants(tile -> tile == 3)).isEmpty();
    assertThat(hints.checkInvariants(tile -> tile < 3))
        .containsExactly("line 0x100 has tile 3 for a hint");
  }
}
