package dev.syncopate.memory.lsu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.memory.access.AtomicOp;
import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.memory.access.Step;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.config.RelaxedAtomics;
import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.mechanism.gpu.GpuProtocol;
import dev.syncopate.memory.protocol.ControllerOutcome;
import dev.syncopate.memory.protocol.L1Controller;
import dev.syncopate.memory.protocol.L1Counters;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.TransitionCount;
import dev.syncopate.memory.rig.LineSplitter;
import dev.syncopate.memory.rig.RigOperations;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which steps are taken when, with an L1 that does nothing but write down what it is offered. */
class StepLsuTest implements L1Controller, MemoryClient, LsuTiming {
  private static final MemoryOperation LOAD = RigOperations.load(DataType.B32);
  private static final MemoryOperation STORE = RigOperations.store(DataType.B32);
  private static final MemoryOperation RELEASE =
      RigOperations.store(DataType.B32, Order.RELEASE, Scope.GPU);
  private static final MemoryOperation ACQUIRE =
      RigOperations.load(DataType.B32, Order.ACQUIRE, Scope.GPU);
  private static final int LIMIT = 3;
  private static final long READY = 42;

  private final List<String> l1Events = new ArrayList<>();
  private final List<LineAccess> keptAccesses = new ArrayList<>();
  private final ArrayDeque<ControllerOutcome> outcomes = new ArrayDeque<>();
  private final List<String> listenerEvents = new ArrayList<>();
  private final List<String> timed = new ArrayList<>();
  private final L1Counters counters = new L1Counters();
  private final StepLsu lsu =
      new StepLsu(
          new StepPlans(new GpuProtocol(), ConsistencyModel.HRF, false, RelaxedAtomics.POSTED),
          4,
          LIMIT,
          listener -> this,
          this,
          this,
          counters);

  private WarpAccess issue(int warp, MemoryOperation operation, long... addresses) {
    return issue(lsu, warp, operation, addresses);
  }

  private static WarpAccess issue(
      StepLsu lsu, int warp, MemoryOperation operation, long... addresses) {
    long[] address = new long[32];
    System.arraycopy(addresses, 0, address, 0, addresses.length);
    WarpAccess access =
        WarpAccess.of(
            operation,
            warp,
            (1L << addresses.length) - 1,
            address,
            new long[32],
            WarpAccess.NO_VALUES);
    LineSplitter.split(access, 128);
    lsu.issue(access);
    return access;
  }

  private void advance(int times) {
    for (int i = 0; i < times; i++) {
      lsu.advance();
    }
  }

  @Test
  void linesGoToTheL1InOrderOneAtATime() {
    issue(0, LOAD, 0x100, 0x200);
    issue(1, STORE, 0x300);
    advance(3);
    assertThat(l1Events).containsExactly("line 100", "line 200", "line 300");
    assertThat(listenerEvents).isEmpty();
    lsu.performed(keptAccesses.get(1));
    assertThat(listenerEvents).isEmpty();
    lsu.performed(keptAccesses.get(0));
    assertThat(listenerEvents).containsExactly("completed 0");
  }

  @Test
  void aReleaseTakesItsStepsOneAfterTheOther() {
    issue(0, LOAD, 0x100);
    issue(0, RELEASE, 0x200);
    assertThat(lsu.canIssue(0, LOAD)).isFalse();
    assertThat(lsu.canIssue(1, LOAD)).isTrue();
    advance(1);
    assertThat(lsu.empty()).as("it waits for the load").isTrue();
    lsu.performed(keptAccesses.get(0));
    outcomes.add(ControllerOutcome.AGAIN);
    outcomes.add(ControllerOutcome.DONE);
    outcomes.add(ControllerOutcome.PENDING);
    advance(3);
    assertThat(l1Events).containsExactly("line 100", "FLUSH", "FLUSH", "AWAIT_WRITES");
    assertThat(lsu.empty()).isTrue();
    lsu.stepDone(keptAccesses.get(1).parent);
    advance(1);
    assertThat(l1Events).endsWith("line 200");
    lsu.performed(keptAccesses.getLast());
    assertThat(listenerEvents).containsExactly("completed 0", "completed 0", "mayIssue 0");
    assertThat(lsu.canIssue(0, LOAD)).isTrue();
    assertThat(counters.releases).isEqualTo(1);
    assertThat(counters.acquires).isZero();
  }

