package dev.syncopate.machine.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class WakeRingTest {
  @Test
  void anEmptyRingHasNoNextWakeUp() {
    assertThat(new WakeRing().next(7)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void warpsOfOneCycleWakeTogether() {
    WakeRing ring = new WakeRing();
    ring.put(3, 12, 10);
    ring.put(5, 12, 10);
    ring.put(0, 15, 10);
    assertThat(ring.next(10)).isEqualTo(12);
    assertThat(ring.due(12)).isEqualTo(0b101000L);
    assertThat(ring.next(13)).isEqualTo(15);
  }

  @Test
  void likeASortedMapForRandomSleeps() {
    for (long seed = 0; seed < 20; seed++) {
      Random random = new Random(seed);
      WakeRing ring = new WakeRing();
      TreeMap<Long, Long> reference = new TreeMap<>();
      long sleeping = 0;
      long now = 0;
      for (int step = 0; step < 2000; step++) {
        int warp = random.nextInt(64);
        if ((sleeping >>> warp & 1) == 0) {
          long time = now + random.nextInt(random.nextBoolean() ? 60 : 1000);
          ring.put(warp, time, now);
          reference.merge(time, 1L << warp, (a, b) -> a | b);
          sleeping |= 1L << warp;
        }
        if (random.nextInt(3) == 0) {
          // The ring may look in on the way; the warps must come out in exactly their cycle.
          long endCycle = reference.firstKey();
          for (long cycle = ring.next(now); cycle <= endCycle; cycle = ring.next(now)) {
            now = cycle;
            long due = ring.due(now);
            Long expected = reference.remove(now);
            assertThat(due)
                .as("seed %d, step %d, cycle %d", seed, step, now)
                .isEqualTo(expected == null ? 0 : expected);
            sleeping &= ~due;
            now++;
          }
          if (reference.isEmpty()) {
            assertThat(ring.next(now)).isEqualTo(Long.MAX_VALUE);
          }
        }
      }
    }
  }
}
