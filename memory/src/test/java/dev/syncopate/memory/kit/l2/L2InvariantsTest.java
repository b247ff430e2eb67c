package dev.syncopate.memory.kit.l2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.memory.cache.CacheArray;
import dev.syncopate.memory.kit.LineMessage;
import dev.syncopate.memory.kit.SystemMessage;
import dev.syncopate.memory.protocol.L2Counters;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.MessageType;
import dev.syncopate.memory.protocol.QuietL2Environment;
import dev.syncopate.memory.topology.Nodes;
import org.junit.jupiter.api.Test;

/** What an L2 bank says when what always holds in it does not: each time something is broken. */
class L2InvariantsTest {
  private static final long A = 0x1000;
  private static final long B = 0x1080;

  private final L2Misses misses = new L2Misses(2, 4);
  private final HeldLines heldLines = new HeldLines();
  private final QuietL2Environment environment =
      new QuietL2Environment(QuietL2Environment.twoGpus());
  private final Uplink uplink = new Uplink(2, 128, environment);

  private static MemoryMessage message(MessageType type, long line) {
    return message(type, line, new byte[0]);
  }

  private static MemoryMessage message(MessageType type, long line, byte[] data) {
    return new MemoryMessage.Builder(type, line, Nodes.tile(0)).mask(0xf, 0).data(0, data).build();
  }

  private static MemoryMessage read(long line) {
    return message(LineMessage.READ, line);
  }

  private L2Cache bank() {
    return new L2Cache(QuietL2Environment.twoGpus(), environment, new L2Counters(), L2Policy.NONE);
  }

  @Test
  void anMshrIsInUseForThoseThatWaitOnIt() {
    int miss = misses.allocate(A);
    assertThat(misses.checkInvariants())
        .containsExactly("MSHR 0 awaits bytes that no request waits for");
    misses.append(miss, read(A));
    assertThat(misses.checkInvariants()).isEmpty();
    misses.release(miss);
    assertThat(misses.checkInvariants()).contains("MSHR 0 is free and requests wait on it");
  }

  @Test
  void anMshrCountsTheRequestsToItsLine() {
    int miss = misses.allocate(A);
    misses.append(miss, read(A));
    misses.append(miss, read(A));
    assertThat(misses.checkInvariants()).isEmpty();
    misses.append(miss, read(B));
    assertThat(misses.checkInvariants())
        .containsExactly("MSHR 0 counts 3 requests of its line, and not as many wait");
  }

  @Test
  void anMshrAwaitsBytesThatAreUnderWay() {
    misses.append(misses.allocate(A), read(A));
    assertThat(uplink.checkInvariants(misses))
        .containsExactly("MSHR 0 waits, and has asked the memory side for nothing");
    uplink.fetch(0, A, 0, 32);
    assertThat(uplink.checkInvariants(misses)).isEmpty();
    uplink.fetch(1, B, 0, 32);
    assertThat(uplink.checkInvariants(misses))
        .containsExactly("MSHR 1 is free, and bytes for it are in flight");
  }

  @Test
  void whatIsDetachedServesRequestsThatWait() {
    MemoryMessage waits = read(A);
    misses.append(misses.allocate(A), waits);
    uplink.fetch(0, A, 0, 32);
    CacheArray array = new CacheArray(1, 1, 128);
    array.claim(0, A);
    array.markValid(0, 0xf0, 0);
    uplink.detach(0, null, array, 0);
    assertThat(uplink.checkInvariants(misses))
        .containsExactly("MSHR 0 keeps bytes of a dropped line and is not detached");
    uplink.detach(0, waits, array, 0);
    assertThat(uplink.checkInvariants(misses)).isEmpty();
    misses.served(0);
    misses.append(0, read(A));
    assertThat(uplink.checkInvariants(misses))
        .containsExactly("MSHR 0 is detached behind a request that does not wait on it");
  }

  /** Answering fails, so that the second flush is forgotten. */
  @Test
  void aFlushIsAnsweredOnceItsWritesAreAcknowledged() {
    L2Cache bank = bank();
    bank.receive(message(LineMessage.WRITE, A, new byte[4]));
    bank.receive(message(SystemMessage.FLUSH, A));
    bank.receive(message(SystemMessage.FLUSH, A));
    assertThat(bank.checkInvariants()).isEmpty();
    environment.broken = true;
    assertThatThrownBy(() -> bank.receive(message(LineMessage.ACK, A))).hasMessage("broken");
    assertThat(bank.checkInvariants())
        .containsExactly(
            "FLUSH of line 0x1000 from tile 0 waits for writes that are all acknowledged");
  }

  @Test
  void aHeldLineIsNeitherHereNorAskedFor() {
    heldLines.hold(A);
    assertThat(heldLines.checkInvariants(misses, line -> CacheArray.NONE)).isEmpty();
    assertThat(heldLines.checkInvariants(misses, line -> 3))
        .containsExactly("line 0x1000 is held for a remote access and in a frame");
    misses.append(misses.allocate(A), read(A));
    assertThat(heldLines.checkInvariants(misses, line -> CacheArray.NONE))
        .containsExactly("line 0x1000 is held for a remote access and asked for");
  }

  /** Requesting the first one's bytes fails, so that the second is never offered. */
  @Test
  void whatWaitsForAResumedLineGoesOnWhenThereIsRoom() {
    L2Cache bank = bank();
    bank.receive(message(SystemMessage.HOLD, A));
    bank.receive(read(A));
    bank.receive(read(A));
    assertThat(bank.checkInvariants()).isEmpty();
    environment.broken = true;
    assertThatThrownBy(() -> bank.receive(message(SystemMessage.RESUME, A))).hasMessage("broken");
    assertThat(bank.checkInvariants())
        .containsExactly("line 0x1000 is resumed, but its waiting messages are not scheduled");
  }
}
