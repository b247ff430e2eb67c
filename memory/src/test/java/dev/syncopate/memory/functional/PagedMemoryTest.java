package dev.syncopate.memory.functional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.memory.access.AccessKind;
import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.WarpAccess;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Memory that holds copies of another one's pages. */
class PagedMemoryTest {
  private static final long BASE = 1L << 32;
  private static final int BYTES = 4 * PagedMemory.PAGE_BYTES;

  /** The other memory, which counts what is asked of it. */
  private final byte[] store = new byte[BYTES];

  private int reads;
  private int writes;

  private final PagedMemory memory =
      new PagedMemory(
          BASE,
          BASE + BYTES,
          new BackingStore() {
            @Override
            public void read(long address, byte[] target) {
              reads++;
              System.arraycopy(store, (int) (address - BASE), target, 0, target.length);
            }

            @Override
            public void write(long address, byte[] source) {
              writes++;
              System.arraycopy(source, 0, store, (int) (address - BASE), source.length);
            }
          });

  /** Stores a byte as a thread does. */
  private void store(int offset, int value) {
    memory.perform(access(AccessKind.STORE, offset, value));
  }

  /** Loads a byte as a thread does. */
  private long load(int offset) {
    WarpAccess access = access(AccessKind.LOAD, offset, 0);
    memory.perform(access);
    return access.result[0];
  }

  private static WarpAccess access(AccessKind kind, int offset, long value) {
    MemoryOperation operation =
        kind == AccessKind.LOAD
            ? MemoryOperation.load(DataType.U8)
            : MemoryOperation.store(DataType.U8);
    long[] unused = {0};
    return WarpAccess.of(operation, 0, 1, new long[] {BASE + offset}, new long[] {value}, unused);
  }

  @Test
  void aPageIsCopiedAtItsFirstAccessAlone() {
    store[5] = 7;
    assertThat(load(5)).isEqualTo(7);
    assertThat(load(6)).isZero();
    assertThat(reads).isEqualTo(1);
  }

  @Test
  void onlyPagesThatWereWrittenAreWrittenBack() {
    load(5);
    store(PagedMemory.PAGE_BYTES, 9);
    assertThat(store[PagedMemory.PAGE_BYTES]).isZero();
    memory.writeBack();
    assertThat(store[PagedMemory.PAGE_BYTES]).isEqualTo((byte) 9);
    assertThat(writes).isEqualTo(1);
  }

  @Test
  void afterwardsNothingOfTheCopiesIsLeft() {
    store(5, 9);
    memory.writeBack();
    store[5] = 11;
    assertThat(load(5)).isEqualTo(11);
    memory.writeBack();
    assertThat(writes).isEqualTo(1);
  }

  @Test
  void writesSinceTheCheckpointAreUndone() {
    store(5, 1);
    memory.checkpoint();
    store(5, 2);
    store(3 * PagedMemory.PAGE_BYTES, 3);
    memory.rollBack();
    assertThat(load(5)).isEqualTo(1);
    assertThat(load(3 * PagedMemory.PAGE_BYTES)).isZero();
    memory.writeBack();
    assertThat(store[5]).isEqualTo((byte) 1);
    assertThat(writes).as("a page whose only writes were undone is as it was").isEqualTo(1);
  }

  @Test
  void writesThatWereTakenBackCanBeDoneAgain() {
    store(5, 1);
    memory.checkpoint();
    store(5, 2);
    store(3 * PagedMemory.PAGE_BYTES, 3);
    PagedMemory.UndoneWrites undone = memory.takeBack();
    assertThat(load(5)).isEqualTo(1);
    assertThat(load(3 * PagedMemory.PAGE_BYTES)).isZero();
    memory.writeBack();
    assertThat(store[5]).isEqualTo((byte) 1);
    store[5] = 9; // by a run in cycles
    memory.redo(undone);
    assertThat(load(5)).isEqualTo(2);
    assertThat(load(3 * PagedMemory.PAGE_BYTES)).isEqualTo(3);
    memory.writeBack();
    assertThat(store[5]).isEqualTo((byte) 2);
    assertThat(store[3 * PagedMemory.PAGE_BYTES]).isEqualTo((byte) 3);
  }

  @Test
  void theSamePageIsSavedAgainAfterEachCheckpoint() {
    memory.checkpoint();
    store(5, 1);
    memory.checkpoint();
    store(5, 2);
    memory.rollBack();
    assertThat(load(5)).isEqualTo(1);
    store(5, 3);
    memory.rollBack();
    assertThat(load(5)).isEqualTo(1);
  }

  @Test
  void theHostReadsCopiesAndWritesWhereTheBytesAre() {
    store(5, 1);
    byte[] read = new byte[PagedMemory.PAGE_BYTES + 2];
    store[PagedMemory.PAGE_BYTES] = 8;
    memory.read(BASE, read);
    assertThat(read[5]).isEqualTo((byte) 1);
    assertThat(read[PagedMemory.PAGE_BYTES]).isEqualTo((byte) 8);
    byte[] written = new byte[PagedMemory.PAGE_BYTES + 2];
    Arrays.fill(written, (byte) 4);
    memory.write(BASE, written);
    assertThat(load(5)).isEqualTo(4);
    assertThat(store[PagedMemory.PAGE_BYTES + 1]).isEqualTo((byte) 4);
    memory.writeBack();
    assertThat(store[5]).isEqualTo((byte) 4);
  }

  @Test
  void memoryOfItsOwnCannotBeWrittenBack() {
    assertThatThrownBy(() -> new PagedMemory(BASE, BASE + BYTES).writeBack())
        .hasMessage("memory without a backing store cannot be written back");
  }

  @Test
  void theVersionStaysWhileNoByteChanges() {
    store(5, 7);
    long version = memory.version();
    store(5, 7);
    memory.write(BASE + 5, new byte[] {7});
    assertThat(load(5)).isEqualTo(7);
    assertThat(memory.version()).isEqualTo(version);
  }

  @Test
  void theVersionIsAnotherOneWhenBytesMayHaveChanged() {
    store(5, 7);
    long version = memory.version();
    memory.write(BASE + 5, new byte[] {8});
    assertThat(memory.version()).as("written by the host").isNotEqualTo(version);
    version = memory.version();
    memory.write(BASE + 3L * PagedMemory.PAGE_BYTES, new byte[] {8});
    assertThat(memory.version()).as("written to the other memory").isNotEqualTo(version);
    version = memory.version();
    memory.checkpoint();
    store(5, 9);
    assertThat(memory.version()).as("stored").isNotEqualTo(version);
    version = memory.version();
    PagedMemory.UndoneWrites undone = memory.takeBack();
    assertThat(memory.version()).as("taken back").isNotEqualTo(version);
    version = memory.version();
    memory.redo(undone);
    assertThat(memory.version()).as("done again").isNotEqualTo(version);
    version = memory.version();
    memory.rollBack();
    assertThat(memory.version()).as("rolled back").isNotEqualTo(version);
    version = memory.version();
    memory.writeBack();
    assertThat(memory.version()).as("copies given up").isNotEqualTo(version);
  }
}
