package dev.syncopate.check.order;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.access.AtomicOp;
import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.memory.access.WarpAccess;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Which write of a word a read has read, as far as the value that it returned tells. */
class WordTest {
  private static final long[] NONE = {};

  private final Word word = new Word(0x100);

  private Write add(MemoryOperation operation, long operand) {
    WarpAccess access =
        WarpAccess.of(operation, 0, 1, new long[] {word.address}, new long[] {operand}, NONE);
    Write write = new Write(word, 0, 0, 0, access);
    word.add(write);
    return write;
  }

  private Write store(long value) {
    return add(MemoryOperation.store(DataType.B32).with(Order.RELAXED, Scope.GPU), value);
  }

  /** A read-modify-write whose value nobody knows so far. */
  private Write update(AtomicOp atomic, DataType type, long operand) {
    return add(MemoryOperation.atomic(atomic, type), operand);
  }

  private Write addition(long operand) {
    return update(AtomicOp.ADD, DataType.B32, operand);
  }

  private void reads(long value, @Nullable Write write) {
    assertThat(word.read(value, null)).isEqualTo(new Source(true, write, List.of(), value));
  }

  private void maySee(long value, @Nullable Write match, Write... others) {
    assertThat(word.read(value, null))
        .isEqualTo(new Source(false, match, Arrays.asList(others), value));
  }

  @Test
  void aKnownValueIsThatOfItsLatestWrite() {
    store(5);
    Write again = store(5);
    Write other = store(7);
    reads(5, again);
    reads(7, other);
  }

  @Test
  void aValueThatNoWriteHasLeftIsThatOfBeforeTheLaunch() {
    store(5);
    reads(9, null);
  }

  @Test
  void aWriteIsKnownOnceItIsComplete() {
    Write swap = update(AtomicOp.OR, DataType.B32, 6);
    maySee(6, null, swap);
    swap.settle(6);
    reads(6, swap);
  }

  @Test
  void anExchangeIsKnownFromItsIssueOn() {
    reads(3, update(AtomicOp.EXCH, DataType.B32, 3));
  }

  @Test
  void anotherUpdateMayHaveLeftTheSameValue() {
    Write store = store(5);
    Write update = update(AtomicOp.MAX, DataType.U32, 5);
    maySee(5, store, update);
  }

  @Test
  void additionsOfOneSignWouldShow() {
    Write store = store(5);
    addition(1);
    addition(2);
    reads(5, store);
  }

  /** A read of 5 may be behind both. */
  @Test
  void additionsOfBothSignsMayCancel() {
    Write store = store(5);
    Write up = addition(1);
    Write down = addition(-1);
    maySee(5, store, down, up);
  }

  @Test
  void anAdditionOfNothingDoesNotShow() {
    Write store = store(5);
    Write nothing = addition(0);
    maySee(5, store, nothing);
  }

  @Test
  void aSmallFloatMayVanishInALargeOne() {
    Write store = store(Float.floatToIntBits(1e20f));
    Write tiny = update(AtomicOp.ADD, DataType.F32, Float.floatToIntBits(1));
    maySee(Float.floatToIntBits(1e20f), store, tiny);
  }

  @Test
  void aStoreOfAnotherValueHidesWhatAdditionsTell() {
    Write store = store(5);
    store(7);
    Write addition = addition(1);
    maySee(5, store, addition);
  }

  @Test
  void aReadModifyWriteHasNotReadItsOwn() {
    Write store = store(5);
    Write own = update(AtomicOp.MIN, DataType.U32, 5);
    assertThat(word.read(5, own)).isEqualTo(Source.of(store, 5));
  }

  @Test
  void aCompareAndSwapThatFailsIsNoWrite() {
    Write store = store(5);
    Write swap = update(AtomicOp.CAS, DataType.B32, 4);
    word.remove(swap);
    reads(5, store);
    reads(8, null);
    assertThat(word.latest()).isSameAs(store);
  }

  @Test
  void aValueOfAWriteThatIsNoLongerKeptMayBeAnyones() {
    for (int value = 1; value <= Word.KEPT + 1; value++) {
      store(value);
    }
    maySee(1, null);
    store(Word.KEPT + 2);
    assertThat(word.read(Word.KEPT + 2, null).sure()).isTrue();
  }

  @Test
  void theLikeliestIsTheLatestOfTheValueAsFarAsIsKnownByNow() {
    Write store = store(5);
    Write earlier = update(AtomicOp.OR, DataType.B32, 1);
    Write later = update(AtomicOp.OR, DataType.B32, 2);
    Source five = word.read(5, null);
    Source seven = word.read(7, null);
    assertThat(five.likeliest()).isSameAs(store);
    assertThat(seven.likeliest()).isSameAs(later);
    earlier.settle(7);
    later.settle(9);
    assertThat(five.likeliest()).isSameAs(store);
    assertThat(seven.likeliest()).isSameAs(earlier);
  }

  /** Between them there may be more writes of unknown value than are kept. */
  @Test
  void theLikeliestMayBeOlderThanAllThatAreKept() {
    Write store = store(5);
    for (int i = 0; i < 2 * Word.KEPT; i++) {
      update(AtomicOp.OR, DataType.B32, 1);
    }
    Source source = word.read(5, null);
    assertThat(source.sure()).isFalse();
    assertThat(source.unknown()).hasSize(Word.KEPT);
    assertThat(source.likeliest()).isSameAs(store);
  }
}
