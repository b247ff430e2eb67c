package dev.syncopate.memory.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.access.AtomicOp;
import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.LineData;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.rig.RigOperations;
import org.junit.jupiter.api.Test;

class LaneBytesTest {
  private static final long LINE = 0x1000;
  private final byte[] data = new byte[192];

  /** An access of lanes 0, 1, ... at given offsets in the line. */
  private static LineAccess access(MemoryOperation operation, long[] operand, int... offsets) {
    return access(operation, operand, new long[0], offsets);
  }

  private static LineAccess access(
      MemoryOperation operation, long[] operand, long[] operand2, int... offsets) {
    long[] address = new long[4];
    long lanes = 0;
    for (int lane = 0; lane < offsets.length; lane++) {
      address[lane] = LINE + offsets[lane];
      lanes |= 1L << lane;
    }
    WarpAccess warp =
        new WarpAccess(
            operation,
            0,
            lanes,
            address,
            operand,
            operand2,
            new long[20],
            new int[] {0, 4, 8, 12},
            4);
    return new LineAccess(warp, LINE, lanes, 0, 0);
  }

  private static MemoryOperation load(DataType type, int elements, int registerBits) {
    return MemoryOperation.load(type).withElements(elements).into(registerBits);
  }

  private long loaded(DataType type, int registerBits, long bits) {
    LaneBytes.put(data, 64 + 16, 8, bits);
    LineAccess access = access(load(type, 1, registerBits), new long[0], 16);
    LaneBytes.load(access, data, 64);
    return access.parent.result[0];
  }

  @Test
  void valuesExtendAsTheirTypeAndRegisterSay() {
    assertThat(loaded(DataType.U8, 32, 0xf0)).isEqualTo(0xf0);
    assertThat(loaded(DataType.S8, 32, 0xf0)).isEqualTo(0xffff_fff0L);
    assertThat(loaded(DataType.S8, 16, 0xf0)).isEqualTo(0xfff0);
    assertThat(loaded(DataType.S8, 64, 0xf0)).isEqualTo(-16);
    assertThat(loaded(DataType.S8, 64, 0x70)).isEqualTo(0x70);
    assertThat(loaded(DataType.S16, 32, 0x8000)).isEqualTo(0xffff_8000L);
    assertThat(loaded(DataType.U16, 64, 0x8000)).isEqualTo(0x8000);
    assertThat(loaded(DataType.S32, 32, 0xffff_ffffL)).isEqualTo(0xffff_ffffL);
    assertThat(loaded(DataType.S32, 64, 0xffff_ffffL)).isEqualTo(-1);
    assertThat(loaded(DataType.B32, 64, 0xffff_ffffL)).isEqualTo(0xffff_ffffL);
    assertThat(loaded(DataType.F64, 64, Double.doubleToLongBits(1.5)))
        .isEqualTo(Double.doubleToLongBits(1.5));
    assertThat(loaded(DataType.F16X2, 32, 0x3c00_c000L)).isEqualTo(0x3c00_c000L);
  }

  @Test
  void vectorsGoToTheRegistersOfTheirElements() {
    for (int i = 0; i < 16; i++) {
      LaneBytes.put(data, 64 + 4 * i, 4, 100 + i);
    }
    LineAccess access = access(load(DataType.B32, 4, 32), new long[0], 32, 0);
    LaneBytes.load(access, data, 64);
    assertThat(access.parent.result)
        .startsWith(108, 100, 0, 0, 109, 101, 0, 0, 110, 102, 0, 0, 111, 103, 0, 0);
  }

  @Test
  void wordsGoToTheLanesThatAskForThem() {
    for (int i = 0; i < 16; i++) {
      LaneBytes.put(data, 64 + 4 * i, 4, 0xffff_ff00L + i);
    }
    LineAccess access = access(load(DataType.U32, 1, 32), new long[0], 8, 60, 0, 8);
    LaneBytes.load(access, data, 64);
    assertThat(access.parent.result)
        .startsWith(0xffff_ff02L, 0xffff_ff0fL, 0xffff_ff00L, 0xffff_ff02L);
  }

  @Test
  void theBaseMayLieBeforeTheArray() {
    byte[] sector = new byte[32];
    LaneBytes.put(sector, 4, 4, 77);
    LineAccess access = access(load(DataType.B32, 1, 32), new long[0], 100);
    LaneBytes.load(access, sector, -96);
    assertThat(access.parent.result[0]).isEqualTo(77);
  }

