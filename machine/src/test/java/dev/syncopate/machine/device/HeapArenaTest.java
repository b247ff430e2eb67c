package dev.syncopate.machine.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HeapArenaTest {
  @Test
  void blocksAreAlignedAndDoNotOverlap() {
    HeapArena arena = new HeapArena(4096, 1024);
    assertThat(arena.allocate(1)).isEqualTo(4096);
    assertThat(arena.allocate(17)).isEqualTo(4112);
    assertThat(arena.allocate(16)).isEqualTo(4144);
  }

  @Test
  void thereIsNoRoomForMoreThanItHas() {
    HeapArena arena = new HeapArena(4096, 1024);
    assertThat(arena.allocate(1025)).isZero();
    assertThat(arena.allocate(-1)).isZero();
    assertThat(arena.allocate(1024)).isEqualTo(4096);
    assertThat(arena.allocate(1)).isZero();
  }

  @Test
  void onlyWhatWasAllocatedCanBeFreedAndOnce() {
    HeapArena arena = new HeapArena(4096, 1024);
    long block = arena.allocate(64);
    assertThat(arena.free(block + 16)).isFalse();
    assertThat(arena.free(block)).isTrue();
    assertThat(arena.free(block)).isFalse();
  }

  @Test
  void freedNeighboursBecomeOneStretchAgain() {
    for (long seed = 0; seed < 50; seed++) {
      Random random = new Random(seed);
      HeapArena arena = new HeapArena(4096, 1 << 14);
      List<Long> blocks = new ArrayList<>();
      for (int i = 0; i < 500; i++) {
        if (blocks.isEmpty() || random.nextInt(3) > 0) {
          long block = arena.allocate(1 + random.nextInt(300));
          if (block != 0) {
            blocks.add(block);
          }
        } else {
          assertThat(arena.free(blocks.remove(random.nextInt(blocks.size())))).isTrue();
        }
      }
      blocks.forEach(arena::free);
      assertThat(arena.allocate(1 << 14)).as("seed %d", seed).isEqualTo(4096);
    }
  }
}
