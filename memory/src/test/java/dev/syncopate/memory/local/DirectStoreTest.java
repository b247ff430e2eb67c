package dev.syncopate.memory.local;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DirectStoreTest {
  private final LocalStore store = new DirectStore(64);

  private boolean put(int offset, int count, long value) {
    return store.put(0, 0, offset, count, value);
  }

  @Test
  void valuesAreLittleEndianAndZeroExtended() {
    put(8, 8, 0x8877_6655_4433_2211L);
    assertThat(store.get(0, 0, 8, 1)).isEqualTo(0x11);
    assertThat(store.get(0, 0, 14, 2)).isEqualTo(0x8877);
    assertThat(store.get(0, 0, 12, 4)).isEqualTo(0x8877_6655L);
    put(8, 1, 0x1ff);
    assertThat(store.get(0, 0, 8, 8)).isEqualTo(0x8877_6655_4433_22ffL);
    store.clear(9, 2);
    assertThat(store.peek(8, 4)).isEqualTo(0x4400_00ffL);
  }

  @Test
  void itSaysWhetherAWriteChangedAnything() {
    assertThat(put(0, 4, 5)).isTrue();
    assertThat(put(0, 4, 5)).isFalse();
    assertThat(put(0, 1, 0x105)).as("the same low byte").isFalse();
  }

  @Test
  void itRemembersWhatIsWrittenWhileItIsAsked() {
    assertThat(store.written(0, 8)).isTrue();
    store.trackWrites(true);
    put(4, 4, 0);
    assertThat(store.written(4, 4)).isTrue();
    assertThat(store.written(0, 8)).isFalse();
    store.clear(0, 64);
    assertThat(store.written(4, 4)).isFalse();
  }
}