  @Test
  void consecutiveCacheStepsLetNothingInBetween() {
    issue(0, ACQUIRE, 0x100);
    advance(1);
    lsu.performed(keptAccesses.getFirst());
    issue(1, STORE, 0x200);
    advance(3);
    assertThat(l1Events).containsExactly("line 100", "FLUSH", "INVALIDATE", "line 200");
    assertThat(counters.acquires).isEqualTo(1);
  }

  @Test
  void aStalledAccessStaysAtTheHead() {
    issue(0, LOAD, 0x100);
    issue(1, LOAD, 0x200);
    outcomes.add(ControllerOutcome.STALLED_MSHRS);
    assertThat(lsu.advance()).isZero();
    assertThat(lsu.stall()).isEqualTo(ControllerOutcome.STALLED_MSHRS);
    assertThat(lsu.advance()).isEqualTo(1);
    assertThat(l1Events).containsExactly("line 100", "line 100");
    assertThat(lsu.waiting())
        .contains(
            "the request FIFO holds 1, first line 0x200 of warp 1, last stalled by STALLED_MSHRS");
  }

  @Test
  void whoWasRefusedForWantOfRoomIsToldWhenThereIsSome() {
    issue(0, LOAD, 0x100, 0x200, 0x300);
    assertThat(lsu.canIssue(1, LOAD)).isFalse();
    assertThat(lsu.canIssue(2, LOAD)).isFalse();
    advance(1);
    assertThat(listenerEvents).containsExactly("mayIssue 1");
    advance(1);
    assertThat(listenerEvents).containsExactly("mayIssue 1", "mayIssue 2");
  }

  @Test
  void whoWantedQuietIsToldOnceItIs() {
    assertThat(lsu.quiet(0)).isTrue();
    issue(0, STORE, 0x100);
    assertThat(lsu.quiet(0)).isFalse();
    assertThat(lsu.quiet(1)).isTrue();
    advance(1);
    lsu.performed(keptAccesses.getFirst());
    assertThat(listenerEvents).containsExactly("completed 0", "mayIssue 0");
    assertThat(lsu.quiet(0)).isTrue();
  }

  @Test
  void anAccessWithoutLanesIsCompleteAtOnce() {
    issue(0, LOAD);
    issue(0, ACQUIRE);
    assertThat(listenerEvents).containsExactly("completed 0");
    advance(2);
    assertThat(l1Events).containsExactly("FLUSH", "INVALIDATE");
    assertThat(listenerEvents).containsExactly("completed 0", "completed 0", "mayIssue 0");
    assertThat(lsu.idle()).isTrue();
  }

  @Test
  void whoGivesTimeHearsOfEveryAccess() {
    issue(0, LOAD);
    assertThat(timed).containsExactly("issuing 0", "complete 0");
    issue(1, STORE, 0x100);
    advance(1);
    lsu.performed(keptAccesses.getFirst());
    assertThat(timed.subList(2, 5)).containsExactly("issuing 1", "requested", "complete 1");
  }

  @Test
  void aKernelBeginsAndEndsWithoutTheWarps() {
    lsu.kernelBegin();
    issue(0, LOAD, 0x100);
    advance(3);
    assertThat(l1Events).containsExactly("FLUSH", "INVALIDATE", "line 100");
    lsu.kernelEnd();
    assertThat(lsu.canIssue(0, LOAD)).isTrue();
    advance(2);
    assertThat(l1Events).endsWith("FLUSH", "AWAIT_WRITES");
    assertThat(listenerEvents).containsExactly("kernelEnded");
  }

