package dev.syncopate.memory.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** What threads and the copy unit see of one memory. */
class AsyncProxyStoreTest {
  private static final int BYTES = 4;
  private static final long SEED = 5_100;

  private static AsyncProxyStore store() {
    return AsyncProxyStore.withoutTime(BYTES, () -> 0, null);
  }

  @Test
  void aStoreIsSeenByThreadsAtOnceAndByTheCopyUnitWhenItLands() {
    AsyncProxyStore store = store();
    boolean _ = store.put(0, 0, 1, 1, 5);
    assertThat(store.get(1, 0, 1, 1)).isEqualTo(5);
    assertThat(store.read(1, 1)).containsExactly(0);
    assertThat(store.queued()).isTrue();
    store.landFirst();
    assertThat(store.read(1, 1)).containsExactly(5);
    assertThat(store.queued()).isFalse();
  }

  @Test
  void aQueuedStoreHidesAndLaterOverwritesWhatTheCopyUnitWrites() {
    AsyncProxyStore store = store();
    boolean _ = store.put(0, 0, 1, 1, 5);
    store.write(0, new byte[] {9, 9});
    assertThat(store.get(0, 0, 0, 2)).isEqualTo(0x0509);
    assertThat(store.read(0, 2)).containsExactly(9, 9);
    store.landFirst();
    assertThat(store.read(0, 2)).containsExactly(9, 5);
  }

  /** Two stores, one renumbered at random times: they never differ. */
  @Test
  void renumberingChangesNothing() {
    for (long seed = SEED; seed < SEED + 200; seed++) {
      Random random = new Random(seed);
      AsyncProxyStore plain = store();
      AsyncProxyStore renumbered = store();
      for (int step = 0; step < 60; step++) {
        int kind = random.nextInt(4);
        int offset = random.nextInt(BYTES);
        int warp = random.nextInt(3);
        int value = random.nextInt(1, 100);
        for (AsyncProxyStore store : new AsyncProxyStore[] {plain, renumbered}) {
          switch (kind) {
            case 0 -> {
              boolean _ = store.put(warp, 0, offset, 1, value);
            }
            case 1 -> store.write(offset, new byte[] {(byte) value});
            case 2 -> store.fence(1L << warp, warp);
            default -> {
              if (store.queued()) {
                store.landFirst();
              }
            }
          }
        }
        if (random.nextBoolean()) {
          renumbered.canonicalize();
        }
        String description = "seed %d, step %d".formatted(seed, step);
        assertThat(renumbered.read(0, BYTES)).as(description).isEqualTo(plain.read(0, BYTES));
        assertThat(renumbered.get(0, 0, 0, BYTES))
            .as(description)
            .isEqualTo(plain.get(0, 0, 0, BYTES));
        assertThat(renumbered.queued()).as(description).isEqualTo(plain.queued());
      }
    }
  }
}
