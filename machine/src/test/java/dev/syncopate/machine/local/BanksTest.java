package dev.syncopate.machine.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.IntToLongFunction;
import org.junit.jupiter.api.Test;

class BanksTest {
  private static final long ALL = 0xffff_ffffL;

  private static long[] addresses(IntToLongFunction addressOf) {
    long[] address = new long[32];
    for (int lane = 0; lane < 32; lane++) {
      address[lane] = addressOf.applyAsLong(lane);
    }
    return address;
  }

  private static int passes(IntToLongFunction address, int bytes, boolean atomic) {
    return new Banks(32).passes(addresses(address), ALL, bytes, atomic);
  }

  @Test
  void consecutiveWordsDoNotConflict() {
    assertThat(passes(lane -> 4L * lane, 4, false)).isEqualTo(1);
    assertThat(passes(lane -> 4L * (lane ^ 5), 4, false)).isEqualTo(1);
  }

  @Test
  void oneWordForAllIsABroadcast() {
    assertThat(passes(lane -> 64, 4, false)).isEqualTo(1);
    assertThat(passes(lane -> lane % 4, 1, false)).isEqualTo(1);
  }

  @Test
  void atomicsOnOneWordTakeTurns() {
    assertThat(passes(lane -> 64, 4, true)).isEqualTo(32);
    assertThat(passes(lane -> 4L * lane, 4, true)).isEqualTo(1);
  }

  @Test
  void stridesConflictAsOftenAsTheyShareABank() {
    assertThat(passes(lane -> 8L * lane, 4, false)).isEqualTo(2);
    assertThat(passes(lane -> 128L * lane, 4, false)).isEqualTo(32);
    assertThat(passes(lane -> 132L * lane, 4, false)).isEqualTo(1);
  }

  @Test
  void wideAccessesAreServedInHalvesAndQuarters() {
    assertThat(passes(lane -> 8L * lane, 8, false)).isEqualTo(2);
    assertThat(passes(lane -> 16L * lane, 16, false)).isEqualTo(4);
    assertThat(new Banks(32).fewestPasses(ALL, 16)).isEqualTo(4);
    assertThat(new Banks(32).fewestPasses(0xffL, 16)).isEqualTo(1);
  }

  @Test
  void fewerBanksTakeMorePasses() {
    Banks shared = new Banks(16);
    assertThat(shared.passes(addresses(lane -> 4L * lane), ALL, 4, false)).isEqualTo(2);
  }

  /** Counts, for each group, the different words of its fullest bank. */
  @Test
  void likeCountingWordsForRandomAddresses() {
    for (long seed = 0; seed < 500; seed++) {
      Random random = new Random(seed);
      int banks = 8 << random.nextInt(4);
      int bytes = 1 << random.nextInt(5);
      boolean atomic = bytes >= 4 && bytes <= 8 && random.nextBoolean();
      int range = 1 + random.nextInt(512);
      int step = random.nextInt(4) == 0 ? bytes : 0;
      boolean orderly = random.nextBoolean();
      int odd = random.nextInt(64); // a lane that is out of step, if there is such a lane
      long start = (long) random.nextInt(range) * bytes;
      long[] address =
          addresses(lane ->
              orderly && lane != odd
                  ? start + (long) lane * step
                  : (long) random.nextInt(range) * bytes);
      long lanes = random.nextLong() & ALL;
      int words = Math.max(1, bytes / 4);
      int group = Math.max(1, banks / words);
      int expected = 0;
      for (int first = 0; first < 32; first += group) {
        List<Set<Integer>> different = new ArrayList<>();
        int[] operations = new int[banks];
        for (int b = 0; b < banks; b++) {
          different.add(new HashSet<>());
        }
        for (int lane = first; lane < Math.min(32, first + group); lane++) {
          if ((lanes >>> lane & 1) != 0) {
            for (int w = 0; w < words; w++) {
              int word = (int) address[lane] / 4 + w;
              different.get(word % banks).add(word);
              operations[word % banks]++;
            }
          }
        }
        int maxPasses = 0;
        for (int b = 0; b < banks; b++) {
          maxPasses = Math.max(maxPasses, atomic ? operations[b] : different.get(b).size());
        }
        expected += maxPasses;
      }
      assertThat(new Banks(banks).passes(address, lanes, bytes, atomic))
          .as("seed %d: %d banks, %d bytes, atomic %s", seed, banks, bytes, atomic)
          .isEqualTo(expected);
    }
  }
}
