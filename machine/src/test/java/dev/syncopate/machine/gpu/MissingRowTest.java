package dev.syncopate.machine.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.memory.access.Agent;
import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.protocol.ForwardingProtocol;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.protocol.StepTable;
import dev.syncopate.memory.protocol.StepTable.Row;
import dev.syncopate.memory.system.Protocols;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A protocol whose table lacks a row is told so at the launch, not by a failure in the run. */
class MissingRowTest {
  private static Protocol without(Predicate<Row> missing) {
    return new ForwardingProtocol(Protocols.named("gpu")) {
      @Override
      public StepTable table() {
        return new StepTable(super.table().describe().stream().filter(missing.negate()).toList());
      }
    };
  }

  private static Launch launch(TestGpu host, String body) {
    int[] ones = {1, 1, 1};
    return host.launch(TestGpu.kernel("", body), ones, ones, 0);
  }

  private static Gpu gpu(Predicate<Row> missing) {
    return new Gpu(TestGpu.machine(), without(missing), ConsistencyModel.HRF, 1);
  }

  @Test
  void aKernelThatAsksForItIsRefusedAtTheInstruction() {
    TestGpu host = TestGpu.with();
    Gpu gpu = gpu(row -> row.name().equals("fence.sc.gpu"));
    String fence = ".reg .b64 %rd<2>;\n mov.u64 %rd1, 0;\n fence.sc.gpu;\n ret;";
    assertThatThrownBy(() -> gpu.launch(launch(host, fence), LaunchWatch.DEFAULT))
        .isInstanceOf(LaunchRefusedException.class)
        .hasMessageContaining("test.ptx:")
        .hasMessageContaining(
            "fence.sc.gpu has no row in the table of protocol gpu under model hrf");
    assertThat(gpu.launch(launch(host, "ret;"), LaunchWatch.DEFAULT).cycles()).isPositive();
  }

  @ParameterizedTest
  @CsvSource({
    "KERNEL_BEGIN, kernel begin has no row in the table of protocol gpu under model hrf",
    "KERNEL_END, kernel end has no row in the table of protocol gpu under model hrf",
    "HOST_READ, the protocol's table has no row host read",
    "HOST_WRITE, the protocol's table has no row host write",
  })
  void aMachineWithoutTheRowsOfKernelsAndTheHostIsRefused(Agent agent, String message) {
    assertThatThrownBy(() -> gpu(row -> row.agent() == agent))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }
}
