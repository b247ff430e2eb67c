package dev.syncopate.memory.mechanism.promotion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.LineData;
import dev.syncopate.memory.access.Step;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.kit.LineMessage;
import dev.syncopate.memory.protocol.BasicStep;
import dev.syncopate.memory.protocol.CompletionListener;
import dev.syncopate.memory.protocol.ControllerOutcome;
import dev.syncopate.memory.protocol.L1Controller;
import dev.syncopate.memory.protocol.L1Counters;
import dev.syncopate.memory.protocol.L1Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.rig.LineSplitter;
import dev.syncopate.memory.rig.RigConfigs;
import dev.syncopate.memory.rig.RigOperations;
import dev.syncopate.memory.system.Protocols;
import dev.syncopate.memory.topology.Node;
import dev.syncopate.memory.topology.Topology;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rows of {@link HoldTable} that programs seldom come to, on an L1 with one MSHR. */
class HoldTableTest implements L1Environment, CompletionListener {
  private static final long A = 0x1000;
  private static final long B = 0x1100;

  private final MemoryConfig config = RigConfigs.ones();
  private final Topology topology = Topology.of(config);
  private final List<MemoryMessage> sent = new ArrayList<>();
  private final List<LineAccess> performed = new ArrayList<>();

  private L1Controller l1(String protocol) {
    L1Controller l1 = Protocols.named(protocol).l1(config, this, this, new L1Counters());
    l1.check();
    return l1;
  }

  private void tell(L1Controller l1, PromotionMessage type, boolean system) {
    l1.receive(new MemoryMessage.Builder(type, A, topology.tile(0)).system(system).build());
    assertThat(l1.checkInvariants()).isEmpty();
  }

  private static ControllerOutcome load(L1Controller l1, long line) {
    WarpAccess access = WarpAccess.of(RigOperations.load(DataType.B32), 0, 1, new long[] {line});
    access.steps = new Step[] {BasicStep.PERFORM_AT_L1};
    LineSplitter.split(access, 128);
    return l1.accept(access.lines[0]);
  }

  /** Answers the last read. */
  private void fill(L1Controller l1) {
    List<MemoryMessage> reads =
        sent.stream().filter(message -> message.type == LineMessage.READ).toList();
    l1.receive(reads.getLast().answer(LineMessage.FILL, new LineData(128), 0));
    assertThat(l1.checkInvariants()).isEmpty();
  }

  private List<String> answers() {
    return sent.stream()
        .map(message -> message.type)
        .filter(PromotionMessage.class::isInstance)
        .map(type -> type.name())
        .toList();
  }

  private static void assertHappened(L1Controller l1, String... pairs) {
    assertThat(l1.transitions())
        .filteredOn(pair -> pair.count() > 0)
        .extracting(pair -> pair.state() + " " + pair.event())
        .contains(pairs);
  }

  /** Holds a line until an access waits for it, then resumes it while it lacks the only MSHR. */
  private void resumeWithAccess(L1Controller l1) {
    tell(l1, PromotionMessage.HOLD, false);
    assertThat(load(l1, A)).isEqualTo(ControllerOutcome.DONE);
    assertThat(load(l1, B)).isEqualTo(ControllerOutcome.DONE);
    tell(l1, PromotionMessage.RESUME, false);
  }

  @Test
  void whatIsLeftOfAResumedLineComesBeforeTheNextPromotion() {
    for (String protocol : List.of("brsp", "srsp", "srsp-opt")) {
      sent.clear();
      performed.clear();
      L1Controller l1 = l1(protocol);
      resumeWithAccess(l1);
      assertThat(load(l1, A)).as("behind the first").isEqualTo(ControllerOutcome.DONE);
      assertHappened(l1, "HELD ACCESS", "RESUMED ACCESS");
      sent.removeIf(message -> message.type instanceof PromotionMessage);
      tell(l1, PromotionMessage.HOLD, false);
      assertThat(answers()).as("accesses are owed").isEmpty();
      fill(l1);
      assertHappened(l1, "RESUMED ASK", "HELD RETRY");
      assertThat(answers()).as("both have asked for the line").containsExactly("FLUSHED");
      fill(l1);
      assertThat(performed).hasSize(3);
      tell(l1, PromotionMessage.RESUME, false);
      assertThat(l1.idle()).isTrue();
    }
  }

  @Test
  void aResumedLineIsPutIntoThePaTbl() {
    L1Controller l1 = l1("srsp");
    resumeWithAccess(l1);
    tell(l1, PromotionMessage.SELECTIVE_INVALIDATE, false);
    assertHappened(l1, "RESUMED SELECTIVE_INVALIDATE", "UNPROMOTED SELECTIVE_INVALIDATE");
  }

  @Test
  void anL1ThatWasNotAskedHoldsNothingThatItCouldResume() {
    L1Controller l1 = l1("srsp-opt");
    tell(l1, PromotionMessage.RESUME, false);
    resumeWithAccess(l1);
    tell(l1, PromotionMessage.RESUME, false);
    assertHappened(l1, "UNHELD RESUME", "RESUMED RESUME");
  }

  @Test
  void anL1ThatWasNotAskedWithinAGpuGoesOnHoldingTheLineForSystemScope() {
    L1Controller l1 = l1("srsp-opt");
    tell(l1, PromotionMessage.SELECTIVE_FLUSH_AND_HOLD, true);
    tell(l1, PromotionMessage.RESUME, false);
    assertThat(load(l1, A)).isEqualTo(ControllerOutcome.DONE);
    assertThat(sent).as("the answer, and no read").hasSize(1);
    tell(l1, PromotionMessage.RESUME, true);
    assertThat(sent.getLast().type).isEqualTo(LineMessage.READ);
  }

  /** On a machine with several GPUs. */
  @Test
  void promotionsOfBothScopesHoldALine() {
    for (String protocol : List.of("brsp", "srsp")) {
      sent.clear();
      performed.clear();
      L1Controller l1 = l1(protocol);
      tell(l1, PromotionMessage.FLUSH_AND_HOLD, true);
      tell(l1, PromotionMessage.FLUSH_AND_HOLD, false);
      assertThat(answers()).containsExactly("FLUSHED", "FLUSHED");
      assertHappened(l1, "HELD ASK", "HELD FLUSH_AND_HOLD");
      assertThat(load(l1, A)).isEqualTo(ControllerOutcome.DONE);
      tell(l1, PromotionMessage.RESUME, false);
      assertThat(sent).as("held still").hasSize(2);
      tell(l1, PromotionMessage.RESUME, true);
      assertThat(sent.getLast().type).isEqualTo(LineMessage.READ);
    }
  }

  @Test
  void anL1IsBlockedTwice() {
    L1Controller l1 = l1("brsp");
    tell(l1, PromotionMessage.FLUSH_AND_BLOCK, true);
    tell(l1, PromotionMessage.FLUSH_AND_BLOCK, false);
    assertHappened(l1, "UNHELD BLOCK", "HELD BLOCK");
    tell(l1, PromotionMessage.UNBLOCK, false);
    assertThat(l1.idle()).as("by one still").isFalse();
    tell(l1, PromotionMessage.UNBLOCK, true);
    assertThat(l1.idle()).isTrue();
  }

  @Override
  public void send(Node receiver, MemoryMessage message) {
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
  public void performed(LineAccess access) {
    performed.add(access);
  }

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
