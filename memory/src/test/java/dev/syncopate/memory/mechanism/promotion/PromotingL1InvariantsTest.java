package dev.syncopate.memory.mechanism.promotion;

import static dev.syncopate.memory.mechanism.promotion.HoldState.HELD;
import static dev.syncopate.memory.mechanism.promotion.HoldState.RESUMED;
import static dev.syncopate.memory.mechanism.promotion.HoldState.UNHELD;
import static dev.syncopate.memory.mechanism.promotion.HoldTable.ANSWER;
import static dev.syncopate.memory.mechanism.promotion.HoldTable.AWAIT_TURN;
import static dev.syncopate.memory.mechanism.promotion.HoldTable.DROP_LINE;
import static dev.syncopate.memory.mechanism.promotion.HoldTable.FLUSH_L1;
import static dev.syncopate.memory.mechanism.promotion.HoldTable.RESUME_LINE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.memory.access.AtomicOp;
import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.LineData;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.memory.access.Step;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.kit.LineMessage;
import dev.syncopate.memory.kit.l1.L1Parts;
import dev.syncopate.memory.protocol.BasicStep;
import dev.syncopate.memory.protocol.CompletionListener;
import dev.syncopate.memory.protocol.L1Counters;
import dev.syncopate.memory.protocol.L1Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.rig.LineSplitter;
import dev.syncopate.memory.rig.RigConfigs;
import dev.syncopate.memory.rig.RigOperations;
import dev.syncopate.memory.topology.Node;
import dev.syncopate.memory.topology.Topology;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What an L1 that promotes says when what always holds in it does not. */
class PromotingL1InvariantsTest implements L1Environment, CompletionListener {
  private static final long A = 0x1000;
  private final List<MemoryMessage> sent = new ArrayList<>();
  private boolean broken;
  private final Topology topology = Topology.of(RigConfigs.tiny());
  private final L1Parts parts =
      PromotingL1.parts(RigConfigs.tiny().l1(), this, this, new L1Counters(), PromotingL1.LINES);

  // spotless:off
  private final PromotingL1 l1 =
      new PromotingL1(
          parts,
          new NeverBlocks(),
          HoldTable.WAITING.but()
              .on(HELD, HoldEvent.FLUSH_AND_HOLD) .offers(AWAIT_TURN) .does(FLUSH_L1, DROP_LINE, ANSWER) .to(HELD)
              .on(HELD, HoldEvent.HOLD)           .offers(AWAIT_TURN) .does(DROP_LINE, ANSWER)           .to(HELD)
              .on(HELD, HoldEvent.RESUME)                             .does(RESUME_LINE)                 .toOneOf(UNHELD, RESUMED, HELD)
              .build());
  // spotless:on

  private static final class NeverBlocks extends PromotionPolicy {
    @Override
    protected boolean blocked(LineAccess access, boolean byOthers, boolean byOwn) {
      return false;
    }
  }

  private void ask(PromotionMessage type, boolean system) {
    l1.receive(new MemoryMessage.Builder(type, A, topology.tile(0)).system(system).build());
  }

  /** Lets an atomic wait for its bytes: promotions that hold its line wait for it. */
  private void beginAtomic() {
    WarpAccess access =
        WarpAccess.of(
            RigOperations.atomic(AtomicOp.ADD, DataType.U32, Order.RELAXED, Scope.CTA),
            0,
            1,
            new long[] {A},
            new long[] {1},
            WarpAccess.NO_VALUES);
    access.steps = new Step[] {BasicStep.PERFORM_AT_L1};
    LineSplitter.split(access, 128);
    l1.accept(access.lines[0]);
  }

  private void endAtomic() {
    l1.receive(sent.getFirst().answer(LineMessage.FILL, new LineData(128), 0));
  }

  @Test
  void aLineStaysHeldUntilTheBankHasItsAnswer() {
    beginAtomic();
    ask(PromotionMessage.FLUSH_AND_HOLD, false);
    assertThat(l1.checkInvariants()).isEmpty();
    assertThatThrownBy(() -> ask(PromotionMessage.RESUME, false))
        .hasMessage(
            "cycle 0, promotions at the L1 of tile 0, line 0x1000: event FLUSH_AND_HOLD is not listed"
                + " for state UNHELD; the line's history: cycle 0 ASK in UNHELD; cycle 0 RESUME in"
                + " HELD");
    assertThat(l1.checkInvariants())
        .contains("FLUSH_AND_HOLD of line 0x1000 from tile 0 has its line held, and it is not");
  }

  /** Answering the first promotion fails, so that the second is never reached. */
  @Test
  void whatWaitedForAnAtomicIsDoneAfterIt() {
    beginAtomic();
    ask(PromotionMessage.FLUSH_AND_HOLD, false);
    ask(PromotionMessage.FLUSH_AND_HOLD, true);
    assertThat(l1.checkInvariants()).isEmpty();
    broken = true;
    assertThatThrownBy(this::endAtomic).hasMessage("broken");
    assertThat(l1.checkInvariants())
        .contains("FLUSH_AND_HOLD of line 0x1000 from tile 0 could be done, and is not");
  }

  @Test
  void aHeldLineIsNotKept() {
    ask(PromotionMessage.HOLD, false);
    assertThat(l1.checkInvariants()).isEmpty();
    parts.lines().array.claim(parts.lines().array.victim(0), A);
    assertThat(l1.checkInvariants()).containsExactly("line 0x1000 is held and in a frame");
  }

  @Override
  public void send(Node receiver, MemoryMessage message) {
    if (broken) {
      throw new IllegalStateException("broken");
    }
    sent.add(message);
  }

  @Override
  public Node node() {
    return topology.tile(0);
  }

  @Override
  public Topology topology() {
    return topology;
  }

  @Override
  public void performed(LineAccess access) {}

  @Override
  public void stepDone(WarpAccess access) {}

  @Override
  public void diverted(LineAccess access) {}

  @Override
  public void occupy(int cycles) {}

  @Override
  public void wordChanged() {}

  @Override
  public long time() {
    return 0;
  }
}
