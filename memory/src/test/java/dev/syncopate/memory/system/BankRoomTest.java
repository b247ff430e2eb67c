package dev.syncopate.memory.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.rig.Rig;
import dev.syncopate.memory.rig.RigConfigs;
import dev.syncopate.memory.rig.RigOperations;
import dev.syncopate.memory.rig.TinyThread;
import org.junit.jupiter.api.Test;

/** What needs no room in a bank does not wait behind what does. */
class BankRoomTest {
  private static final long FLAG = Rig.BASE;

  /** Cycles of a remote load while other units have a bank wait for memory without a pause. */
  private static double cyclesOfRemoteLoad(int loads) {
    MemoryConfig config = RigConfigs.withUnits(RigConfigs.roomy(), 8);
    Rig rig = new Rig(config, Protocols.named("srsp"), ConsistencyModel.HRF, 1);
    long stride = (long) config.l2().interleave() * config.l2().banks();
    for (int tile = 2; tile < 8; tile++) {
      for (int warp = 0; warp < 4; warp++) {
        TinyThread thread = rig.thread(tile, warp);
        for (int i = 0; i < loads; i++) { // each another line of the flag's bank
          thread.load(FLAG + stride * (1 + i + (long) loads * (warp + 4L * tile)));
        }
      }
    }
    TinyThread outsider = rig.thread(1, 0);
    outsider.load(FLAG);
    outsider.delay(1000);
    outsider.access(
        RigOperations.remote(RigOperations.load(DataType.B32, Order.ACQUIRE, Scope.GPU)),
        FLAG,
        0,
        0);
    rig.run();
    return rig.count("sync.remote.cycles");
  }

  @Test
  void answersDoNotWaitBehindRequestsThatWaitForMemory() {
    double quiet = cyclesOfRemoteLoad(0);
    double crowded = cyclesOfRemoteLoad(64);
    assertThat(crowded).isLessThan(2 * quiet);
  }
}