  /** With several GPUs, the L2 drops what is stale as well, and that takes a while. */
  @Test
  void nothingIsIssuedBeforeAKernelThatHoldsBackHasBegun() {
    StepLsu several =
        new StepLsu(
            new StepPlans(new GpuProtocol(), ConsistencyModel.HRF, true, RelaxedAtomics.POSTED),
            4,
            LIMIT,
            listener -> this,
            this,
            this,
            counters);
    several.kernelBegin();
    assertThat(several.canIssue(0, LOAD)).isFalse();
    several.kernelEnd();
    outcomes.add(ControllerOutcome.PENDING);
    several.advance();
    assertThat(l1Events).containsExactly("INVALIDATE_L2");
    assertThat(several.empty()).as("the end waits as well").isTrue();
    several.stepDone(keptAccesses.getFirst().parent);
    several.advance();
    assertThat(listenerEvents).isEmpty();
    several.advance();
    assertThat(listenerEvents).containsExactly("mayIssue 0");
    for (int i = 0; i < 3; i++) {
      several.advance();
    }
    assertThat(l1Events)
        .containsExactly(
            "INVALIDATE_L2", "FLUSH", "INVALIDATE", "FLUSH", "AWAIT_WRITES", "FLUSH_L2");
    assertThat(listenerEvents).containsExactly("mayIssue 0", "kernelEnded");
    assertThat(several.idle()).isTrue();
  }

  @Test
  void aRelaxedAtomicIsPostedOrAwaited() {
    MemoryOperation update =
        RigOperations.reduce(AtomicOp.ADD, DataType.U32, Order.RELAXED, Scope.GPU);
    issue(0, update, 0x100);
    assertThat(lsu.canIssue(0, LOAD)).isTrue();
    StepLsu awaiting =
        new StepLsu(
            new StepPlans(new GpuProtocol(), ConsistencyModel.HRF, false, RelaxedAtomics.AWAITED),
            4,
            LIMIT,
            listener -> this,
            this,
            this,
            counters);
    WarpAccess access = issue(awaiting, 0, update, 0x100);
    assertThat(access.blocking).as("the L2's answer goes to it").isTrue();
    assertThat(awaiting.canIssue(0, LOAD)).isFalse();
    assertThat(awaiting.canIssue(1, LOAD)).isTrue();
    awaiting.advance();
    assertThat(awaiting.canIssue(0, LOAD)).isFalse();
    awaiting.performed(keptAccesses.getLast());
    assertThat(awaiting.canIssue(0, LOAD)).isTrue();
    assertThat(listenerEvents).containsExactly("completed 0", "mayIssue 0");
    issue(awaiting, 2, LOAD, 0x200);
    assertThat(awaiting.canIssue(2, LOAD)).as("loads block no access").isTrue();
    assertThat(counters.acquires + counters.releases).isZero();
  }

  @Test
  void anInstructionWithoutARowIsRefused() {
    MemoryOperation nonsense = RigOperations.store(DataType.B32, Order.ACQUIRE, Scope.GPU);
    assertThatThrownBy(() -> issue(0, nonsense, 0x100))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("st.acquire.gpu has no row in the table of protocol gpu under model hrf");
  }

  @Override
  public ControllerOutcome accept(LineAccess access) {
    l1Events.add("line " + Long.toHexString(access.line));
    ControllerOutcome outcome = outcomes.isEmpty() ? ControllerOutcome.DONE : outcomes.remove();
    if (!outcome.stalled()) {
      keptAccesses.add(access);
    }
    return outcome;
  }

  @Override
  public ControllerOutcome step(Step step, WarpAccess access) {
    l1Events.add(step.name());
    ControllerOutcome outcome = outcomes.isEmpty() ? ControllerOutcome.DONE : outcomes.remove();
    if (outcome == ControllerOutcome.PENDING) {
      keptAccesses.add(new LineAccess(access, 0, 0, 0, 0));
    }
    return outcome;
  }

  @Override
  public void receive(MemoryMessage message) {
    throw new AssertionError("no message is sent");
  }

  @Override
  public List<TransitionCount> transitions() {
    return List.of();
  }

  @Override
  public boolean idle() {
    return true;
  }

  @Override
  public List<String> waiting() {
    return List.of();
  }

  @Override
  public void completed(WarpAccess access, long ready) {
    assertThat(ready).isEqualTo(READY);
    listenerEvents.add("completed " + access.warp);
  }

  @Override
  public void mayIssue(int warp) {
    listenerEvents.add("mayIssue " + warp);
  }

  @Override
  public void kernelEnded() {
    listenerEvents.add("kernelEnded");
  }

  @Override
  public void issuing(WarpAccess access) {
    timed.add("issuing " + access.warp);
  }

  @Override
  public void requested() {
    timed.add("requested");
  }

  @Override
  public long complete(WarpAccess access) {
    timed.add("complete " + access.warp);
    return READY;
  }
}
