package dev.syncopate.memory.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class MissTableTest {
  @Test
  void anUnlinkedEntryIsFoundNoMoreButStaysInUse() {
    MissTable table = new MissTable(2);
    int first = table.allocate(128);
    table.unlink(first);
    assertThat(table.find(128)).isEqualTo(MissTable.NONE);
    assertThat(table.inUse(first)).isTrue();
    int second = table.allocate(128);
    assertThat(table.find(128)).isEqualTo(second).isNotEqualTo(first);
    assertThat(table.full()).isTrue();
    assertThatThrownBy(() -> table.allocate(256)).hasMessage("every MSHR is in use");
    table.release(first);
    assertThat(table.find(128)).isEqualTo(second);
    assertThat(table.used()).isEqualTo(1);
  }

  @Test
  void aNewTableIsFree() {
    MissTable table = new MissTable(3);
    assertThat(table.entries()).isEqualTo(3);
    assertThat(table.used()).isZero();
    for (int entry = 0; entry < 3; entry++) {
      assertThat(table.inUse(entry)).isFalse();
      assertThat(table.linked(entry)).isFalse();
    }
  }

  @Test
  void anEntryIsLinkedUntilItIsUnlinkedOrReleased() {
    MissTable table = new MissTable(2);
    int entry = table.allocate(128);
    assertThat(table.linked(entry)).isTrue();
    table.unlink(entry);
    assertThat(table.linked(entry)).isFalse();
    table.release(entry);
    assertThat(table.inUse(entry)).isFalse();
    int again = table.allocate(128);
    table.release(again);
    assertThat(table.linked(again)).isFalse();
    assertThat(table.inUse(again)).isFalse();
  }

  @Test
  void oneEntryIsEnough() {
    MissTable table = new MissTable(1);
    for (long line = 0; line < 100; line++) {
      int entry = table.allocate(line);
      assertThat(table.find(line)).isEqualTo(entry);
      assertThat(table.find(line + 1)).isEqualTo(MissTable.NONE);
      table.release(entry);
      assertThat(table.find(line)).isEqualTo(MissTable.NONE);
    }
  }

  @Test
  void agreesWithAMap() {
    long seed = 11;
    SplittableRandom random = new SplittableRandom(seed);
    for (int entries : new int[] {1, 2, 3, 7, 32}) {
      MissTable table = new MissTable(entries);
      Map<Long, Integer> linked = new HashMap<>();
      Set<Integer> unlinked = new HashSet<>();
      for (int i = 0; i < 30_000; i++) {
        long line = 128L * random.nextInt(3 * entries);
        Integer expected = linked.get(line);
        assertThat(table.find(line))
            .as("seed %d, %d entries, step %d", seed, entries, i)
            .isEqualTo(expected == null ? MissTable.NONE : expected);
        assertThat(table.full()).isEqualTo(linked.size() + unlinked.size() == entries);
        int dice = random.nextInt(4);
        if (expected == null && !table.full()) {
          int entry = table.allocate(line);
          assertThat(table.line(entry)).isEqualTo(line);
          linked.put(line, entry);
        } else if (expected != null && dice == 0) {
          table.unlink(expected);
          linked.remove(line);
          unlinked.add(expected);
        } else if (expected != null && dice == 1) {
          table.release(expected);
          linked.remove(line);
        } else if (!unlinked.isEmpty() && dice == 2) {
          int entry = unlinked.iterator().next();
          table.release(entry);
          unlinked.remove(entry);
        }
      }
    }
  }
}
