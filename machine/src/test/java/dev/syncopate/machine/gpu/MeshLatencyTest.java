package dev.syncopate.machine.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.machine.config.MachineConfig;
import dev.syncopate.machine.preset.Presets;
import dev.syncopate.sim.config.ConfigOverrides;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
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
  void aHitInTheL1TakesACycle() throws IOException {
    TestGpu device = device("gpu");
    long line = device.allocate(LINE);
    chase(device, 0, line, 0, 1, MANY); // now the L2 has it
    for (int unit = 0; unit < UNITS; unit++) {
      long once = chase(device, unit, line, 0, 1, MANY);
      assertThat((chase(device, unit, line, 0, 2, MANY) - once) / MANY)
          .as("unit %s, the loop's own cycles shared out", unit)
          .isEqualTo(1);
    }
    documented("| L1 hit | 1 | 1 |");
  }

  @Test
  void theL2IsAsFarAsTheTableSays() throws IOException {
    LongSummaryStatistics latencies = new LongSummaryStatistics();
    TestGpu device = device("gpu");
    long lines = device.allocate((2 * STEPS + 1) * ROUND);
    for (int unit = 0; unit < UNITS; unit++) {
      for (int bank = 0; bank < BANKS; bank++) {
        long cycles = perLoad(device, unit, first(lines, bank, 0));
        assertThat(cycles).as("unit %s, bank %s", unit, bank).isEqualTo(29 + 2 * way(unit, bank));
        latencies.accept(cycles);
      }
    }
    assertThat(latencies.getMin()).isEqualTo(29);
    assertThat(latencies.getMax()).isEqualTo(61);
    documented("| L2 hit | 29 to 61 | 29 to 61 |");
  }

  @Test
  void memoryIsAsFarAsTheTableSays() throws IOException {
    LongSummaryStatistics latencies = new LongSummaryStatistics();
    for (int unit = 0; unit < UNITS; unit++) {
      for (int bank = 0; bank < BANKS; bank += 3) {
        int controller = bank % CONTROLLERS.length;
        latencies.accept(memory(unit, bank, controller));
      }
    }
    latencies.accept(memory(0, 0, 0));
    latencies.accept(memory(0, 15, 0));
    assertThat(latencies.getMin()).isEqualTo(197);
    assertThat(latencies.getMax()).isEqualTo(261);
    documented("| memory | 197 to 261 | 197 to 261 |");
  }

  /** The reading in which Table III counts cycles of 2 GHz: its least values are 0.35 of these. */
  @Test
  void theLeastLatenciesOfTheReadingOfClocksAreTheTablesInCyclesOf2Ghz() throws IOException {
    MachineConfig clocks =
        ConfigOverrides.apply(Presets.load("heterosync-15cu/clocks"), List.of("dram.tREFI=0ns"));
    TestGpu device = new TestGpu(clocks, "gpu", 1);
    device.allocate(LINE);
    long lines = device.allocate((2 * STEPS + 1) * NEXT_ROW);
    long firstLine = first(lines, 0, 0);
    assertThat(perLoad(device, 0, firstLine))
        .as("a mesh takes two more than 0.35 * 29")
        .isEqualTo(12);
    TestGpu cold = new TestGpu(clocks, "gpu", 1);
    TestGpu secondDevice = new TestGpu(clocks, "gpu", 1);
    for (TestGpu testGpu : List.of(cold, secondDevice)) {
      testGpu.allocate(LINE);
      testGpu.allocate((2 * STEPS + 1) * NEXT_ROW);
    }
    long once = chase(cold, 0, firstLine, NEXT_ROW, 1, STEPS);
    assertThat((chase(secondDevice, 0, firstLine, NEXT_ROW, 2, STEPS) - once) / STEPS)
        .isEqualTo(Math.round(0.35 * 197));
  }

  /**
   * A word that another L1 has registered comes from there, by way of its home: requester, home,
   * owner, requester. Such a way is the edge of a triangle, so it has at most 12 hops on a mesh of
   * four by four. The table's 83 cycles would therefore need more cycles a hop than 29 to 61 leave.
   */
  @Test
  void anotherL1IsAsFarAsTheTableSays() throws IOException {
    LongSummaryStatistics latencies = new LongSummaryStatistics();
    TestGpu device = device("denovo");
    long lines = device.allocate((2 * STEPS + 1) * ROUND);
    for (int owner = 0; owner < UNITS; owner += 7) {
      for (int bank = 0; bank < BANKS; bank++) {
        long firstLine = first(lines, bank, 0);
        own(device, owner, firstLine, BANKS * LINE);
        for (int unit = 0; unit < UNITS; unit++) {
          if (unit != owner) {
            follow(device, unit, firstLine, 1, STEPS); // now it owns the result's word
            long once = follow(device, unit, firstLine, 1, STEPS);
            long cycles = (follow(device, unit, firstLine, 2, STEPS) - once) / STEPS;
            assertThat(cycles)
                .as("unit %s, bank %s, owner %s", unit, bank, owner)
                .isEqualTo(36 + way(unit, bank) + way(bank, owner) + way(owner, unit));
            latencies.accept(cycles);
          }
        }
      }
    }
    assertThat(latencies.getMin()).isEqualTo(40).isBetween(35L, 83L);
    assertThat(latencies.getMax()).isEqualTo(68).isBetween(35L, 83L);
    documented("(`denovo`) | 35 to 83 | 40 to 68 |");
  }

  private static void documented(String row) throws IOException {
    assertThat(Files.readString(Path.of("../docs/protocols/mesh.md"))).contains(row);
  }

  /** Has a unit store the pointers, and so register their words. */
  private static void own(TestGpu device, int unit, long start, int distance) {
    String ptx =
        ProbeKernels.kernel(
            "setp.ne.u32 %p1, %r1, "
                + unit
                + ";\n@%p1 bra end;\nmov.u64 %l2, %l0;\n"
                + ProbeKernels.loop(
                    2 * STEPS + 1,
                    "add.u64 %l3, %l2, "
                        + distance
                        + ";\nst.global.u64 [%l2], %l3;\n"
                        + "mov.u64 %l2, %l3;")
                + "end:");
    KernelRun run = device.run(ptx, UNITS, 1, start, TestGpu.BASE);
    assertThat(run.outcome()).as(run.report()).isEqualTo(LaunchOutcome.DONE);
  }

  private static long memory(int unit, int bank, int controller) {
    TestGpu device = device("gpu");
    long lines = device.allocate((2 * STEPS + 1) * NEXT_ROW);
    long firstLine = first(lines, bank, controller);
    long once = chase(device("gpu"), unit, firstLine, NEXT_ROW, 1, STEPS);
    long cycles = (chase(device, unit, firstLine, NEXT_ROW, 2, STEPS) - once) / STEPS;
    assertThat(cycles)
        .as("unit %s, bank %s, controller %s", unit, bank, controller)
        .isEqualTo(197 + 2 * way(unit, bank) + 2 * way(bank, CONTROLLERS[controller]));
    return cycles;
  }

  /** Cycles that the hops between two routers take. */
  private static int way(int sourceNode, int targetNode) {
    int hops =
        Math.abs(sourceNode % SIDE - targetNode % SIDE)
            + Math.abs(sourceNode / SIDE - targetNode / SIDE);
    return hops * 16 / 6;
  }

  /** The first line from an address on that has a bank and a controller for its home. */
  private static long first(long start, int bank, int controller) {
    long round = (long) BANKS * LINE;
    return Math.ceilDiv(start, ROUND) * ROUND + controller * round + (long) bank * LINE;
  }

  /** A machine whose first bytes are where kernels put their result. */
  private static TestGpu device(String protocol) {
    TestGpu device = new TestGpu(MACHINE, protocol, 1);
    device.allocate(LINE);
    return device;
  }

  /** Of lines that an earlier launch has brought into the L2. */
  private static long perLoad(TestGpu device, int unit, long start) {
    chase(device, unit, start, ROUND, 2, STEPS);
    long once = chase(device, unit, start, ROUND, 1, STEPS);
    return (chase(device, unit, start, ROUND, 2, STEPS) - once) / STEPS;
  }

  /** Cycles of a launch in which one unit follows pointers. */
  private static long chase(
      TestGpu device, int unit, long start, int distance, int rounds, int steps) {
    for (int i = 0; i <= rounds * steps; i++) {
      byte[] pointer = new byte[8];
      long address = start + (long) i * distance;
      ByteBuffer.wrap(pointer).order(ByteOrder.LITTLE_ENDIAN).putLong(address + distance);
      device.gpu.write(address, pointer);
    }
    return follow(device, unit, start, rounds, steps);
  }

  private static long follow(TestGpu device, int unit, long start, int rounds, int steps) {
    String ptx =
        ProbeKernels.kernel(
            "setp.ne.u32 %p1, %r1, "
                + unit
                + ";\n@%p1 bra end;\nmov.u64 %l2, %l0;\n"
                + ProbeKernels.loop(
                    rounds, ProbeKernels.repeated("ld.global.u64 %l2, [%l2];", steps))
                + "st.global.u64 [%l1], %l2;\nend:");
    KernelRun run = device.run(ptx, UNITS, 1, start, TestGpu.BASE);
    assertThat(run.outcome()).as(run.report()).isEqualTo(LaunchOutcome.DONE);
    return run.cycles();
  }
}
