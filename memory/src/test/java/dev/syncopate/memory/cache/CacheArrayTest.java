package dev.syncopate.memory.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class CacheArrayTest {
  private final CacheArray array = new CacheArray(4, 2, 64);

  private int put(long line) {
    int frame = array.victim(line / 64);
    if (array.live(frame)) {
      array.drop(frame);
    }
    array.claim(frame, line);
    return frame;
  }

  private int find(long line) {
    return array.find(line, line / 64);
  }

  @Test
  void findsWhatWasClaimedAndNothingElse() {
    int frame = put(0x1_0000_0040L);
    assertThat(find(0x1_0000_0040L)).isEqualTo(frame);
    assertThat(find(0x1_0000_0140L)).isEqualTo(CacheArray.NONE);
    assertThat(array.line(frame)).isEqualTo(0x1_0000_0040L);
  }

  @Test
  void aClaimedFrameHasNoValidBytes() {
    int frame = put(0);
    array.markDirty(frame, -1, 0);
    array.drop(frame);
    array.claim(frame, 0);
    assertThat(array.holds(frame, 1, 0)).isFalse();
    assertThat(array.dirty(frame)).isFalse();
  }

  @Test
  void aWrittenByteIsValidAndDirtyAndACleanedOneStaysValid() {
    int frame = put(0);
    array.markDirty(frame, 0xf0, 0x1);
    assertThat(array.holds(frame, 0xf0, 0x1)).isTrue();
    assertThat(array.holds(frame, 0xf8, 0x1)).isFalse();
    assertThat(array.dirtyLow(frame)).isEqualTo(0xf0);
    assertThat(array.dirtyHigh(frame)).isEqualTo(1);
    array.clean(frame);
    assertThat(array.dirty(frame)).isFalse();
    assertThat(array.holds(frame, 0xf0, 0x1)).isTrue();
  }

  @Test
  void theLeastRecentlyUsedLineIsTheVictim() {
    int first = put(0);
    int second = put(4 * 64);
    assertThat(array.victim(0)).isEqualTo(first);
    array.touch(first);
    assertThat(array.victim(0)).isEqualTo(second);
    array.drop(first);
    assertThat(array.victim(0)).isEqualTo(first);
  }

  @Test
  void invalidatingKeepsDirtyBytesOnly() {
    int clean = put(0);
    array.markValid(clean, -1, 0);
    int dirty = put(64);
    array.markValid(dirty, -1, 0);
    array.markDirty(dirty, 0xff, 0);
    array.invalidateClean();
    assertThat(find(0)).isEqualTo(CacheArray.NONE);
    assertThat(find(64)).isEqualTo(dirty);
    assertThat(array.validLow(dirty)).isEqualTo(0xff);
  }

  /** Both halves of the masks, of a frame whose number is not 0. */
  @Test
  void invalidatingKeepsDirtyBytesOfTheSecondHalfToo() {
    CacheArray wide = new CacheArray(1, 4, 128);
    for (int i = 0; i < 4; i++) {
      wide.claim(wide.victim(i), 128L * i);
    }
    int frame = wide.find(256, 2);
    wide.markValid(frame, 0x0f, 0xf000);
    wide.markDirty(frame, 0, 0x70);
    assertThat(wide.validHigh(frame)).isEqualTo(0xf070);
    wide.invalidateClean();
    assertThat(wide.find(256, 2)).isEqualTo(frame);
    assertThat(wide.validLow(frame)).isZero();
    assertThat(wide.validHigh(frame)).isEqualTo(0x70);
  }

  @Test
  void aClaimedLineIsTheMostRecentlyUsed() {
    int first = put(0);
    int second = put(4 * 64);
    array.drop(first);
    array.claim(first, 8 * 64);
    assertThat(array.victim(0)).isEqualTo(second);
  }

  @Test
  void everyFrameHasItsOwnBytes() {
    assertThat(array.frames()).isEqualTo(8);
    for (int frame = 0; frame < 8; frame++) {
      assertThat(array.base(frame)).isEqualTo(64 * frame);
    }
    assertThat(array.data().bytes).hasSize(8 * 64);
  }

  @Test
  void invalidatingTwoMillionTimesForgetsNothing() {
    int dirty = CacheArray.NONE;
    for (int i = 0; i < 2_200_000; i++) {
      int frame = put(64L * (i % 4));
      assertThat(array.holds(frame, 1, 0)).isFalse();
      array.markValid(frame, -1, 0);
      if (i == 1_000_000) {
        dirty = put(1024);
        array.markDirty(dirty, 1, 0);
        array.invalidateClean();
        assertThat(find(1024)).isEqualTo(dirty);
        array.clean(dirty);
      }
      array.invalidateClean();
    }
    assertThat(find(1024)).isEqualTo(CacheArray.NONE);
    assertThat(dirty).isNotEqualTo(CacheArray.NONE);
  }

  @Test
  void countsDirtyLines() {
    int frame = put(0);
    int two = put(64);
    array.markDirty(frame, 1, 0);
    array.markDirty(frame, 2, 0);
    array.markDirty(two, 0, 2);
    assertThat(array.dirtyLines()).isEqualTo(2);
    array.clean(frame);
    array.drop(two);
    assertThat(array.dirtyLines()).isZero();
  }

  @Test
  void refusesToClaimAFrameInUseAndAddressesThatAreNoLines() {
    int frame = put(0x40);
    assertThatThrownBy(() -> array.claim(frame, 0x80))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("still holds line 0x40");
    assertThatThrownBy(() -> array.claim(array.victim(1), 0x41))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("0x41 is not the address of a line");
    assertThatThrownBy(() -> array.claim(array.victim(1), 1L << 48))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** Against a map and a list in order of use, with a number of sets that is no power of two. */
  @Test
  void agreesWithAnObviousCache() {
    long seed = 5;
    SplittableRandom random = new SplittableRandom(seed);
    CacheArray subject = new CacheArray(3, 4, 32);
    Map<Long, List<Long>> sets = new HashMap<>();
    for (int i = 0; i < 20_000; i++) {
      long line = 32L * random.nextInt(40);
      List<Long> set = sets.computeIfAbsent(line / 32 % 3, key -> new ArrayList<>());
      int frame = subject.find(line, line / 32);
      assertThat(frame != CacheArray.NONE)
          .as("seed %d step %d", seed, i)
          .isEqualTo(set.remove(line));
      if (frame == CacheArray.NONE) {
        frame = subject.victim(line / 32);
        assertThat(subject.live(frame)).isEqualTo(set.size() == 4);
        if (subject.live(frame)) {
          assertThat(set.removeFirst()).isEqualTo(subject.line(frame));
          subject.drop(frame);
        }
        subject.claim(frame, line);
      }
      subject.touch(frame);
      set.add(line);
      if (random.nextInt(500) == 0) {
        subject.invalidateClean();
        sets.clear();
      }
    }
  }

  /** 32 KiB of lines: {@link CacheArray} allocates them with the first one. */
  @Test
  void aLargeArrayHoldsNothingUntilItsFirstLineComes() {
    CacheArray large = new CacheArray(64, 4, 128);
    large.invalidateClean();
    assertThat(large.data().bytes).isEmpty();
    assertThat(large.find(0x1080, 0x21)).isEqualTo(CacheArray.NONE);
    for (int frame = 0; frame < large.frames(); frame++) {
      assertThat(large.live(frame)).isFalse();
    }
    int frame = large.victim(0x21);
    large.claim(frame, 0x1080);
    assertThat(frame).isEqualTo(4 * 0x21);
    assertThat(large.find(0x1080, 0x21)).isEqualTo(frame);
    assertThat(large.data().bytes).hasSize(64 * 4 * 128);
    assertThat(new CacheArray(4, 2, 64).data().bytes).hasSize(4 * 2 * 64);
  }
}
