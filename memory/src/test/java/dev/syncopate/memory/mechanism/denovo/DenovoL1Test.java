package dev.syncopate.memory.mechanism.denovo;

import static dev.syncopate.memory.mechanism.denovo.DenovoBench.LINE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.memory.access.AtomicOp;
import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.kit.LineMessage;
import dev.syncopate.memory.mechanism.denovo.message.DenovoMessage;
import dev.syncopate.memory.mechanism.denovo.message.DenovoType;
import dev.syncopate.memory.protocol.ProtocolException;
import dev.syncopate.memory.rig.RigConfigs;
import dev.syncopate.memory.rig.RigOperations;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Message by message: what DeNovo's L1 asks, answers, and lets wait. */
class DenovoL1Test {
  private static final MemoryOperation LOAD = RigOperations.load(DataType.B32);
  private static final MemoryOperation STORE = RigOperations.store(DataType.B32);

  private final DenovoBench bench = new DenovoBench(RigConfigs.roomy());

  @AfterEach
  void aWordIsEitherHereOrAskedFor() {
    assertThat(bench.l1.checkInvariants()).isEmpty();
  }

  private static MemoryOperation add(DataType type) {
    return RigOperations.atomic(AtomicOp.ADD, type, Order.RELAXED, Scope.GPU);
  }

  private static long result(WarpAccess access, int lane) {
    return access.result[access.resultBase[0] + lane];
  }

  private void granted(int words, int carried, long value) {
    bench.receive(DenovoType.REGISTERED, bench.tile(0), words, carried, value, 0);
  }

  private void forwarded(DenovoType type, int words) {
    bench.receive(type, bench.tile(1), words, 0, 0, 5);
  }

  @Test
  void aStoreIsSeenByItsUnitBeforeTheWordIsRegistered() {
    WarpAccess store = bench.issue(0, STORE, LINE + 4, 1, 7);
    assertThat(bench.done(store)).isTrue();
    assertThat(bench.sent(0)).isEqualTo("REGISTER 2 to bank 0");
    assertThat(bench.sent.getFirst().needed).as("the whole word is written").isZero();
    WarpAccess load = bench.issue(1, LOAD, LINE + 4, 1);
    assertThat(bench.done(load)).isTrue();
    assertThat(result(load, 0)).isEqualTo(7);
  }

  @Test
  void aReleaseWaitsUntilItsStoresWordsAreOwned() {
    bench.issue(0, STORE, LINE, 1, 7);
    WarpAccess fence = bench.issue(0, RigOperations.fence(Order.RELEASE, Scope.GPU), 0, 0);
    assertThat(bench.done(fence)).isFalse();
    granted(1, 0, 0);
    assertThat(bench.done(fence)).isTrue();
    assertThat(bench.sent).as("nothing is written through").hasSize(1);
  }

  @Test
  void aReleaseDoesNotWaitForOthersAtomics() {
    WarpAccess atomic = bench.issue(0, add(DataType.U32), LINE, 1, 1);
    WarpAccess fence = bench.issue(1, RigOperations.fence(Order.RELEASE, Scope.GPU), 0, 0);
    assertThat(bench.done(atomic)).isFalse();
    assertThat(bench.done(fence)).isTrue();
  }

  @Test
  void aReleaseWaitsForStoresToWordsThatAnAtomicHasAskedFor() {
    bench.issue(0, add(DataType.U32), LINE, 2, 1, 1);
    bench.issue(1, STORE, LINE + 32, 1, 9);
    assertThat(bench.sent(0)).isEqualTo("REGISTER 3 to bank 0");
    WarpAccess fence = bench.issue(1, RigOperations.fence(Order.RELEASE, Scope.GPU), 0, 0);
    granted(3, 3, 0);
    assertThat(bench.done(fence)).as("its store waited behind the atomic").isFalse();
    assertThat(bench.sent(1)).isEqualTo("REGISTER 100 to bank 0");
    granted(0x100, 0, 0);
    assertThat(bench.done(fence)).isTrue();
  }

  /** No litmus test can tell: their locations have one size. */
  @Test
  void noAccessOvertakesAnEarlierOneThatWaitsForAnotherWordOfItsOwn() {
    assertThat(halfAfterWhole(bench)).isEqualTo(8);
  }

