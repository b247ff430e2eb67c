package dev.syncopate.memory.protocol;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import dev.syncopate.memory.rig.LooseMachine;
import dev.syncopate.memory.rig.Rig;
import dev.syncopate.memory.rig.RigConfigs;
import dev.syncopate.memory.system.Protocols;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The protocol checkers find a table that differs from its controller's behaviour. */
class CheckedTablesTest {

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

  private static final String LIE =
      "FILL in INVALID has ended in state INVALID, which is not listed";

  private static Protocol lying() {
    return new ForwardingProtocol(Protocols.named("gpu")) {
      @Override
      public L1Controller l1(
          MemoryConfig config,
          L1Environment environment,
          CompletionListener listener,
          L1Counters counters) {
        L1Parts parts =
            L1Parts.of(config.l1(), environment, listener, counters, LYING, MissStateTable.ATOMICS);
        return new L1Cache(parts, L1Policy.NONE);
      }
    };
  }

  @Test
  void theTimedRigFindsIt() {
    Rig rig = new Rig(RigConfigs.roomy(), lying(), ConsistencyModel.HRF, 1);
    rig.thread(0, 0).load(Rig.BASE);
    assertThatThrownBy(rig::run).hasStackTraceContaining(LIE);
  }

  @Test
  void theMachineOfRandomTestsFindsIt() {
    LooseMachine machine =
        new LooseMachine(
            RigConfigs.roomy(), lying(), ConsistencyModel.HRF, new SplittableRandom(1), 1000);
    machine.thread(0, 0).load(Rig.BASE);
    assertThatThrownBy(machine::run).hasStackTraceContaining(LIE);
  }
}
