package dev.syncopate.memory.mechanism.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.memory.access.AccessKind;
import dev.syncopate.memory.access.AtomicOp;
import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Ordering;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.protocol.StepTable;
import dev.syncopate.memory.system.Protocols;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class GpuProtocolTest {
  private final GpuProtocol protocol = new GpuProtocol();

  private static MemoryOperation atomic(boolean remote, boolean commutative) {
    return MemoryOperation.atomic(AtomicOp.ADD, DataType.U32)
        .with(Order.ACQ_REL, Scope.GPU)
        .withRemote(remote)
        .withCommutative(commutative);
  }

  private String steps(AccessKind kind, Order order, Scope scope) {
    StepTable.Row row = protocol.table().row(new Ordering(kind, order, scope, false, false));
    return row == null ? "none" : row.toString();
  }

  @Test
  void rowsReadLikeTheTablesOfThePapers() {
    assertThat(steps(AccessKind.LOAD, Order.ACQUIRE, Scope.GPU))
        .isEqualTo("ld.acquire.gpu: PERFORM_AT_L2, FLUSH, INVALIDATE; blocks");
    assertThat(steps(AccessKind.STORE, Order.RELEASE, Scope.GPU))
        .isEqualTo("st.release.gpu: DRAIN, FLUSH, AWAIT_WRITES, PERFORM_AT_L2; blocks");
    assertThat(steps(AccessKind.ATOMIC, Order.RELAXED, Scope.CTA))
        .isEqualTo("atom.relaxed.cta: PERFORM_AT_L1");
    assertThat(steps(AccessKind.STORE, Order.ACQUIRE, Scope.GPU)).isEqualTo("none");
  }

  @Test
  void theDocumentationHasTheTableThatIsExecuted() throws IOException {
    String table =
        protocol.table().describe().stream()
            .map(StepTable.Row::toString)
            .collect(Collectors.joining("\n"));
    Path page = Path.of("src/main/java/dev/syncopate/memory/mechanism/gpu/page.md");
    assertThat(Files.readString(page)).contains("```\n" + table + "\n```");
  }

  @Test
  void everyOrderAProgramCanAskForHasARowUnderEveryModel() {
    for (ConsistencyModel model : ConsistencyModel.values()) {
      for (Scope scope : Scope.values()) {
        for (Order order : Order.values()) {
          for (AccessKind kind : AccessKind.values()) {
            boolean sensible =
                switch (kind) {
                  case LOAD -> !order.releases() || order == Order.SC;
                  case STORE -> !order.acquires() || order == Order.SC;
                  case ATOMIC -> true;
                  case FENCE -> order.acquires() || order.releases();
                };
            Ordering performed = model.performed(new Ordering(kind, order, scope, false, false));
            if (sensible) {
              assertThat(protocol.table().row(performed))
                  .as("%s of %s %s %s", model, kind, order, scope)
                  .isNotNull();
            }
          }
        }
      }
    }
  }

  @Test
  void modelsPerformWhatTheySay() {
    Ordering relaxed = new Ordering(AccessKind.ATOMIC, Order.RELAXED, Scope.CTA, false, false);
    assertThat(ConsistencyModel.DRF0.performed(relaxed)).hasToString("atom.sc.gpu");
    assertThat(ConsistencyModel.HRF.performed(relaxed)).hasToString("atom.relaxed.cta");
    assertThat(ConsistencyModel.DRFRLX.performed(relaxed)).hasToString("atom.relaxed.gpu");
    Ordering weak = new Ordering(AccessKind.LOAD, Order.WEAK, Scope.SYS, false, false);
    for (ConsistencyModel model : ConsistencyModel.values()) {
      assertThat(model.performed(weak)).hasToString("ld.weak");
      assertThat(
              model.performed(new Ordering(AccessKind.LOAD, Order.WEAK, Scope.GPU, false, false)))
          .hasToString("ld.weak.cg");
      assertThat(ConsistencyModel.named(model.label())).isEqualTo(model);
    }
    Ordering commutative = new Ordering(AccessKind.ATOMIC, Order.WEAK, Scope.GPU, false, true);
    assertThat(ConsistencyModel.HRF.performed(commutative)).hasToString("atom.comm.gpu");
    assertThat(ConsistencyModel.DRF0.performed(commutative)).hasToString("atom.sc.gpu");
  }

  @Test
  void remoteOperationsAreRefusedInWords() {
    assertThat(protocol.supports(atomic(true, false))).isFalse();
    assertThat(protocol.refusal(atomic(true, false)))
        .isEqualTo(
            "atom.remote.acq_rel.gpu asks for remote scope promotion, which protocol gpu does not"
                + " have");
    assertThat(protocol.supports(atomic(false, true))).isTrue();
  }

  @Test
  void namesAreLookedUpAndUnknownOnesAnsweredWithThoseThereAre() {
    assertThat(Protocols.named("gpu")).isInstanceOf(GpuProtocol.class);
    assertThatThrownBy(() -> Protocols.named("cpu"))
        .hasMessage(
            "no protocol is called 'cpu'; there are " + String.join(", ", Protocols.names()));
    assertThatThrownBy(() -> ConsistencyModel.named("tso"))
        .hasMessage("no consistency model is called 'tso'; there are drf0, hrf, drfrlx");
  }
}