  @Test
  void ofStoresToOneByteTheHighestLaneStays() {
    LineAccess access =
        access(RigOperations.store(DataType.B16), new long[] {0x1111, 0x2222, 0x3333}, 8, 8, 10);
    assertThat(LaneBytes.store(access, data, 64)).isTrue();
    assertThat(LaneBytes.get(data, 72, 4)).isEqualTo(0x3333_2222L);
    LineAccess unchangedStore = access(RigOperations.store(DataType.B16), new long[] {0x2222}, 8);
    assertThat(LaneBytes.store(unchangedStore, data, 64)).isFalse();
  }

  /** Registers are wider than what is stored of them. */
  @Test
  void aStoreIsAChangeOnlyInTheBytesItWrites() {
    LaneBytes.put(data, 72, 8, 0x1122_3344_5566_7788L);
    for (DataType type : new DataType[] {DataType.B8, DataType.B16, DataType.B32}) {
      LineAccess unchangedStore =
          access(
              RigOperations.store(type), new long[] {0xabL << 32 | 0x5566_7788L}, /* offsets */ 8);
      assertThat(LaneBytes.store(unchangedStore, data, 64)).as("%s", type).isFalse();
    }
    LineAccess wideStore =
        access(RigOperations.store(DataType.B64), new long[] {0x1122_3344_5566_7788L}, 8);
    assertThat(LaneBytes.store(wideStore, data, 64)).isFalse();
  }

  @Test
  void storesOfAllSizesWriteTheirBytesOnly() {
    DataType[] types = {DataType.B8, DataType.B16, DataType.B32, DataType.B64};
    for (DataType type : types) {
      byte[] line = new byte[64];
      LineAccess access = access(RigOperations.store(type), new long[] {-1}, 16);
      LaneBytes.store(access, line, 0);
      for (int i = 0; i < 64; i++) {
        assertThat(line[i]).isEqualTo((byte) (i >= 16 && i < 16 + type.bytes() ? -1 : 0));
      }
    }
  }

  @Test
  void vectorStoresWriteElementsOneAfterTheOther() {
    MemoryOperation operation = RigOperations.vector(RigOperations.store(DataType.B64), 2);
    LineAccess access = access(operation, new long[] {1, 3, 0, 0, 2, 4, 0, 0}, 0, 32);
    LaneBytes.store(access, data, 64);
    assertThat(LaneBytes.get(data, 64, 8)).isEqualTo(1);
    assertThat(LaneBytes.get(data, 72, 8)).isEqualTo(2);
    assertThat(LaneBytes.get(data, 96, 8)).isEqualTo(3);
    assertThat(LaneBytes.get(data, 104, 8)).isEqualTo(4);
  }

  private static MemoryOperation atomic(AtomicOp op, DataType type) {
    return RigOperations.atomic(op, type, Order.RELAXED, Scope.GPU);
  }

  @Test
  void atomicsOnOneWordBuildOnOneAnotherInOrderOfLanes() {
    LaneBytes.put(data, 64, 4, 10);
    LineAccess access = access(atomic(AtomicOp.ADD, DataType.U32), new long[] {1, 2, 4}, 0, 0, 0);
    assertThat(LaneBytes.atomic(access, new LineData(data), 64).changed()).isTrue();
    assertThat(access.parent.result).startsWith(10, 11, 13);
    assertThat(LaneBytes.get(data, 64, 4)).isEqualTo(17);
  }

  @Test
  void anAtomicIsPerformedOnItsOwnWord() {
    LaneBytes.put(data, 64 + 12, 4, 10);
    LineAccess access = access(atomic(AtomicOp.ADD, DataType.U32), new long[] {1, 2}, 12, 40);
    assertThat(LaneBytes.atomic(access, new LineData(data), 64).changed()).isTrue();
    assertThat(access.parent.result).startsWith(10, 0);
    assertThat(LaneBytes.get(data, 64 + 12, 4)).isEqualTo(11);
    assertThat(LaneBytes.get(data, 64 + 40, 4)).isEqualTo(2);
  }

