package dev.syncopate.machine.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.machine.config.MachineConfig;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.kit.LineState;
import dev.syncopate.memory.kit.l1.L1Cache;
import dev.syncopate.memory.kit.l1.L1Event;
import dev.syncopate.memory.kit.l1.L1Lines;
import dev.syncopate.memory.kit.l1.L1Parts;
import dev.syncopate.memory.kit.l1.L1Policy;
import dev.syncopate.memory.kit.l1.L1Table;
import dev.syncopate.memory.kit.l1.MissStateTable;
import dev.syncopate.memory.protocol.Action;
import dev.syncopate.memory.protocol.CompletionListener;
import dev.syncopate.memory.protocol.ForwardingProtocol;
import dev.syncopate.memory.protocol.L1Controller;
import dev.syncopate.memory.protocol.L1Counters;
import dev.syncopate.memory.protocol.L1Environment;
import dev.syncopate.memory.protocol.StateTable;
import dev.syncopate.memory.system.Protocols;
import org.junit.jupiter.api.Test;

/** A strict launch looks whether events end as a controller's table says; others do not. */
class StrictTablesTest {

  /** Its action drops the line behind the table's back. */
  private static final StateTable<LineState, L1Event, L1Lines, Object> LYING =
      L1Table.PLAIN
          .but()
          .on(LineState.INVALID, L1Event.FILL)
          .to(LineState.CLEAN)
          .does(
              L1Table.KEEP_FILL,
              new Action<>(
                  "drop the line",
                  (lines, line, frame, fill) -> lines.array.drop(lines.find(line))))
          .build();

  private static TestGpu lying() {
    MachineConfig machine = TestGpu.machine();
    ForwardingProtocol lying =
        new ForwardingProtocol(Protocols.named("gpu")) {
          @Override
          public L1Controller l1(
              MemoryConfig config,
              L1Environment environment,
              CompletionListener listener,
              L1Counters counters) {
            L1Parts parts =
                L1Parts.of(
                    config.l1(), environment, listener, counters, LYING, MissStateTable.ATOMICS);
            return new L1Cache(parts, L1Policy.NONE);
          }
        };
    return new TestGpu(machine, new Gpu(machine, lying, ConsistencyModel.HRF, 1));
  }

  private static Launch load(TestGpu gpu) {
    long out = gpu.allocate(4 * 32);
    return gpu.launch(
        Snippets.each("ld.global.u32 %r3, [%rd1];\n"),
        new int[] {1, 1, 1},
        new int[] {32, 1, 1},
        0,
        out);
  }

  @Test
  void aStrictLaunchFindsATableThatSaysOtherwise() {
    TestGpu gpu = lying();
    Launch launch = TestGpu.strict(load(gpu));
    assertThatThrownBy(() -> gpu.gpu.launch(launch, LaunchWatch.DEFAULT))
        .hasStackTraceContaining("FILL in INVALID has ended in state INVALID, which is not listed");
  }

  @Test
  void elsewhereNobodyLooks() {
    TestGpu gpu = lying();
    assertThat(gpu.gpu.launch(load(gpu), LaunchWatch.DEFAULT).outcome())
        .isEqualTo(LaunchOutcome.DONE);
  }
}
