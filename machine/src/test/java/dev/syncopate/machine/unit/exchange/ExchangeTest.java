package dev.syncopate.machine.unit.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.ptx.ir.AtomicOperation;
import dev.syncopate.ptx.ir.WarpInstruction.VoteMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Votes, matches and reductions against sets and streams of the lanes that take part. */
class ExchangeTest {
  private static final long SEED = Long.getLong("syncopate.seed", 11);
  private static final int ROUNDS = 300;

  private final SplittableRandom random = new SplittableRandom(SEED);

  private static List<Integer> members(long lanes) {
    List<Integer> members = new ArrayList<>();
    for (int lane = 0; lane < 32; lane++) {
      if ((lanes & 1L << lane) != 0) {
        members.add(lane);
      }
    }
    return members;
  }

  /** Never empty. */
  private long someLanes() {
    long lanes = random.nextLong() & 0xffff_ffffL;
    return random.nextInt(5) == 0 ? 0xffff_ffffL : lanes | 1L << random.nextInt(32);
  }

  @Test
  void votesCountOnlyThoseTakingPart() {
    for (int round = 0; round < ROUNDS; round++) {
      long lanes = someLanes();
      long predicate =
          switch (random.nextInt(3)) {
            case 0 -> random.nextLong();
            case 1 -> lanes | random.nextLong();
            default -> ~lanes & random.nextLong();
          };
      List<Boolean> votes =
          members(lanes).stream().map(lane -> (predicate >>> lane & 1) != 0).toList();
      boolean allTrue = !votes.contains(false);
      boolean anyTrue = votes.contains(true);
      assertThat(Vote.apply(VoteMode.ALL, predicate, lanes)).isEqualTo(allTrue ? lanes : 0);
      assertThat(Vote.apply(VoteMode.ANY, predicate, lanes)).isEqualTo(anyTrue ? lanes : 0);
      assertThat(Vote.apply(VoteMode.UNI, predicate, lanes))
          .isEqualTo(allTrue || !anyTrue ? lanes : 0);
      long ballot = 0;
      for (int lane : members(lanes)) {
        ballot += (predicate >>> lane & 1) != 0 ? 1L << lane : 0;
      }
      assertThat(Vote.apply(VoteMode.BALLOT, predicate, lanes))
          .as("ballot, seed %d", SEED)
          .isEqualTo(ballot);
      assertThat(Vote.leader(lanes)).isEqualTo(members(lanes).get(0));
    }
  }

  @Test
  void lanesOfEqualValuesFindEachOther() {
    for (int bits : new int[] {32, 64}) {
      for (int round = 0; round < ROUNDS; round++) {
        long lanes = someLanes();
        long[] values = new long[32];
        for (int lane = 0; lane < 32; lane++) {
          // Few low words; upper words differ, which only b64 sees.
          values[lane] = random.nextInt(4) | (long) random.nextInt(2) << 40;
        }
        boolean inPlace = random.nextBoolean();
        long[] a = values.clone();
        long[] d = inPlace ? a : new long[32];
        assertThat(Match.all(a, 0, bits, lanes))
            .isEqualTo(
                members(lanes).stream().map(lane -> key(values[lane], bits)).distinct().count()
                    == 1);
        Match.any(d, 0, a, 0, bits, lanes, lanes);
        for (int lane = 0; lane < 32; lane++) {
          long mine = key(values[lane], bits);
          long expected = inPlace ? values[lane] : 0;
          if (members(lanes).contains(lane)) {
            expected =
                members(lanes).stream()
                    .filter(peer -> key(values[peer], bits) == mine)
                    .mapToLong(peer -> 1L << peer)
                    .sum();
          }
          assertThat(d[lane]).as("b%d lane %d, seed %d", bits, lane, SEED).isEqualTo(expected);
        }
      }
    }
  }

  private static long key(long value, int bits) {
    return bits == 32 ? (int) value : value;
  }

  @Test
  void allMatchWhenEveryValueIsTheSame() {
    long[] values = new long[32];
    Arrays.fill(values, 5);
    values[7] = 6;
    assertThat(Match.all(values, 0, 32, 0xffff_ffffL)).isFalse();
    assertThat(Match.all(values, 0, 32, 0xffff_ff7fL)).isTrue();
  }

  @Test
  void reductionsFoldTheLanes() {
    for (int round = 0; round < ROUNDS; round++) {
      long lanes = someLanes();
      long[] a = random.longs(32).toArray();
      int[] words = members(lanes).stream().mapToInt(lane -> (int) a[lane]).toArray();
      long[] unsigned = Arrays.stream(words).mapToLong(Integer::toUnsignedLong).toArray();
      check(AtomicOperation.ADD, false, a, lanes, Arrays.stream(words).sum());
      check(AtomicOperation.ADD, true, a, lanes, Arrays.stream(words).sum());
      check(AtomicOperation.MIN, true, a, lanes, Arrays.stream(words).min().orElseThrow());
      check(AtomicOperation.MAX, true, a, lanes, Arrays.stream(words).max().orElseThrow());
      check(AtomicOperation.MIN, false, a, lanes, Arrays.stream(unsigned).min().orElseThrow());
      check(AtomicOperation.MAX, false, a, lanes, Arrays.stream(unsigned).max().orElseThrow());
      check(AtomicOperation.AND, false, a, lanes, Arrays.stream(words).reduce(-1, (x, y) -> x & y));
      check(AtomicOperation.OR, false, a, lanes, Arrays.stream(words).reduce(0, (x, y) -> x | y));
      check(AtomicOperation.XOR, false, a, lanes, Arrays.stream(words).reduce(0, (x, y) -> x ^ y));
    }
  }

  private static void check(
      AtomicOperation operation, boolean signed, long[] a, long lanes, long expected) {
    assertThat(Reduce.apply(operation, signed, a, 0, lanes))
        .as("%s signed %b, seed %d", operation, signed, SEED)
        .isEqualTo(expected & 0xffff_ffffL);
  }

  @Test
  void otherReductionsDoNotExist() {
    assertThatThrownBy(() -> Reduce.apply(AtomicOperation.CAS, false, new long[32], 0, 3))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("redux has no");
  }
}