  @Test
  void atomicsInAMessageDoTheSame() {
    LaneBytes.put(data, 64, 4, 5);
    LaneBytes.put(data, 72, 4, 6);
    LineAccess access =
        access(
            atomic(AtomicOp.CAS, DataType.B32),
            new long[] {5, 5, 6},
            new long[] {7, 8, 9},
            0,
            0,
            8);
    LaneAtomics atomics = LaneAtomics.of(access);
    assertThat(atomics.count()).isEqualTo(3);
    assertThat(atomics.operandBytes()).isEqualTo(24);
    assertThat(atomics.resultBytes()).isEqualTo(12);
    long[] old = new long[3];
    assertThat(atomics.apply(new LineData(data), 64, 0xf0f, 0, old, null))
        .isEqualTo(new WrittenBytes(0xf0f, 0, true));
    LaneAtomics.deliver(access, old, null);
    assertThat(access.parent.result).startsWith(5, 7, 6);
    assertThat(LaneBytes.get(data, 64, 4)).isEqualTo(7);
    assertThat(LaneBytes.get(data, 72, 4)).isEqualTo(9);
  }

  @Test
  void anAtomicThatChangesNothingSaysSo() {
    LaneBytes.put(data, 64, 4, 5);
    LineAccess access = access(atomic(AtomicOp.MAX, DataType.U32), new long[] {5}, 0);
    assertThat(LaneBytes.atomic(access, new LineData(data), 64).changed()).isFalse();
    assertThat(LaneAtomics.of(access).apply(new LineData(data), 64, 0xf, 0, new long[0], null))
        .as("it writes all the same")
        .isEqualTo(new WrittenBytes(0xf, 0, false));
  }

  /** In place, and in a message. */
  private WrittenBytes swapped(LineAccess access, long low, long high, long... oldValues) {
    byte[] initial = data.clone();
    WrittenBytes written = LaneBytes.atomic(access, new LineData(data), 64);
    byte[] updated = data.clone();
    assertThat(access.parent.result).startsWith(oldValues);
    System.arraycopy(initial, 0, data, 0, initial.length);
    long[] old = new long[oldValues.length];
    assertThat(LaneAtomics.of(access).apply(new LineData(data), 64, low, high, old, null))
        .isEqualTo(written);
    assertThat(data).isEqualTo(updated);
    assertThat(old).containsExactly(oldValues);
    return written;
  }

  @Test
  void aCompareAndSwapThatFindsAnotherValueWritesNothing() {
    LaneBytes.put(data, 64 + 68, 4, 5);
    LineAccess access =
        access(atomic(AtomicOp.CAS, DataType.B32), new long[] {4}, new long[] {7}, 68);
    WrittenBytes written = swapped(access, 0, 0xf0, 5);
    assertThat(written).isEqualTo(new WrittenBytes(0, 0, false));
    assertThat(written.isEmpty()).isTrue();
    assertThat(LaneBytes.get(data, 64 + 68, 4)).isEqualTo(5);
  }

  @Test
  void oneThatSwapsAValueForItselfWritesIt() {
    LaneBytes.put(data, 64, 4, 5);
    LineAccess access =
        access(atomic(AtomicOp.CAS, DataType.B32), new long[] {5}, new long[] {5}, 0);
    assertThat(swapped(access, 0xf, 0, 5)).isEqualTo(new WrittenBytes(0xf, 0, false));
  }

  @Test
  void ofSeveralCompareAndSwapsOnlyTheWordsOfThoseThatSucceedAreWritten() {
    LaneBytes.put(data, 64, 2, 5);
    LaneBytes.put(data, 64 + 2, 2, 6);
    LaneBytes.put(data, 64 + 126, 2, 7);
    LineAccess access =
        access(
            atomic(AtomicOp.CAS, DataType.B16),
            new long[] {5, 9, 0x1_0007, 7},
            new long[] {8, 8, 7, 9},
            0,
            2,
            126,
            126);
    assertThat(swapped(access, 0xf, 0xc000_0000_0000_0000L, 5, 6, 7, 7))
        .as("operands are as wide as the word; the last lane builds on the one before")
        .isEqualTo(new WrittenBytes(0x3, 0xc000_0000_0000_0000L, true));
    assertThat(LaneBytes.get(data, 64 + 126, 2)).isEqualTo(9);
  }

