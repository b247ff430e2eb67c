package dev.syncopate.memory.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Order in which a bulk copy moves its bytes, and its completion. */
class CopyQueueTest {
  private static final int LINE = 32;
  private static final int BARRIER = 64;

  /** Global memory of one copy, whose lines come back when the test says so. */
  private static final class Port implements CopyPort {
    final AsyncProxyStore store;
    final RecentLoads loads = new RecentLoads(() -> 0);
    final List<CopyLine> lines = new ArrayList<>();
    final Map<Long, byte[]> written = new HashMap<>();
    int sourcesRead;
    int completed;

    Port(@Nullable AsyncMutant mutant) {
      store = AsyncProxyStore.withoutTime(128, () -> 0, mutant);
    }

    @Override
    public AsyncProxyStore store() {
      return store;
    }

    @Override
    public RecentLoads loads() {
      return loads;
    }

    @Override
    public int together(QueuedCopy copy, long address, int limit) {
      return (int) Math.min(limit, LINE - address % LINE);
    }

    @Override
    public void issue(CopyLine line, long address, byte @Nullable [] bytes) {
      lines.add(line);
      if (bytes != null) {
        written.put(address, bytes);
      }
    }

    @Override
    public void sourceRead(QueuedCopy copy) {
      sourcesRead++;
    }

    @Override
    public void completed(QueuedCopy copy, long oldState, long newState) {
      completed++;
    }
  }

  /** 32 bytes between shared memory from 0 on and global memory from the middle of a line on. */
  private static final class Copy extends QueuedCopy {
    Copy(boolean toShared, @Nullable AsyncCopies reads, @Nullable AsyncCopies writes) {
      super(0, 0, toShared, writes == null ? BARRIER : NO_BARRIER, reads, writes);
    }

    @Override
    protected int bytes() {
      return LINE;
    }

    @Override
    protected int place(int offset) {
      return offset;
    }

    @Override
    protected long address(int offset) {
      return LINE / 2L + offset;
    }

    @Override
    protected int inRow(int offset) {
      return LINE - offset;
    }
  }

  private static byte[] bytes(int value) {
    byte[] bytes = new byte[LINE / 2];
    Arrays.fill(bytes, (byte) value);
    return bytes;
  }

  private static boolean isOver(Port port) {
    return Mbarrier.isParityOver(port.store, 0, 0, BARRIER, 0);
  }

  /** A copy into shared memory of which both lines have been asked for. */
  private static CopyQueue load(Port port) {
    Mbarrier.initialise(port.store, 0, 0, BARRIER, 1);
    long _ = Mbarrier.expectAndArrive(port.store, 0, 0, BARRIER, LINE);
    CopyQueue queue = new CopyQueue(port);
    queue.add(new Copy(true, null, null));
    queue.advance();
    assertThat(queue.first()).isNotNull();
    queue.advance();
    assertThat(queue.first()).isNull();
    assertThat(queue.lines()).isEqualTo(2);
    return queue;
  }

  @Test
  void linesComeInAnyOrderAndThenTheMbarrierCountsAllBytes() {
    Port port = new Port(null);
    CopyQueue queue = load(port);
    queue.landed(port.lines.get(1), bytes(2));
    assertThat(port.store.peek(0, 1)).isZero();
    assertThat(port.store.peek(LINE / 2, 1)).isEqualTo(2);
    assertThat(isOver(port)).isFalse();
    queue.landed(port.lines.get(0), bytes(1));
    assertThat(port.store.peek(0, 1)).isEqualTo(1);
    assertThat(isOver(port)).isTrue();
    assertThat(port.completed).isEqualTo(1);
    assertThat(queue.inFlight()).isEmpty();
  }

  @Test
  void aMutantCountsBytesThatAreNotThere() {
    Port port = new Port(AsyncMutant.COMPLETION_BEFORE_BYTES);
    CopyQueue queue = load(port);
    assertThat(isOver(port)).isTrue();
    assertThat(queue.inFlight()).hasSize(1);
    queue.landed(port.lines.get(0), bytes(1));
    queue.landed(port.lines.get(1), bytes(1));
    assertThat(port.completed).isEqualTo(1);
    assertThat(Mbarrier.transactions(port.store.peek(BARRIER, Mbarrier.BYTES))).isZero();
  }

  @Test
  void aGroupHasReadWhenAllLinesAreIssuedAndIsOverWhenTheyAreDone() {
    Port port = new Port(null);
    AsyncCopies reads = new AsyncCopies(1);
    AsyncCopies writes = new AsyncCopies(1);
    CopyQueue queue = new CopyQueue(port);
    queue.add(new Copy(false, reads, writes));
    reads.commit(1);
    writes.commit(1);
    queue.advance();
    assertThat(reads.landed(1, 0)).isFalse();
    queue.advance();
    assertThat(port.sourcesRead).isEqualTo(1);
    assertThat(reads.landed(1, 0)).isTrue();
    assertThat(writes.landed(1, 0)).isFalse();
    queue.landed(port.lines.get(0), null);
    assertThat(writes.landed(1, 0)).isFalse();
    queue.landed(port.lines.get(1), null);
    assertThat(writes.landed(1, 0)).isTrue();
  }

  @Test
  void aSourceIsReadAsTheAsyncProxySeesIt() {
    Port port = new Port(null);
    boolean _ = port.store.put(0, 0, 0, 1, 7);
    CopyQueue queue = new CopyQueue(port);
    queue.add(new Copy(false, new AsyncCopies(1), new AsyncCopies(1)));
    queue.advance();
    assertThat(port.written.get((long) LINE / 2)).startsWith(0);
    boolean _ = port.store.put(0, 0, LINE / 2, 1, 8);
    port.store.fence(1, 0);
    queue.advance();
    assertThat(port.written.get((long) LINE)).startsWith(8);
  }
}
