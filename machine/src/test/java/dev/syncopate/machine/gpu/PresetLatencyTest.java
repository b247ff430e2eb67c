package dev.syncopate.machine.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.machine.config.MachineConfig;
import dev.syncopate.machine.preset.Presets;
import dev.syncopate.sim.config.ConfigOverrides;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The latencies that the papers' tables state, as a thread measures them that loads through
 * pointers: what a chain of twice the length takes longer, for each load.
 */
class PresetLatencyTest {
  private static final int STEPS = 32;

  /** Loads in the body of a loop, so that all but the first round finds its instructions. */
  private static final int ROUND = 32;

  private static final int BYTES = 2 << 20;

  /** lab.txt Table I. */
  @Test
  void titanVHasTheLatenciesOfThePapersTable() {
    assertThat(shared("titanv-80sm")).isEqualTo(19);
    assertThat(l1("titanv-80sm")).isEqualTo(28);
    assertThat(l2("titanv-80sm")).isEqualTo(148);
    assertThat(memory("titanv-80sm")).isEqualTo(248);
  }

  /**
   * rsp.txt Table 1 gives the caches' own latencies: 4 cycles, and 24 in the L2, to which the
   * network adds 12 and a port each way.
   */
  @Test
  void rspHasTheLatenciesOfThePapersTable() {
    assertThat(l1("rsp-8cu")).isEqualTo(4);
    assertThat(l2("rsp-8cu")).isEqualTo(4 + 24 + 2 * (12 + 1));
    assertThat(l1("srsp-64cu")).isEqualTo(4);
    assertThat(l2("srsp-64cu")).isEqualTo(l2("rsp-8cu"));
  }

  /** From one barrier to the next, of one warp: [Zhang] in the preset. */
  @Test
  void barriersOfAWarpTakeWhatIsConfigured() {
    assertThat(barrier("titanv-80sm")).isEqualTo(22);
    assertThat(barrier("rsp-8cu")).isEqualTo(1);
  }

  private static long barrier(String preset) {
    return (barrier(preset, 2 * STEPS) - barrier(preset, STEPS)) / STEPS;
  }

  private static long barrier(String preset, int steps) {
    TestGpu device = new TestGpu(machine(preset), 1);
    long result = device.allocate(8);
    String ptx = ProbeKernels.kernel(chain("bar.sync 0;", steps) + "st.global.u32 [%l1], 1;");
    KernelRun run = device.run(ptx, 1, 1, result, result);
    assertThat(run.outcome()).as(run.report()).isEqualTo(LaunchOutcome.DONE);
    return run.cycles();
  }

  /** The preset without refresh: latencies are stated for accesses that meet none. */
  private static MachineConfig machine(String preset) {
    return ConfigOverrides.apply(Presets.load(preset), List.of("dram.tREFI=0ns"));
  }

  /** A pointer to itself. */
  private static long l1(String preset) {
    return perStep(preset, 0, false);
  }

  /** A line each, which an earlier launch has brought into the L2. */
  private static long l2(String preset) {
    return perStep(preset, 256, true);
  }

  /** A row each, in banks that have none open. */
  private static long memory(String preset) {
    return perStep(preset, 16512, false);
  }

  private static long perStep(String preset, int distance, boolean warm) {
    return (global(preset, 2 * STEPS, distance, warm) - global(preset, STEPS, distance, warm))
        / STEPS;
  }

  private static long global(String preset, int steps, int distance, boolean warm) {
    TestGpu device = new TestGpu(machine(preset), 1);
    long first = device.allocate(BYTES);
    long result = device.allocate(8);
    ByteBuffer pointers = ByteBuffer.allocate(BYTES).order(ByteOrder.LITTLE_ENDIAN);
    for (int offset = 0; offset < BYTES; offset += Math.max(8, distance)) {
      pointers.putLong(offset, first + (offset + distance) % BYTES);
    }
    device.gpu.write(first, pointers.array());
    String ptx =
        ProbeKernels.kernel(
            "mov.u64 %l2, %l0;\n"
                + chain("ld.global.u64 %l2, [%l2];", steps)
                + "st.global.u64 [%l1], %l2;");
    if (warm) {
      device.run(ptx, 1, 1, first, result);
    }
    KernelRun run = device.run(ptx, 1, 1, first, result);
    assertThat(run.outcome()).as(run.report()).isEqualTo(LaunchOutcome.DONE);
    return run.cycles();
  }

  private static long shared(String preset) {
    return (shared(preset, 2 * STEPS) - shared(preset, STEPS)) / STEPS;
  }

  private static long shared(String preset, int steps) {
    TestGpu device = new TestGpu(machine(preset), 1);
    long result = device.allocate(8);
    String ptx =
        ProbeKernels.kernel(
            "mov.u32 %r4, bytes;\nst.shared.u32 [%r4], %r4;\n"
                + chain("ld.shared.u32 %r4, [%r4];", steps)
                + "st.global.u32 [%l1], %r4;");
    KernelRun run = device.run(ptx, 1, 1, result, result);
    assertThat(run.outcome()).as(run.report()).isEqualTo(LaunchOutcome.DONE);
    return run.cycles();
  }

  private static String chain(String instruction, int steps) {
    return ProbeKernels.loop(steps / ROUND, ProbeKernels.repeated(instruction, ROUND));
  }
}