  @Test
  void aWordOfEightBytesIsComparedAsAWhole() {
    LaneBytes.put(data, 64 + 8, 8, 0x1_0000_0005L);
    MemoryOperation swap = atomic(AtomicOp.CAS, DataType.B64);
    LineAccess fails = access(swap, new long[] {5}, new long[] {7}, 8);
    assertThat(swapped(fails, 0xff00, 0, 0x1_0000_0005L).isEmpty()).isTrue();
    LineAccess succeeds = access(swap, new long[] {0x1_0000_0005L}, new long[] {7}, 8);
    assertThat(swapped(succeeds, 0xff00, 0, 0x1_0000_0005L))
        .isEqualTo(new WrittenBytes(0xff00, 0, true));
  }

  /** Lanes 0 and 1 on one word of 128 bits, lane 2 on another: elements are four places apart. */
  @Test
  void twoElementsOfACompareAndSwapAreOneWord() {
    LaneBytes.put(data, 64 + 16, 8, 1);
    LaneBytes.put(data, 64 + 24, 8, 2);
    LaneBytes.put(data, 64 + 64, 8, 1);
    LaneBytes.put(data, 64 + 72, 8, 9);
    MemoryOperation swap = atomic(AtomicOp.CAS, DataType.B64).withElements(2);
    LineAccess access =
        access(
            swap,
            new long[] {1, 3, 1, 0, 2, 4, 2, 0},
            new long[] {3, 5, 6, 0, 4, 6, 7, 0},
            16,
            16,
            64);
    byte[] initial = data.clone();
    WrittenBytes written = LaneBytes.atomic(access, new LineData(data), 64);
    byte[] updated = data.clone();
    assertThat(written).isEqualTo(new WrittenBytes(0xffff_0000L, 0, true));
    assertThat(access.parent.result).startsWith(1, 3, 1, 0, 2, 4, 9, 0);
    assertThat(LaneBytes.get(data, 64 + 16, 8)).isEqualTo(5);
    assertThat(LaneBytes.get(data, 64 + 24, 8)).isEqualTo(6);
    assertThat(LaneBytes.get(data, 64 + 64, 8)).as("one half is another").isEqualTo(1);
    System.arraycopy(initial, 0, data, 0, initial.length);
    LaneAtomics atomics = LaneAtomics.of(access);
    assertThat(atomics.values()).isEqualTo(6);
    assertThat(atomics.operandBytes()).isEqualTo(96);
    assertThat(atomics.resultBytes()).isEqualTo(48);
    long[] old = new long[6];
    assertThat(atomics.apply(new LineData(data), 64, 0xffff_0000L, 0xffff, old, null))
        .isEqualTo(written);
    assertThat(data).isEqualTo(updated);
    assertThat(old).containsExactly(1, 2, 3, 4, 1, 9);
    assertThat(access.parent.wrote(1)).isTrue();
    assertThat(access.parent.wrote(2)).isFalse();
    assertThat(access.parent.left(0, 1)).isEqualTo(4);
  }

  @Test
  void anExchangeOfTwoElementsIsOneToo() {
    LaneBytes.put(data, 64, 8, 1);
    LaneBytes.put(data, 64 + 8, 8, 2);
    MemoryOperation exchange = atomic(AtomicOp.EXCH, DataType.B64).withElements(2);
    LineAccess access = access(exchange, new long[] {3, 5, 0, 0, 4, 6, 0, 0}, 0, 0);
    long[] old = new long[4];
    byte[] copy = data.clone();
    WrittenBytes written =
        LaneAtomics.of(access).apply(new LineData(copy), 64, 0xffff, 0, old, null);
    assertThat(old).containsExactly(1, 2, 3, 4);
    assertThat(written).isEqualTo(new WrittenBytes(0xffff, 0, true));
    LineAccess exchangeAccess =
        new LineAccess(access.parent, access.line, access.lanes, 0xffff, access.maskHigh);
    assertThat(LaneBytes.atomic(exchangeAccess, new LineData(data), 64)).isEqualTo(written);
    assertThat(data).isEqualTo(copy);
  }

  @Test
  void signedResultsExtendToTheirRegister() {
    LaneBytes.put(data, 64, 4, 0xffff_ffffL);
    MemoryOperation operation =
        MemoryOperation.atomic(AtomicOp.MIN, DataType.S32).with(Order.RELAXED, Scope.CTA).into(64);
    LineAccess access = access(operation, new long[] {3}, 0);
    assertThat(LaneBytes.atomic(access, new LineData(data), 64).changed()).isFalse();
    assertThat(access.parent.result[0]).isEqualTo(-1);
  }
}
