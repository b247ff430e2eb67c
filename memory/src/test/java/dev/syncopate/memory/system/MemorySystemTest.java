package dev.syncopate.memory.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.memory.access.AtomicOp;
import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.mechanism.gpu.GpuProtocol;
import dev.syncopate.memory.rig.Rig;
import dev.syncopate.memory.rig.RigConfigs;
import dev.syncopate.memory.rig.RigOperations;
import dev.syncopate.memory.rig.TinyThread;
import dev.syncopate.memory.rig.TinyThread.Register;
import dev.syncopate.sim.config.BundledConfigurations;
import dev.syncopate.sim.config.ConfigException;
import dev.syncopate.sim.config.ConfigReader;
import dev.syncopate.sim.config.ConfigSource;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class MemorySystemTest {
  private static final long X = Rig.BASE;

  @Test
  void aHitIsReadyAfterItsLatency() {
    Rig rig = new Rig();
    TinyThread thread = rig.thread(0, 0);
    thread.load(X);
    thread.join();
    Register hit = thread.load(X);
    rig.run();
    assertThat(hit.completed() - hit.issued()).isEqualTo(20);
  }

  /**
   * L1 at cycle 1, port 1, network 8, bank 0, answer after 30, port 2 for 8 + 32 bytes of 32 a
   * cycle, network 8, and the L1's 20, of which one has passed.
   */
  @Test
  void aMissThatHitsInTheL2TakesTheWayThereAndBack() {
    Rig rig = new Rig();
    rig.thread(1, 0).load(X);
    TinyThread thread = rig.thread(0, 0);
    thread.delay(2000);
    Register miss = thread.load(X);
    rig.run();
    assertThat(miss.completed() - miss.issued()).isEqualTo(1 + 1 + 8 + 30 + 2 + 8 + 19);
  }

  @Test
  void theL1TakesOneLineACycle() {
    Rig rig = new Rig();
    TinyThread thread = rig.thread(0, 0);
    long[] address = new long[32];
    for (int lane = 0; lane < 32; lane++) {
      address[lane] = X + 128L * lane;
      rig.thread(0, 0).load(address[lane]);
    }
    thread.join();
    WarpAccess gather = WarpAccess.of(RigOperations.load(DataType.B32), 0, 0xffff_ffffL, address);
    Register loaded = thread.issue(gather);
    rig.run();
    assertThat(loaded.completed() - loaded.issued()).isEqualTo(20 + 31);
  }

  @Test
  void aBanksAtomicUnitTakesItsTime() {
    Rig rig = new Rig();
    TinyThread thread = rig.thread(0, 0);
    thread.add(X, 0, Order.RELAXED, Scope.GPU);
    thread.join();
    Register singleAtomic = thread.add(X, 0, Order.RELAXED, Scope.GPU);
    thread.join();
    long[] address = new long[32];
    Arrays.fill(address, X);
    long[] operand = new long[32];
    Arrays.fill(operand, 2);
    Register warpAtomic =
        thread.issue(
            WarpAccess.of(
                RigOperations.atomic(AtomicOp.ADD, DataType.U32, Order.RELAXED, Scope.GPU),
                0,
                0xffff_ffffL,
                address,
                operand,
                WarpAccess.NO_VALUES));
    rig.run();
    assertThat(warpAtomic.value(31)).isEqualTo(62);
    assertThat(rig.word(X)).isEqualTo(64);
    // 32 operations at 4 a cycle take 8 cycles, not 1; 8 + 128 bytes take 5 cycles each way, not 1.
    assertThat(
            (warpAtomic.completed() - warpAtomic.issued())
                - (singleAtomic.completed() - singleAtomic.issued()))
        .isEqualTo(7 + 4 + 4);
  }

  @Test
  void releasesCostMoreAtComponentThanAtWorkGroupScope() {
    Rig rig = new Rig();
    TinyThread thread = rig.thread(0, 0);
    thread.store(X, 1);
    Register local = thread.store(X + 256, 1, Order.RELEASE, Scope.CTA);
    thread.join();
    thread.store(X, 2);
    Register global = thread.store(X + 256, 2, Order.RELEASE, Scope.GPU);
    rig.run();
    assertThat(local.completed() - local.issued()).isLessThan(5);
    assertThat(global.completed() - global.issued()).isGreaterThan(2 * (8 + 30 + 8));
    assertThat(rig.count("sync.releases")).isEqualTo(2 + 4);
    assertThat(rig.count("sync.blockedCycles")).isGreaterThan(90);
  }

  /** The fence holds back the memory instructions of its warp only. */
  @Test
  void aFenceDelaysOnlyItsOwnWarp() {
    Rig rig = new Rig();
    TinyThread fencing = rig.thread(0, 0);
    TinyThread otherThread = rig.thread(0, 1);
    fencing.store(X, 1);
    Register fence = fencing.fence(Order.SC, Scope.GPU);
    Register lateLoad = fencing.load(X);
    otherThread.delay(10);
    Register meanwhile = otherThread.store(X + 512, 1);
    rig.run();
    assertThat(lateLoad.issued()).isGreaterThanOrEqualTo(fence.completed());
    assertThat(meanwhile.completed()).isLessThan(fence.completed());
  }

  @Test
  void sectorsThatTheHostInstallsAreHitInTheL2() {
    Rig rig = new Rig();
    rig.write(X, new byte[] {7});
    assertThat(rig.memory.installsL2()).isTrue();
    rig.memory.installL2(X, 0b0001, false);
    Register installed = rig.thread(0, 0).load(X);
    Register neighbour = rig.thread(0, 1).load(X + 32);
    rig.run();
    assertThat(installed.value(0)).isEqualTo(7);
    assertThat(neighbour.value(0)).isZero();
    assertThat(rig.count("l2.hits")).isEqualTo(1);
    assertThat(rig.count("dram.reads")).isEqualTo(1);
  }

  @Test
  void whatIsInstalledAsDirtyIsWrittenWhenItLeaves() {
    Rig rig = new Rig();
    MemoryConfig config = RigConfigs.roomy();
    rig.memory.installL2(X, 0b1111, true);
    long span = (long) config.l2().size() / config.l2().ways(); // to the next line of the set
    for (int way = 1; way <= config.l2().ways(); way++) {
      assertThat(rig.memory.setOfL2(X + way * span)).isEqualTo(rig.memory.setOfL2(X));
      rig.thread(0, 0).load(X + way * span);
      rig.thread(0, 0).join();
    }
    rig.run();
    assertThat(rig.count("dram.writes")).isEqualTo(1);
  }

  /** Of three lines of a bank two stay dirty. */
  @Test
  void anInstalledLineForWhichTheSfifoHasNoRoomTakesTheOldestsPlace() {
    Rig rig =
        new Rig(RigConfigs.with(RigConfigs.roomy(), "l2.sfifoEntries=2"), ConsistencyModel.HRF);
    for (int i = 0; i < 3; i++) {
      rig.memory.installL2(X + 1024L * i, 0b1111, true);
    }
    assertThat(writesOfEvictions(rig, 3)).isEqualTo(2);
  }

  @Test
  void anInstalledLineThatHasLeftMayComeBackWhereEachLineHasAnEntry() {
    Rig rig =
        new Rig(RigConfigs.with(RigConfigs.roomy(), "l2.sfifoEntries=64"), ConsistencyModel.HRF);
    MemoryConfig config = RigConfigs.roomy();
    long span = (long) config.l2().size() / config.l2().ways();
    rig.memory.installL2(X, 0b1111, true);
    for (int way = 1; way <= config.l2().ways(); way++) {
      rig.memory.installL2(X + way * span, 0b1111, false);
    }
    rig.memory.installL2(X, 0b1111, true);
    rig.memory.installL2(X + 1024, 0b1111, true);
    assertThat(writesOfEvictions(rig, 2)).as("both").isEqualTo(2);
  }

  /** How many lines are written to memory when these lines of one bank leave the L2. */
  private static long writesOfEvictions(Rig rig, int lines) {
    MemoryConfig config = RigConfigs.roomy();
    long span = (long) config.l2().size() / config.l2().ways();
    TinyThread thread = rig.thread(0, 0);
    for (int i = 0; i < lines; i++) {
      for (int way = 1; way <= config.l2().ways(); way++) {
        thread.load(X + 1024L * i + (way + 8L * lines) * span);
        thread.join();
      }
    }
    rig.run();
    return rig.count("dram.writes");
  }

  @Test
  void anEmptiedL2HasWrittenItsBytes() {
    Rig rig = new Rig();
    rig.thread(0, 0).store(X, 5);
    rig.thread(0, 0).store(X + 8, 6);
    rig.run();
    assertThat(rig.count("dram.writes")).as("dirty in the L2").isZero();
    rig.memory.emptyL2();
    assertThat(rig.word(X)).isEqualTo(5);
    assertThat(rig.word(X + 8)).isEqualTo(6);
    assertThat(rig.count("dram.writes")).as("no time passes for the host").isZero();
  }

  @Test
  void hostCopiesOfAnyExtentReachMemory() {
    Rig rig = new Rig();
    byte[] data = new byte[3000];
    for (int i = 0; i < data.length; i++) {
      data[i] = (byte) (i * 31);
    }
    rig.write(X + 77, data);
    Register loaded = rig.thread(0, 0).load(X + 80);
    rig.thread(0, 0).store(X + 1000, 0x01020304);
    rig.run();
    assertThat((byte) loaded.value()).isEqualTo((byte) (3 * 31));
    byte[] readBack = new byte[3000];
    rig.read(X + 77, readBack);
    data[923] = 4;
    data[924] = 3;
    data[925] = 2;
    data[926] = 1;
    assertThat(readBack).isEqualTo(data);
  }

  @Test
  void anExchangedWordIsNeverTorn() {
    Rig rig = new Rig(RigConfigs.tiny(), ConsistencyModel.HRF);
    for (int tile = 0; tile < 3; tile++) {
      TinyThread writer = rig.thread(tile, 0);
      for (int i = 0; i < 50; i++) {
        long half = 1L + tile;
        writer.access(RigOperations.store(DataType.B64), X, half << 32 | half, 0);
        if (i % 3 == 0) {
          writer.fence(Order.ACQ_REL, Scope.GPU);
        }
        if (i % 5 == 0) {
          writer.load(X + 1024L * (1 + i % 7));
        }
      }
    }
    Register[] registers = new Register[100];
    TinyThread reader = rig.thread(3, 0);
    for (int i = 0; i < registers.length; i++) {
      Order order = i % 2 == 0 ? Order.WEAK : Order.RELAXED;
      registers[i] = reader.access(RigOperations.load(DataType.B64, order, Scope.GPU), X, 0, 0);
      reader.delay(7);
    }
    rig.run();
    for (Register register : registers) {
      assertThat(register.value() >>> 32).isEqualTo(register.value() & 0xffff_ffffL);
    }
  }

  @Test
  void bytesOfOneLineWrittenByManyComeTogether() {
    Rig rig = new Rig(RigConfigs.tiny(), ConsistencyModel.HRF);
    for (int tile = 0; tile < 4; tile++) {
      for (int warp = 0; warp < 4; warp++) {
        for (int i = tile * 4 + warp; i < 128; i += 16) {
          rig.thread(tile, warp).access(RigOperations.store(DataType.B8), X + i, i + 1, 0);
        }
      }
    }
    rig.run();
    byte[] line = new byte[128];
    rig.read(X, line);
    for (int i = 0; i < 128; i++) {
      assertThat(line[i]).isEqualTo((byte) (i + 1));
    }
  }

  @Test
  void whoWaitsForWhatIsTold() {
    Rig rig = new Rig();
    TinyThread thread = rig.thread(2, 3);
    thread.store(X, 1);
    thread.fence(Order.SC, Scope.GPU);
    rig.thread(0, 0).load(X + 256);
    rig.runUntil(20);
    assertThat(rig.memory.waiting())
        .contains(
            "cu2: warp 3 waits in fence.sc.gpu, step AWAIT_WRITES",
            "cu0: warp 0 waits for 1 line accesses",
            "cu0 L1: MSHR of line 0x100000100 (OPEN) awaits 1 fills for 1 accesses",
            "bank 1: line 0x100000100 awaits memory for 1 requests, first READ of line 0x100000100"
                + " from tile 0");
    assertThat(rig.memory.idle()).isFalse();
    rig.run();
    assertThat(rig.memory.idle()).isTrue();
    assertThat(rig.memory.waiting()).isEmpty();
  }

  @Test
  void aSpinningThreadChangesNoWordAndAWriterDoes() {
    Rig rig = new Rig();
    TinyThread spinner = rig.thread(0, 0);
    TinyThread setter = rig.thread(1, 0);
    spinner.until(
        RigOperations.atomic(AtomicOp.CAS, DataType.B32, Order.ACQUIRE, Scope.GPU),
        X,
        1,
        1,
        v -> v == 1);
    setter.delay(5000);
    setter.store(X, 1, Order.RELEASE, Scope.GPU);
    rig.runUntil(4000);
    assertThat(rig.memory.lastChange()).isZero();
    rig.run();
    assertThat(rig.memory.lastChange()).isBetween(5000L, 5200L);
  }

  @Test
  void contradictoryParametersAreRefused() {
    assertThatThrownBy(() -> RigConfigs.with(RigConfigs.roomy(), "l2.interleave=64B"))
        .isInstanceOf(ConfigException.class)
        .hasMessage("l2.interleave=64B: 64 bytes are less than l1.line = 128 bytes");
    assertThatThrownBy(() -> RigConfigs.with(RigConfigs.roomy(), "l1.ways=3"))
        .hasMessage("l1.size: 8192 bytes are not a whole number of sets of 3 lines of 128");
    assertThatThrownBy(() -> RigConfigs.with(RigConfigs.roomy(), "l2.banks=6"))
        .hasMessageContaining("l2.banks=6: 32768 bytes cannot be shared out evenly over 6");
    assertThatThrownBy(() -> RigConfigs.with(RigConfigs.tiny(), "system.gpus=3"))
        .hasMessage("system.gpus=3: 4 compute units cannot be shared out evenly over 3");
  }

  @Test
  void inAFileTheyAreRefusedWhereTheyAre() {
    BundledConfigurations beside = new BundledConfigurations(RigConfigs.class);
    ConfigSource file =
        new ConfigSource("mine.yaml", "extends: roomy\nl2:\n  banks: 2\n  interleave: 64B\n");
    assertThatThrownBy(
            () -> ConfigReader.read(file, MemoryConfig.class, beside, Protocols.settings()))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            """
            mine.yaml:4:15: l2.interleave: 64 bytes are less than l1.line = 128 bytes
                  interleave: 64B
                              ^\
            """);
  }

  /** What no file and no argument made is checked, too. */
  @Test
  void aMemorySystemIsNotMadeOfContradictions() {
    MemoryConfig good = RigConfigs.withGpus(RigConfigs.roomy(), 2);
    MemoryConfig bad =
        new MemoryConfig(
            good.clockMegahertz(),
            3,
            good.warpsPerUnit(),
            good.warpWidth(),
            good.l1(),
            good.l2(),
            good.mechanisms(),
            good.network(),
            good.mesh(),
            good.dram(),
            good.system(),
            good.cpu(),
            good.perturb());
    assertThatThrownBy(() -> make(bad))
        .isInstanceOf(ConfigException.class)
        .hasMessage("system.gpus: 3 compute units cannot be shared out evenly over 2");
  }

  @Test
  void aMeshThatDoesNotFitItsNodesIsRefused() {
    MemoryConfig mesh = RigConfigs.meshed(RigConfigs.roomy());
    assertThatThrownBy(() -> RigConfigs.with(mesh, "l2.banks=8", "l2.size=64KiB"))
        .hasMessageContaining(
            "l2.banks=8: found 8, expected at most 6: one at each router of a mesh of 3 by 2");
    assertThatThrownBy(() -> RigConfigs.withUnits(mesh, 6))
        .hasMessageContaining(
            "mesh.width: 6 compute units and a CPU do not fit a mesh of 3 by 2, which has 6"
                + " routers");
    assertThatThrownBy(() -> RigConfigs.with(mesh, "system.gpus=2", "system.cacheSize=48KiB"))
        .hasMessageContaining("network.kind: found mesh, expected crossbar between several GPUs");
    assertThatThrownBy(() -> RigConfigs.with(mesh, "dram.channels=6"))
        .hasMessageContaining(
            "dram.channels=6: found 6 on a mesh of 3 by 2, expected at most 4, one at each corner");
    assertThatThrownBy(() -> RigConfigs.with(mesh, "mesh.cornerLatency=5"))
        .hasMessageContaining(
            "mesh.cornerLatency=5: found 5 cycles over 3 hops, expected at least 6: 2 a hop");
  }

  private static MemorySystem make(MemoryConfig config) {
    return new MemorySystem(config, new GpuProtocol(), ConsistencyModel.HRF);
  }
}
