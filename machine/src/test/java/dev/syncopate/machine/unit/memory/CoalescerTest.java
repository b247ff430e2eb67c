package dev.syncopate.machine.unit.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.WarpAccess;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CoalescerTest {
  private static final MemoryOperation LOAD = MemoryOperation.load(DataType.B32);

  private static WarpAccess access(long lanes, long[] address) {
    return WarpAccess.of(LOAD, 0, lanes, address);
  }

  @Test
  void consecutiveWordsOfAWarpAreOneLine() {
    long[] address = new long[32];
    for (int lane = 0; lane < 32; lane++) {
      address[lane] = 0x1_0000_0000L + 4L * lane;
    }
    LineAccess[] lines = new Coalescer(128, 32).lines(access(0xffff_ffffL, address), 4);
    assertThat(lines).hasSize(1);
    assertThat(lines[0].line).isEqualTo(0x1_0000_0000L);
    assertThat(lines[0].lanes).isEqualTo(0xffff_ffffL);
    assertThat(lines[0].maskLow).isEqualTo(-1L);
    assertThat(lines[0].maskHigh).isEqualTo(-1L);
  }

  @Test
  void lanesThatDoNotTakePartTouchNothing() {
    long[] address = new long[32];
    address[5] = 0x40;
    LineAccess[] lines = new Coalescer(64, 32).lines(access(1 << 5, address), 4);
    assertThat(lines).hasSize(1);
    assertThat(lines[0].line).isEqualTo(0x40);
    assertThat(lines[0].maskLow).isEqualTo(0xfL);
  }

  /** A straightforward map from line to lanes and bytes, in the order of first lanes. */
  @Test
  void likeAMapForRandomAddresses() {
    for (long seed = 0; seed < 300; seed++) {
      Random random = new Random(seed);
      int width = random.nextBoolean() ? 32 : 64;
      int lineBytes = random.nextBoolean() ? 64 : 128;
      int bytes = 1 << random.nextInt(5);
      int range = 1 << (4 + random.nextInt(14));
      long[] address = new long[width];
      for (int lane = 0; lane < width; lane++) {
        address[lane] = 0x1_0000_0000L + (long) random.nextInt(range) * bytes;
      }
      long lanes = random.nextLong() & (width == 64 ? -1L : 0xffff_ffffL);
      Map<Long, BitSet> expectedBytes = new LinkedHashMap<>();
      Map<Long, Long> expectedLanes = new LinkedHashMap<>();
      for (int lane = 0; lane < width; lane++) {
        if ((lanes >>> lane & 1) != 0) {
          long line = address[lane] / lineBytes * lineBytes;
          int offset = (int) (address[lane] - line);
          expectedBytes.computeIfAbsent(line, l -> new BitSet()).set(offset, offset + bytes);
          expectedLanes.merge(line, 1L << lane, (a, b) -> a | b);
        }
      }
      Coalescer coalescer = new Coalescer(lineBytes, width);
      coalescer.lines(access(lanes, address), bytes);
      LineAccess[] lines = coalescer.lines(access(lanes, address), bytes);
      assertThat(lines).as("seed %d", seed).hasSize(expectedLanes.size());
      int i = 0;
      for (Map.Entry<Long, Long> expected : expectedLanes.entrySet()) {
        LineAccess line = lines[i++];
        assertThat(line.line).as("seed %d", seed).isEqualTo(expected.getKey());
        assertThat(line.lanes).as("seed %d", seed).isEqualTo(expected.getValue());
        BitSet touched = BitSet.valueOf(new long[] {line.maskLow, line.maskHigh});
        assertThat(touched).as("seed %d", seed).isEqualTo(expectedBytes.get(expected.getKey()));
      }
    }
  }

  /** Lanes 0 to 3 name words 0, 1, 0 and 8 of a line; 8 is in another sector. */
  @Test
  void atomicsThatNameOneWordAreApartAndSoAreSectors() {
    long[] address = new long[32];
    long line = 0x1_0000_0000L;
    long[] words = {0, 1, 0, 8, 24};
    for (int lane = 0; lane < words.length; lane++) {
      address[lane] = line + 4 * words[lane];
    }
    LineAccess[] lines = new AtomicCoalescer(128, 32).lines(access(0b11111, address), 4);
    assertThat(lines).extracting(lineAccess -> lineAccess.line).containsOnly(line);
    assertThat(lines)
        .extracting(lineAccess -> lineAccess.lanes)
        .containsExactly(0b11L, 0b100L, 0b1000L, 1L << 4);
    assertThat(lines)
        .extracting(lineAccess -> lineAccess.maskLow)
        .containsExactly(0xffL, 0xfL, 0xfL << 32, 0L);
    assertThat(lines[3].maskHigh).isEqualTo(0xfL << 32);
  }
}
