package dev.syncopate.memory.mechanism.promotion;

import static dev.syncopate.memory.mechanism.promotion.PromotionMessage.FLUSH;
import static dev.syncopate.memory.mechanism.promotion.PromotionMessage.HOLD;
import static dev.syncopate.memory.mechanism.promotion.PromotionMessage.SELECTIVE_FLUSH;
import static dev.syncopate.memory.mechanism.promotion.PromotionMessage.SELECTIVE_FLUSH_AND_HOLD;
import static dev.syncopate.memory.mechanism.promotion.PromotionMessage.SELECTIVE_INVALIDATE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.access.AccessKind;
import dev.syncopate.memory.cache.LineBytes;
import dev.syncopate.memory.kit.LineMessage;
import dev.syncopate.memory.protocol.L2Counters;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.MessageType;
import dev.syncopate.memory.protocol.QuietL2Environment;
import dev.syncopate.memory.rig.RigConfigs;
import dev.syncopate.memory.topology.Node;
import dev.syncopate.memory.topology.Nodes;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A bank whose L1s do not hold the line: whose answers count, what waits, who shares a round. */
class AskingAgainTest {
  private static final long A = 0x1000;
  private static final int OWNER = 0;
  private static final int REQUESTER = 1;
  private static final int UNITS = RigConfigs.tiny().computeUnits();

  private final List<String> sent = new ArrayList<>();
  private final L2Counters counters = new L2Counters();
  private final QuietL2Environment environment =
      new QuietL2Environment() {
        @Override
        public void send(Node receiver, MemoryMessage message) {
          sent.add(message.type.name() + " " + receiver.number());
        }
      };
  private final PromotingL2 bank =
      new PromotingL2(
          RigConfigs.tiny(),
          environment,
          counters,
          PromotionTable.together(
              new Promotion(SELECTIVE_FLUSH, SELECTIVE_FLUSH, SELECTIVE_FLUSH_AND_HOLD, null, null),
              new Promotion(SELECTIVE_FLUSH, FLUSH, HOLD, SELECTIVE_INVALIDATE, null),
              new Promotion(
                  SELECTIVE_FLUSH, FLUSH, SELECTIVE_FLUSH_AND_HOLD, SELECTIVE_INVALIDATE, null)),
          HomeTables.SELECTIVE,
          null);

  private static MemoryMessage message(MessageType type, int tile) {
    return new MemoryMessage.Builder(type, A, Nodes.tile(tile))
        .mask(LineBytes.rangeLow(0, 4), 0)
        .data(0, new byte[4])
        .build();
  }

  /** What the bank sends upon a message, in order. */
  private List<String> upon(MemoryMessage message) {
    sent.clear();
    assertThat(bank.receive(message).stalled()).as("%s is refused", message).isFalse();
    assertThat(bank.checkInvariants()).isEmpty();
    return List.copyOf(sent);
  }

  /** A remote access of a kind; what is performed is a load, which shows when that is. */
  private static RemoteRequest remote(AccessKind kind, int tile) {
    return new RemoteRequest(message(LineMessage.LOAD, tile), kind, false);
  }

  private static MemoryMessage answer(int tile) {
    return message(PromotionMessage.NOT_FOUND, tile);
  }

  /** The line is in the bank, so that nothing waits for memory. */
  private void present() {
    upon(message(LineMessage.WRITE, OWNER));
  }

  private void allAnswerBut(int last) {
    for (int tile = 0; tile < UNITS; tile++) {
      if (tile != last) {
        assertThat(upon(answer(tile))).isEmpty();
      }
    }
  }

  @Test
  void aLoadTellsNobodyWhenItIsDone() {
    present();
    assertThat(upon(remote(AccessKind.LOAD, REQUESTER)))
        .hasSize(UNITS)
        .allMatch(text -> text.startsWith("SELECTIVE_FLUSH "));
    allAnswerBut(3);
    assertThat(upon(answer(3))).containsExactly("VALUE 1");
  }

  @Test
  void anL1ThatWritesTheLineAfterItsAnswerIsAskedAgainAndHoldsIt() {
    present();
    upon(remote(AccessKind.LOAD, REQUESTER));
    allAnswerBut(3);
    assertThat(upon(message(LineMessage.WRITE, OWNER)))
        .containsExactly("SELECTIVE_FLUSH_AND_HOLD 0", "ACK 0");
    assertThat(upon(answer(3))).as("the owner's answer is to come").isEmpty();
    assertThat(upon(answer(OWNER))).as("told alone").containsExactly("VALUE 1", "RESUME 0");
    assertThat(bank.counts().askedAgain).isEqualTo(1);
  }

