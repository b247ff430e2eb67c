package dev.syncopate.memory.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** That a canonical form changes nothing that can be seen, and makes alike what behaves alike. */
class CanonicalizeTest {
  @Test
  void aCacheArrayThatIsRenumberedBehavesAsOneThatIsNot() {
    long seed = 5;
    SplittableRandom random = new SplittableRandom(seed);
    CacheArray plain = new CacheArray(2, 3, 64);
    CacheArray canonical = new CacheArray(2, 3, 64);
    for (int i = 0; i < 20_000; i++) {
      String context = "seed %d step %d".formatted(seed, i);
      long number = random.nextInt(10);
      long line = 64 * number;
      int dice = random.nextInt(20);
      long mask = 0xffL << (8 * random.nextInt(8));
      byte value = (byte) random.nextInt(100);
      List<String> results = new ArrayList<>();
      for (CacheArray array : List.of(plain, canonical)) {
        results.add(step(array, line, number, dice, mask, value));
      }
      assertThat(results.get(1)).as(context).isEqualTo(results.get(0));
      if (random.nextInt(3) == 0) {
        canonical.canonicalize();
      }
    }
  }

  @Test
  void aLargeCacheArrayWithoutLinesIsAsOneThatHadSome() {
    CacheArray fresh = new CacheArray(64, 4, 128);
    CacheArray emptied = new CacheArray(64, 4, 128);
    emptied.claim(emptied.victim(7), 7 * 128);
    emptied.invalidateClean();
    fresh.canonicalize();
    emptied.canonicalize();
    assertThat(emptied).usingRecursiveComparison().isEqualTo(fresh);
  }

  private static String step(
      CacheArray array, long line, long number, int dice, long mask, byte value) {
    if (dice == 0) {
      array.invalidateClean();
      return "" + array.dirtyLines();
    }
    StringBuilder trace = new StringBuilder();
    int frame = array.find(line, number);
    if (frame == CacheArray.NONE) {
      frame = array.victim(number);
      if (array.live(frame)) {
        trace.append("evicts ").append(describe(array, frame));
        array.drop(frame);
      }
      array.claim(frame, line);
    } else {
      trace.append("finds ").append(describe(array, frame));
    }
    if (dice < 5) {
      array.touch(frame);
    } else if (dice < 10) {
      array.data().bytes[array.base(frame) + Long.numberOfTrailingZeros(mask)] = value;
      array.markDirty(frame, mask, 0);
    } else if (dice < 14) {
      array.data().bytes[array.base(frame) + Long.numberOfTrailingZeros(mask)] = value;
      array.markValid(frame, mask, 0);
    } else if (dice < 16) {
      array.clean(frame);
    } else if (dice < 17) {
      array.drop(frame);
    }
    return trace.append(array.dirtyLines()).toString();
  }

  private static String describe(CacheArray array, int frame) {
    StringBuilder text = new StringBuilder();
    text.append(array.line(frame)).append(' ').append(array.validLow(frame)).append(' ');
    text.append(array.dirtyLow(frame));
    for (long remaining = array.validLow(frame); remaining != 0; remaining &= remaining - 1) {
      text.append(' ')
          .append(array.data().bytes[array.base(frame) + Long.numberOfTrailingZeros(remaining)]);
    }
    return text.append(' ').append(array.dirty(frame)).toString();
  }

  @Test
  void anSfifoKeepsItsEntriesInOrderUnderSmallerNumbers() {
    NumberedStoreFifo fifo = new BoundedStoreFifo(3);
    for (long line = 0; line < 5; line++) {
      fifo.push(64 * line);
      if (line < 3) {
        fifo.pop();
      }
    }
    long marker = fifo.marker();
    assertThat(fifo.oldest()).isEqualTo(3);
    long shift = fifo.renumber();
    assertThat(shift).isEqualTo(3);
    assertThat(fifo.marker()).isEqualTo(marker - shift);
    assertThat(fifo.oldest()).isZero();
    assertThat(fifo.newestIs(4 * 64)).isTrue();
    fifo.push(7 * 64);
    assertThat(fifo.full()).isTrue();
    assertThat(List.of(fifo.pop(), fifo.pop(), fifo.pop())).containsExactly(192L, 256L, 448L);
    assertThat(fifo.isEmpty()).isTrue();
  }

  @Test
  void missRegistersKeepTheirNumbersAndAreTakenLowestFirst() {
    MissTable table = new MissTable(4);
    for (long line = 1; line <= 4; line++) {
      table.allocate(64 * line);
    }
    table.unlink(2);
    table.release(0);
    table.release(3);
    table.release(1);
    table.canonicalize();
    assertThat(table.find(192)).isEqualTo(MissTable.NONE);
    assertThat(table.inUse(2)).isTrue();
    assertThat(List.of(table.allocate(64), table.allocate(128), table.allocate(192)))
        .containsExactly(0, 1, 3);
    assertThat(table.find(192)).isEqualTo(3);
    assertThat(table.full()).isTrue();
  }

  @Test
  void generationsStartAgainOnlyWhenNothingIsOpen() {
    WriteGenerations writes = new WriteGenerations();
    writes.close();
    int open = writes.issue();
    int closed = writes.close();
    writes.canonicalize();
    assertThat(writes.settled(closed)).isFalse();
    assertThat(writes.acknowledge(open)).isTrue();
    writes.canonicalize();
    assertThat(writes.issue()).isZero();
  }
}
