package dev.syncopate.memory.mechanism.brsp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.access.AccessKind;
import dev.syncopate.memory.kit.LineMessage;
import dev.syncopate.memory.mechanism.promotion.PromotingL2;
import dev.syncopate.memory.mechanism.promotion.RemoteRequest;
import dev.syncopate.memory.protocol.L2Counters;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.QuietL2Environment;
import dev.syncopate.memory.rig.RigConfigs;
import dev.syncopate.memory.topology.Nodes;
import org.junit.jupiter.api.Test;

/** What the bank with the promotion lock says when it has lost count of it. */
class BrspInvariantsTest {
  private static final long A = 0x1000;
  private static final long B = 0x1100;
  private final PromotingL2 bank =
      new PromotingL2(
          RigConfigs.tiny(),
          new QuietL2Environment(),
          new L2Counters(),
          new BrspProtocol().promotions(RigConfigs.tiny()),
          LockTable.HOMES,
          null);
  private final PromotionLock lock = new PromotionLock(bank);

  private static RemoteRequest request(long line, boolean granted) {
    RemoteRequest request =
        new RemoteRequest(
            new MemoryMessage(LineMessage.LOAD, line, Nodes.tile(1)), AccessKind.LOAD, false);
    return granted ? request.withLock() : request;
  }

  @Test
  void whoWaitsForTheLockWaitsForOneThatHasIt() {
    lock.receive(request(A, false));
    lock.receive(request(B, false));
    assertThat(lock.checkInvariants()).as("the first has it").isEmpty();
  }

  @Test
  void whoWaitsForALockThatNobodyHasIsNamed() {
    lock.waiting.add(request(A, false));
    assertThat(lock.checkInvariants())
        .containsExactly(
            "REMOTE of line 0x1000 from tile 1 waits for the promotion lock, which is free");
  }

  @Test
  void oneRemoteAccessIsUnderWayAtATime() {
    lock.receive(request(A, true));
    assertThat(lock.checkInvariants()).isEmpty();
    lock.receive(request(B, true));
    assertThat(lock.checkInvariants())
        .containsExactly(
            "[REMOTE of line 0x1000 from tile 1, REMOTE of line 0x1100 from tile 1] are in flight,"
                + " and there is one promotion lock");
  }

  @Test
  void whatIsUnderWayHasTheLock() {
    bank.receive(request(A, true));
    assertThat(lock.checkInvariants()).isEmpty();
    bank.receive(request(B, false));
    assertThat(lock.checkInvariants())
        .contains("REMOTE of line 0x1100 from tile 1 is in flight without the promotion lock");
  }
}
