package dev.syncopate.machine.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.machine.config.MachineConfig;
import dev.syncopate.machine.preset.Presets;
import dev.syncopate.sim.config.ConfigOverrides;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.LongSummaryStatistics;
import org.junit.jupiter.api.Test;

/**
 * heterosync.txt Table III on the preset's mesh: what a thread of each unit measures that loads
 * through pointers which all lie in one L2 bank, with one memory controller behind it.
 */
class MeshLatencyTest {
  private static final int UNITS = 15;
  private static final int SIDE = 4;
  private static final int BANKS = SIDE * SIDE;
  private static final int LINE = 64;

  /** From one line of a bank and controller to the next. */
  private static final int ROUND = BANKS * LINE * 4;

  /** The same, in another row. */
  private static final int NEXT_ROW = 2 * ROUND;

  /** Loads in a loop's body; twice as many open a row in each DRAM bank. */
  private static final int STEPS = 8;

  /** So many that a loop's own cycles are less than one a load. */
  private static final int MANY = 64;

  /** The corners: north-west, south-east, north-east, south-west. */
  private static final int[] CONTROLLERS = {0, 15, 3, 12};

  private static final MachineConfig MACHINE =
      ConfigOverrides.apply(Presets.load("heterosync-15cu"), List.of("dram.tREFI=0ns"));

  @Test
  void aHitInTheL1TakesACycle() {
    TestGpu device = device();
    long line = device.allocate(LINE);
    chase(device, 0, line, 0, 1, MANY); // now the L2 has it
    for (int unit = 0; unit < UNITS; unit++) {
      long once = chase(device, unit, line, 0, 1, MANY);
      assertThat((chase(device, unit, line, 0, 2, MANY) - once) / MANY)
          .as("unit %s, the loop's own cycles shared out", unit)
          .isEqualTo(1);
    }
  }

  @Test
  void theL2IsAsFarAsTheTableSays() {
    LongSummaryStatistics all = new LongSummaryStatistics();
    TestGpu device = device();
    long lines = device.allocate((2 * STEPS + 1) * ROUND);
    for (int unit = 0; unit < UNITS; unit++) {
      for (int bank = 0; bank < BANKS; bank++) {
        long cycles = perLoad(device, unit, first(lines, bank, 0));
        assertThat(cycles).as("unit %s, bank %s", unit, bank).isEqualTo(29 + 2 * way(unit, bank));
        all.accept(cycles);
      }
    }
    assertThat(all.getMin()).isEqualTo(29);
    assertThat(all.getMax()).isEqualTo(61);
  }

  @Test
  void memoryIsAsFarAsTheTableSays() {
    LongSummaryStatistics all = new LongSummaryStatistics();
    for (int unit = 0; unit < UNITS; unit++) {
      for (int bank = 0; bank < BANKS; bank += 3) {
        int controller = bank % CONTROLLERS.length;
        all.accept(memory(unit, bank, controller));
      }
    }
    all.accept(memory(0, 0, 0));
    all.accept(memory(0, 15, 0));
    assertThat(all.getMin()).isEqualTo(197);
    assertThat(all.getMax()).isEqualTo(261);
  }

  private static long memory(int unit, int bank, int controller) {
    TestGpu device = device();
    long lines = device.allocate((2 * STEPS + 1) * NEXT_ROW);
    long from = first(lines, bank, controller);
    long once = chase(device(), unit, from, NEXT_ROW, 1, STEPS);
    long cycles = (chase(device, unit, from, NEXT_ROW, 2, STEPS) - once) / STEPS;
    assertThat(cycles)
        .as("unit %s, bank %s, controller %s", unit, bank, controller)
        .isEqualTo(197 + 2 * way(unit, bank) + 2 * way(bank, CONTROLLERS[controller]));
    return cycles;
  }

  /** Cycles that the hops between two routers take. */
  private static int way(int from, int to) {
    int hops = Math.abs(from % SIDE - to % SIDE) + Math.abs(from / SIDE - to / SIDE);
    return hops * 16 / 6;
  }

  /** The first line from an address on that has a bank and a controller for its home. */
  private static long first(long from, int bank, int controller) {
    long round = (long) BANKS * LINE;
    return Math.ceilDiv(from, ROUND) * ROUND + controller * round + (long) bank * LINE;
  }

  private static TestGpu device() {
    return new TestGpu(MACHINE, 1);
  }

  /** Of lines that an earlier launch has brought into the L2. */
  private static long perLoad(TestGpu device, int unit, long from) {
    chase(device, unit, from, ROUND, 2, STEPS);
    long once = chase(device, unit, from, ROUND, 1, STEPS);
    return (chase(device, unit, from, ROUND, 2, STEPS) - once) / STEPS;
  }

  /** Cycles of a launch in which one unit follows pointers. */
  private static long chase(
      TestGpu device, int unit, long from, int distance, int rounds, int steps) {
    for (int i = 0; i <= rounds * steps; i++) {
      byte[] pointer = new byte[8];
      long at = from + (long) i * distance;
      ByteBuffer.wrap(pointer).order(ByteOrder.LITTLE_ENDIAN).putLong(at + distance);
      device.gpu.write(at, pointer);
    }
    String ptx =
        ProbeKernels.kernel(
            "setp.ne.u32 %p1, %r1, "
                + unit
                + ";\n@%p1 bra end;\nmov.u64 %l2, %l0;\n"
                + ProbeKernels.loop(
                    rounds, ProbeKernels.repeated("ld.global.u64 %l2, [%l2];", steps))
                + "st.global.u64 [%l1], %l2;\nend:");
    KernelRun run = device.run(ptx, UNITS, 1, from, TestGpu.BASE);
    assertThat(run.outcome()).as(run.report()).isEqualTo(Outcome.DONE);
    return run.cycles();
  }
}
