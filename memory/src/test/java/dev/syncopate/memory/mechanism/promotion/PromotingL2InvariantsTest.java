package dev.syncopate.memory.mechanism.promotion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.access.AccessKind;
import dev.syncopate.memory.cache.LineBytes;
import dev.syncopate.memory.kit.LineMessage;
import dev.syncopate.memory.protocol.L2Counters;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.QuietL2Environment;
import dev.syncopate.memory.rig.RigConfigs;
import dev.syncopate.memory.topology.Nodes;
import org.junit.jupiter.api.Test;

/** What a bank that promotes says when what always holds in it does not. */
class PromotingL2InvariantsTest {
  private static final long A = 0x1000;
  private static final long B = 0x1100;
  private static final Promotion FLUSHING =
      Promotion.of(
          PromotionMessage.FLUSH_AND_HOLD,
          PromotionMessage.FLUSH_AND_HOLD,
          PromotionMessage.RESUME,
          PromotionMessage.RESUME);

  private final QuietL2Environment environment = new QuietL2Environment();

  private final PromotingL2 bank = bank(HomeTables.ASKING_ALL);

  private PromotingL2 bank(HomeTables tables) {
    return new PromotingL2(
        RigConfigs.tiny(),
        environment,
        new L2Counters(),
        PromotionTable.inTurn(FLUSHING, FLUSHING, FLUSHING),
        tables,
        null);
  }

  private static MemoryMessage load(long line) {
    return new MemoryMessage.Builder(LineMessage.LOAD, line, Nodes.tile(1))
        .mask(LineBytes.rangeLow(0, 4), 0)
        .build();
  }

  private static RemoteRequest begin(PromotingL2 bank, long line) {
    RemoteRequest request = new RemoteRequest(load(line), AccessKind.LOAD, false);
    bank.receive(request);
    return request;
  }

  private static void allAnswer(PromotingL2 bank, long line) {
    for (int tile = 0; tile < RigConfigs.tiny().computeUnits(); tile++) {
      bank.receive(new MemoryMessage(PromotionMessage.FLUSHED, line, Nodes.tile(tile)));
    }
  }

  @Test
  void aRemoteAccessIsPerformedWhenAllHaveAnswered() {
    PromotingL2 idle =
        bank(
            HomeTables.ASKING_ALL.withBank(
                HomeTable.BANK
                    .but()
                    .on(HomeState.ASKING, HomeEvent.ALL_ANSWERED)
                    .to(HomeState.PERFORMING)));
    begin(idle, A);
    allAnswer(idle, A);
    assertThat(idle.checkInvariants())
        .containsExactly("REMOTE of line 0x1000 from tile 1 has all answers and is not performed");
  }

  @Test
  void aRemoteAccessIsNotPerformedBefore() {
    RemoteRequest request = begin(bank, A);
    assertThat(bank.checkInvariants()).isEmpty();
    bank.receive(request.operation);
    assertThat(bank.checkInvariants())
        .containsExactly("REMOTE of line 0x1000 from tile 1 is performed before all have answered");
  }

  @Test
  void remoteAccessesToOneLineWaitBehindOneAnother() {
    begin(bank, A);
    begin(bank, A);
    assertThat(bank.checkInvariants()).isEmpty();
    bank.active(A).queue.add(new RemoteRequest(load(B), AccessKind.LOAD, false));
    assertThat(bank.checkInvariants())
        .containsExactly("REMOTE of line 0x1000 from tile 1 has one of another line behind it");
  }

  @Test
  void whatWasRefusedIsOfferedAgainWhenThereIsRoom() {
    for (int i = 1; i <= RigConfigs.tiny().l2().mshrs(); i++) {
      bank.receive(load(A + 0x100L * i));
    }
    begin(bank, A);
    allAnswer(bank, A);
    assertThat(bank.checkInvariants()).as("no room").isEmpty();
    bank.filled(environment.fetches.getFirst());
    assertThat(bank.checkInvariants()).as("offered again").isEmpty();
    RefusedRequests refused = new RefusedRequests(false);
    refused.add(load(A));
    assertThat(refused.checkInvariants(message -> true))
        .containsExactly(
            "LOAD of line 0x1000 from tile 1 was refused, but is not scheduled for a retry");
  }
}
