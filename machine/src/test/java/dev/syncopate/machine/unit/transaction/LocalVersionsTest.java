package dev.syncopate.machine.unit.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.machine.divergence.ReconvergenceStack;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.memory.access.AtomicOp;
import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.access.MemoryOperation;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a roll-back stores makes the lanes' memory what it was when their transactions began. */
class LocalVersionsTest {
  private static final int WIDTH = 8;
  private static final int BYTES = 64;
  private static final Warp WARP = new Warp(0, 0, WIDTH, new ReconvergenceStack());

  private static final List<DataType> TYPES =
      List.of(DataType.B8, DataType.B16, DataType.B32, DataType.B64);

  private final LocalVersions versions = new LocalVersions(WIDTH);
  private final byte[][] memory = new byte[WIDTH][BYTES];

  /** Refuses once after so many stores; never if negative. */
  private int room = -1;

  private long store(int pc, Warp warp, long lanes, long address, int[] words, long now) {
    if (room == 0) {
      room = -1;
      return LocalStores.REFUSED;
    }
    room--;
    for (int lane = 0; lane < WIDTH; lane++) {
      if ((lanes >>> lane & 1) != 0) {
        put(lane, address, 4, words[lane]);
      }
    }
    return now + 1;
  }

  private void put(int lane, long address, int bytes, long value) {
    for (int i = 0; i < bytes; i++) {
      memory[lane][(int) address + i] = (byte) (value >>> (8 * i));
    }
  }

  private long get(int lane, long address, int bytes) {
    long value = 0;
    for (int i = 0; i < bytes; i++) {
      value |= Byte.toUnsignedLong(memory[lane][(int) address + i]) << (8 * i);
    }
    return value;
  }

  private void write(
      MemoryOperation operation, int lane, boolean inside, long offset, long... values) {
    long[] address = new long[WIDTH];
    address[lane] = offset;
    long[] operand = new long[values.length * WIDTH];
    int bytes = operation.type().bytes();
    for (int e = 0; e < values.length; e++) {
      operand[e * WIDTH + lane] = values[e];
    }
    AtomicOp atomic = operation.atomic();
    if (atomic == null) {
      for (int e = 0; e < values.length; e++) {
        put(lane, offset + (long) e * bytes, bytes, values[e]);
      }
    } else {
      long second = values.length > 1 ? values[1] : 0;
      long next = atomic.apply(operation.type(), get(lane, offset, bytes), values[0], second);
      put(lane, offset, bytes, next);
    }
    long bit = 1L << lane;
    versions.write(operation, bit, inside ? bit : 0, address, operand);
  }

  private LocalVersions.Restored restore(long lanes) {
    return versions.restore(this::store, 0, WARP, lanes, 10);
  }

  @Test
  void aWordIsStoredOnceHoweverOftenItWasOverwritten() {
    MemoryOperation half = MemoryOperation.store(DataType.B16);
    write(half, 3, false, 4, 0x1111);
    write(half, 3, false, 6, 0x2222);
    write(half, 3, true, 6, 0x3333);
    write(half, 3, true, 4, 0x4444);
    LocalVersions.Restored restored = restore(1L << 3);
    assertThat(restored).isEqualTo(new LocalVersions.Restored(11, 1, true));
    assertThat(get(3, 4, 4)).isEqualTo(0x2222_1111);
    assertThat(restore(1L << 3).words()).as("a second time").isZero();
  }

  @Test
  void whatWasCommittedIsNotRestored() {
    MemoryOperation word = MemoryOperation.store(DataType.B32);
    write(word, 0, false, 8, 1);
    write(word, 0, true, 8, 2);
    versions.commit(1);
    write(word, 0, true, 8, 3);
    assertThat(restore(1).words()).isEqualTo(1);
    assertThat(get(0, 8, 4)).isEqualTo(2);
  }

  @Test
  void whatHadNoValueIsNotRestored() {
    MemoryOperation word = MemoryOperation.store(DataType.B32);
    write(word, 0, true, 8, 2);
    assertThat(restore(1).words()).isZero();
    write(word, 0, true, 8, 3);
    assertThat(restore(1).words()).as("what an attempt has left is no value").isZero();
    write(word, 0, false, 8, 4);
    versions.clear();
    write(word, 0, true, 8, 5);
    assertThat(restore(1).words()).as("of a thread that has left").isZero();
  }

  @Test
  void whatTheLoadStoreUnitRefusesIsStoredLater() {
    MemoryOperation pair = MemoryOperation.store(DataType.B64).withElements(2);
    write(pair, 5, false, 16, 1L << 40, 2);
    write(pair, 5, true, 16, 7, 8);
    room = 3;
    assertThat(restore(1L << 5)).isEqualTo(new LocalVersions.Restored(11, 3, false));
    assertThat(restore(1L << 5)).isEqualTo(new LocalVersions.Restored(11, 1, true));
    assertThat(get(5, 16, 8)).isEqualTo(1L << 40);
    assertThat(get(5, 24, 8)).isEqualTo(2);
  }

  /** Lanes begin, write, commit and roll back in any order; all of their bytes are compared. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void anyOrderOfWritesCommitsAndRollBacksIsUndone(long seed) {
    Random random = new Random(seed);
    byte[][] begun = new byte[WIDTH][];
    boolean[] inside = new boolean[WIDTH];
    for (int lane = 0; lane < WIDTH; lane++) {
      for (int offset = 0; offset < BYTES; offset += 8) {
        write(MemoryOperation.store(DataType.B64), lane, false, offset, random.nextLong());
      }
    }
    for (int step = 0; step < 20_000; step++) {
      int lane = random.nextInt(WIDTH);
      switch (random.nextInt(12)) {
        case 0 -> {
          if (inside[lane]) {
            versions.commit(1L << lane);
          } else {
            begun[lane] = memory[lane].clone();
          }
          inside[lane] = !inside[lane];
        }
        case 1 -> {
          long lanes = 0;
          for (int l = 0; l < WIDTH; l++) {
            lanes |= inside[l] && random.nextBoolean() ? 1L << l : 0;
          }
          room = random.nextInt(9) - 1;
          while (!restore(lanes).complete()) {
            room = random.nextInt(9) - 1;
          }
          for (int l = 0; l < WIDTH; l++) {
            if ((lanes >>> l & 1) != 0) {
              assertThat(memory[l]).as("seed %d, step %d", seed, step).isEqualTo(begun[l]);
            }
          }
        }
        default -> {
          DataType type = TYPES.get(random.nextInt(TYPES.size()));
          MemoryOperation operation =
              random.nextInt(4) > 0 || type.bytes() < 4
                  ? MemoryOperation.store(type)
                  : MemoryOperation.atomic(AtomicOp.CAS, type);
          long offset = (long) random.nextInt(BYTES / type.bytes()) * type.bytes();
          if (operation.atomic() == null) {
            write(operation, lane, inside[lane], offset, random.nextLong());
          } else {
            long compared = random.nextBoolean() ? get(lane, offset, type.bytes()) : 0;
            write(operation, lane, inside[lane], offset, compared, random.nextLong());
          }
        }
      }
    }
    assertThat(Arrays.asList(begun))
        .as("seed %d: lanes that have begun", seed)
        .doesNotContainNull();
  }
}
