package dev.syncopate.machine.space;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.machine.space.Allocations.Range;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Allocations come and go in any order; none overlaps another, and what is free is used again. */
class AllocationsTest {
  @Test
  void oneMayComeBetweenOthersAndGoAgain() {
    Allocations allocations = new Allocations();
    Range first = new Range(0x100, 0x200, "first");
    Range last = new Range(0x300, 0x400, "last");
    Range middle = new Range(0x200, 0x300, "middle");
    allocations.add(first);
    allocations.add(last);
    allocations.add(middle);
    assertThat(allocations.containing(0x200)).isSameAs(middle);
    assertThat(allocations.containing(0x2ff)).isSameAs(middle);
    allocations.remove(0x200);
    assertThat(allocations.containing(0x200)).isNull();
    assertThat(allocations.containing(0x1ff)).isSameAs(first);
    assertThat(allocations.containing(0x300)).isSameAs(last);
  }

  @Test
  void overlapsAndUnknownStartsAreRefused() {
    Allocations allocations = new Allocations();
    allocations.add(new Range(0x200, 0x300, "one"));
    for (Range invalidRange :
        new Range[] {
          new Range(0x1f0, 0x201, "two"),
          new Range(0x2ff, 0x310, "two"),
          new Range(0x200, 0x201, "two")
        }) {
      assertThatThrownBy(() -> allocations.add(invalidRange))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("overlaps Range[start=512, end=768, name=one, ofHost=false]");
    }
    assertThatThrownBy(() -> allocations.remove(0x201))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("no allocation begins at 0x201");
  }

  /** Against a map of every 16 bytes. */
  @Test
  void holesGiveWhatIsFreeAndNothingElse() {
    Random random = new Random(17);
    FreeRanges holes = new FreeRanges();
    boolean[] free = new boolean[256];
    TreeMap<Long, Long> allocated = new TreeMap<>();
    holes.add(16, 16 * 256);
    java.util.Arrays.fill(free, 1, 256, true);
    for (int step = 0; step < 5000; step++) {
      if (random.nextBoolean() || allocated.isEmpty()) {
        long bytes = 16L * (1 + random.nextInt(12));
        long unit = 16L << random.nextInt(3);
        long address = holes.take(bytes, unit);
        assertThat(address).as("step %d", step).isEqualTo(firstFit(free, bytes, unit));
        if (address != 0) {
          java.util.Arrays.fill(free, (int) address / 16, (int) (address + bytes) / 16, false);
          allocated.put(address, bytes);
        }
      } else {
        Map.Entry<Long, Long> entry = allocated.ceilingEntry((long) random.nextInt(4096));
        if (entry != null) {
          allocated.remove(entry.getKey());
          long end = entry.getKey() + entry.getValue();
          holes.add(entry.getKey(), end);
          java.util.Arrays.fill(free, (int) (entry.getKey() / 16), (int) (end / 16), true);
        }
      }
    }
  }

  private static long firstFit(boolean[] free, long bytes, long unit) {
    for (long address = unit; address + bytes <= 16L * free.length; address += unit) {
      boolean room = true;
      for (int i = (int) address / 16; i < (address + bytes) / 16; i++) {
        room &= free[i];
      }
      if (room) {
        return address;
      }
    }
    return 0;
  }
}
