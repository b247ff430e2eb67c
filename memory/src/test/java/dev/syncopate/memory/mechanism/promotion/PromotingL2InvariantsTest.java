package dev.syncopate.memory.mechanism.promotion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.access.Kind;
import dev.syncopate.memory.cache.LineBytes;
import dev.syncopate.memory.kit.LineMessage;
import dev.syncopate.memory.protocol.L2Counters;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.QuietL2Environment;
import dev.syncopate.memory.rig.Configs;
import dev.syncopate.memory.topology.Nodes;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
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

  /** Of a bank of which parts can be left out. */
  private static final class Leaving extends HomePolicy {
    boolean settles = true;
    boolean offersAgain = true;
    @Nullable ActivePromotion active;

    @Override
    protected void ask(ActivePromotion begun) {
      active = begun;
      super.ask(begun);
    }

    @Override
    protected boolean settled(ActivePromotion answered) {
      return settles;
    }

    @Override
    protected void roomMade() {
      if (offersAgain) {
        super.roomMade();
      }
    }
  }

  private final Leaving policy = new Leaving();
  private final PromotingL2 bank =
      new PromotingL2(
          Configs.tiny(),
          environment,
          new L2Counters(),
          PromotionTable.inTurn(FLUSHING, FLUSHING, FLUSHING),
          policy);

  private static MemoryMessage load(long line) {
    return new MemoryMessage.Builder(LineMessage.LOAD, line, Nodes.tile(1))
        .mask(LineBytes.rangeLow(0, 4), 0)
        .build();
  }

  private RemoteRequest begin(long line) {
    RemoteRequest request = new RemoteRequest(load(line), Kind.LOAD, false);
    bank.receive(request);
    return request;
  }

  private void allAnswer(long line) {
    for (int tile = 0; tile < Configs.tiny().computeUnits(); tile++) {
      bank.receive(new MemoryMessage(PromotionMessage.FLUSHED, line, Nodes.tile(tile)));
    }
  }

  @Test
  void aRemoteAccessIsPerformedWhenAllHaveAnswered() {
    begin(A);
    policy.settles = false;
    allAnswer(A);
    assertThat(bank.checkInvariants())
        .containsExactly("REMOTE of line 0x1000 from tile 1 has all answers and is not performed");
  }

  @Test
  void aRemoteAccessIsNotPerformedBefore() {
    RemoteRequest request = begin(A);
    assertThat(bank.checkInvariants()).isEmpty();
    bank.receive(request.operation);
    assertThat(bank.checkInvariants())
        .containsExactly("REMOTE of line 0x1000 from tile 1 is performed before all have answered");
  }

  @Test
  void remoteAccessesToOneLineWaitBehindOneAnother() {
    begin(A);
    begin(A);
    assertThat(bank.checkInvariants()).isEmpty();
    Objects.requireNonNull(policy.active).queue.add(new RemoteRequest(load(B), Kind.LOAD, false));
    assertThat(bank.checkInvariants())
        .containsExactly("REMOTE of line 0x1000 from tile 1 has one of another line behind it");
  }

  @Test
  void whatWasRefusedIsOfferedAgainWhenThereIsRoom() {
    for (int i = 1; i <= Configs.tiny().l2().mshrs(); i++) {
      bank.receive(load(A + 0x100L * i));
    }
    begin(A);
    allAnswer(A);
    assertThat(bank.checkInvariants()).as("no room").isEmpty();
    policy.offersAgain = false;
    bank.filled(environment.fetches.getFirst());
    assertThat(bank.checkInvariants())
        .containsExactly("LOAD of line 0x1000 from tile 1 was refused, and nobody offers it again");
  }
}