  /** What a thread reads of the upper half of a word pair to which it adds 2^32 before. */
  private static long halfAfterWhole(DenovoBench bench) {
    bench.issue(0, add(DataType.U64), LINE, 1, 1L << 32);
    WarpAccess half =
        bench.issue(0, RigOperations.load(DataType.B32, Order.RELAXED, Scope.GPU), LINE + 4, 1);
    bench.receive(DenovoType.REGISTERED, bench.tile(0), 2, 2, 7, 0);
    bench.receive(DenovoType.REGISTERED, bench.tile(0), 1, 1, 7, 0);
    assertThat(bench.done(half)).isTrue();
    return result(half, 0);
  }

  @Test
  void anAtomicIsPerformedOnTheBytesThatComeWithTheWord() {
    WarpAccess atomic = bench.issue(0, add(DataType.U32), LINE, 1, 2);
    assertThat(bench.sent.getFirst().needed).isEqualTo(1);
    granted(1, 1, 40);
    assertThat(result(atomic, 0)).isEqualTo(40);
    WarpAccess load = bench.issue(1, LOAD, LINE, 1);
    assertThat(result(load, 0)).isEqualTo(42);
    assertThat(bench.sent).as("atomics on owned words are the L1's own").hasSize(1);
  }

  @Test
  void aPartOfAWordIsStoredOnTheBytesThatCome() {
    bench.issue(0, RigOperations.store(DataType.B8), LINE + 1, 1, 0xab);
    assertThat(bench.sent.getFirst().needed).isEqualTo(1);
    granted(1, 1, 0x11223344);
    assertThat(result(bench.issue(1, LOAD, LINE, 1), 0)).isEqualTo(0x1122ab44);
  }

  @Test
  void whatIsForwardedWaitsForTheGrantAndForTheAtomicsBeforeIt() {
    bench.issue(0, add(DataType.U32), LINE, 1, 2);
    forwarded(DenovoType.FORWARD_REGISTER, 1);
    assertThat(bench.sent).hasSize(1);
    granted(1, 1, 40);
    assertThat(bench.sent(1)).isEqualTo("REGISTERED 1 to tile 1");
    bench.issue(1, LOAD, LINE, 1);
    assertThat(bench.sent(2)).as("the word has left").startsWith("READ");
  }

  @Test
  void theBytesGoAlongWhereTheyAreWanted() {
    bench.issue(0, STORE, LINE, 1, 7);
    granted(1, 0, 0);
    bench.receive(DenovoType.FORWARD_REGISTER, bench.tile(2), 1, 1, 0, 0);
    assertThat(bench.sent(1)).isEqualTo("REGISTERED 1 to tile 2");
    assertThat(bench.value(1)).isEqualTo(7);
  }

  @Test
  void aReaderIsSentTheBytesAndTheOwnerStaysOne() {
    bench.issue(0, STORE, LINE, 1, 7);
    granted(1, 0, 0);
    forwarded(DenovoType.FORWARD_READ, 1);
    assertThat(bench.sent(1)).isEqualTo("FILL 1 to tile 1");
    assertThat(bench.value(1)).isEqualTo(7);
    assertThat(bench.sent.get(1).tag).as("the reader's MSHR").isEqualTo(5);
    bench.issue(1, STORE, LINE, 1, 8);
    assertThat(bench.sent).hasSize(2);
  }

  @Test
  void piecesOfARegistrationAreHeldUntilTheLast() {
    WarpAccess atomic = bench.issue(0, add(DataType.U32), LINE, 2, 1, 1);
    assertThat(bench.sent(0)).isEqualTo("REGISTER 3 to bank 0");
    granted(1, 1, 10);
    forwarded(DenovoType.FORWARD_REGISTER, 1);
    assertThat(bench.sent).as("word 0 waits for word 1").hasSize(1);
    assertThat(bench.done(atomic)).isFalse();
    granted(2, 2, 20);
    assertThat(bench.done(atomic)).isTrue();
    assertThat(result(atomic, 0)).isEqualTo(10);
    assertThat(result(atomic, 1)).isEqualTo(20);
    assertThat(bench.sent(1)).isEqualTo("REGISTERED 1 to tile 1");
  }

  @Test
  void wordsThatMustBeHereAtOnceAreAskedForTogether() {
    bench.issue(0, STORE, LINE, 1, 7);
    granted(1, 0, 0);
    WarpAccess atomic = bench.issue(0, add(DataType.U64), LINE, 1, 1);
    assertThat(bench.sent(1)).isEqualTo("WRITE_BACK 1 to bank 0");
    assertThat(bench.sent(2)).isEqualTo("REGISTER 3 to bank 0");
    bench.receive(DenovoType.WRITTEN_BACK, bench.tile(0), 1, 0, 0, 0);
    granted(3, 3, 7);
    assertThat(result(atomic, 0)).isEqualTo(0x7_0000_0007L);
  }