  @Test
  void aWriteBeforeTheAnswerChangesNothing() {
    present();
    upon(remote(AccessKind.STORE, REQUESTER));
    assertThat(upon(message(LineMessage.WRITE, OWNER))).containsExactly("ACK 0");
    allAnswerBut(3);
    assertThat(upon(answer(3))).startsWith("VALUE 1").doesNotContain("RESUME 0");
  }

  @Test
  void aReadAfterTheAnswerWaitsForAStore() {
    present();
    upon(remote(AccessKind.STORE, REQUESTER));
    assertThat(upon(message(LineMessage.READ, 3)))
        .as("before its answer")
        .containsExactly("FILL 3");
    allAnswerBut(3);
    assertThat(upon(message(LineMessage.READ, OWNER))).isEmpty();
    assertThat(upon(answer(3)))
        .as("behind what makes its copy of use")
        .startsWith("VALUE 1", "SELECTIVE_INVALIDATE 0")
        .endsWith("FILL 0");
    assertThat(bank.counts().reads).isEqualTo(1);
  }

  @Test
  void aReadDoesNotWaitForALoad() {
    present();
    upon(remote(AccessKind.LOAD, REQUESTER));
    allAnswerBut(3);
    assertThat(upon(message(LineMessage.READ, OWNER))).containsExactly("FILL 0");
  }

  @Test
  void nothingOvertakesAReadThatWaits() {
    present();
    upon(remote(AccessKind.STORE, REQUESTER));
    allAnswerBut(3);
    upon(message(LineMessage.READ, OWNER));
    assertThat(upon(message(LineMessage.LOAD, OWNER))).containsExactly("FILL 0", "VALUE 0");
    upon(message(LineMessage.READ, OWNER));
    assertThat(upon(message(LineMessage.WRITE, OWNER)))
        .containsExactly("FILL 0", "HOLD 0", "ACK 0");
  }

  @Test
  void thoseThatWaitForTheLineShareTheNextRound() {
    present();
    upon(remote(AccessKind.LOAD, REQUESTER));
    assertThat(upon(remote(AccessKind.STORE, 2))).isEmpty();
    assertThat(upon(remote(AccessKind.LOAD, 3))).isEmpty();
    allAnswerBut(3);
    assertThat(upon(answer(3)))
        .as("one L1 releases and flushes, the other one may have what it wants")
        .containsExactly(
            "VALUE 1", "SELECTIVE_FLUSH 0", "SELECTIVE_FLUSH 1", "FLUSH 2", "SELECTIVE_FLUSH 3");
    allAnswerBut(3);
    assertThat(upon(answer(3)))
        .as("in the order in which they came, and each is another one to the other")
        .containsExactly(
            "VALUE 2",
            "VALUE 3",
            "SELECTIVE_INVALIDATE 0",
            "SELECTIVE_INVALIDATE 1",
            "SELECTIVE_INVALIDATE 2",
            "SELECTIVE_INVALIDATE 3");
    assertThat(bank.counts().promotions).isEqualTo(3);
    assertThat(bank.counts().shared).isEqualTo(1);
    assertThat(bank.idle()).isTrue();
  }

  @Test
  void whatComesWhileThereIsNoRoomForTheAccessStaysBehindIt() {
    for (int i = 1; i <= RigConfigs.tiny().l2().mshrs(); i++) {
      MemoryMessage load =
          new MemoryMessage.Builder(LineMessage.LOAD, A + 0x100L * i, Nodes.tile(REQUESTER))
              .mask(LineBytes.rangeLow(0, 4), 0)
              .build();
      bank.receive(load);
    }
    upon(remote(AccessKind.STORE, REQUESTER));
    allAnswerBut(3);
    assertThat(upon(answer(3))).as("no room").isEmpty();
    assertThat(upon(message(LineMessage.WRITE, OWNER))).as("behind the access").isEmpty();
    sent.clear();
    bank.filled(environment.fetches.getFirst());
    bank.filled(environment.fetches.getLast());
    assertThat(sent).containsSubsequence("VALUE 1", "ACK 0");
    assertThat(bank.checkInvariants()).isEmpty();
  }
}