  @Test
  void aWordOnItsWayBackIsStillHereForThoseWhoWereToldSo() {
    bench.issue(0, STORE, LINE, 1, 7);
    granted(1, 0, 0);
    bench.issue(0, add(DataType.U64), LINE, 1, 1); // gives it back, asks again
    bench.receive(DenovoType.FORWARD_REGISTER, bench.tile(1), 1, 1, 0, 0);
    assertThat(bench.sent(3)).isEqualTo("REGISTERED 1 to tile 1");
    assertThat(bench.value(3)).isEqualTo(7);
    bench.receive(DenovoType.WRITTEN_BACK, bench.tile(0), 0, 0, 0, 0);
    forwarded(DenovoType.FORWARD_REGISTER, 1);
    assertThat(bench.sent).as("this one is for the registration to come").hasSize(4);
  }

  /** The bank has had the word between: nothing keeps what it forwarded before from coming late. */
  @Test
  void aReadForwardedBeforeAWordWentAndCameBackIsAnsweredWithWhatWentBack() {
    bench.issue(0, STORE, LINE, 1, 7);
    granted(1, 0, 0);
    WarpAccess pair = bench.issue(0, add(DataType.U64), LINE, 1, 1); // gives it back, asks again
    granted(3, 3, 9);
    assertThat(bench.done(pair)).isTrue();
    int sentCount = bench.sent.size();
    forwarded(DenovoType.FORWARD_READ, 1);
    assertThat(bench.sent(sentCount)).isEqualTo("FILL 1 to tile 1");
    assertThat(bench.value(sentCount)).as("as it was when the bank forwarded").isEqualTo(7);
    bench.receive(DenovoType.WRITTEN_BACK, bench.tile(0), 1, 0, 0, 0);
    forwarded(DenovoType.FORWARD_READ, 1);
    assertThat(bench.value(sentCount + 1)).as("the new owner's own").isEqualTo(10);
  }

  @Test
  void aFillUnderWayWhenAWordLeavesIsNotKept() {
    WarpAccess load = bench.issue(0, LOAD, LINE + 4, 1);
    assertThat(bench.sent(0)).startsWith("READ");
    bench.issue(1, STORE, LINE, 1, 7);
    granted(1, 0, 0);
    forwarded(DenovoType.FORWARD_REGISTER, 1);
    DenovoMessage read = bench.sent.getFirst();
    bench.receive(LineMessage.FILL, bench.tile(0), 3, 2, 3, read.tag);
    assertThat(result(load, 0)).isEqualTo(3);
    int sentCount = bench.sent.size();
    bench.issue(0, LOAD, LINE, 1);
    assertThat(bench.sent(sentCount)).as("what the fill had of word 0 is older").startsWith("READ");
  }

  @Test
  void anAcquireDropsWhatIsNotOwned() {
    bench.issue(0, STORE, LINE, 1, 7);
    granted(1, 0, 0);
    bench.issue(0, LOAD, LINE + 4, 1);
    bench.receive(LineMessage.FILL, bench.tile(0), 2, 2, 3, bench.sent.getLast().tag);
    int sentCount = bench.sent.size();
    bench.issue(0, RigOperations.fence(Order.ACQUIRE, Scope.GPU), 0, 0);
    assertThat(result(bench.issue(0, LOAD, LINE, 1), 0)).isEqualTo(7);
    assertThat(bench.sent).hasSize(sentCount);
    bench.issue(0, LOAD, LINE + 4, 1);
    assertThat(bench.sent(sentCount)).startsWith("READ");
  }

  @Test
  void aGrantThatNobodyAskedForIsAnError() {
    assertThatThrownBy(() -> granted(1, 0, 0))
        .isInstanceOf(ProtocolException.class)
        .hasMessageContaining("event REGISTERED is not listed");
  }

  @Test
  void aCopyIsDroppedWhenItsWordIsAskedFor() {
    WarpAccess load = bench.issue(0, LOAD, LINE, 1);
    bench.receive(LineMessage.FILL, bench.tile(0), 1, 1, 3, bench.sent.getLast().tag);
    assertThat(result(load, 0)).isEqualTo(3);
    bench.issue(0, STORE, LINE, 1, 7);
    assertThat(bench.l1.checkInvariants()).isEmpty();
    assertThat(result(bench.issue(1, LOAD, LINE, 1), 0)).isEqualTo(7);
  }
}
