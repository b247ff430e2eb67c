package dev.syncopate.machine.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.machine.config.MachineConfig;
import dev.syncopate.machine.preset.Presets;
import dev.syncopate.sim.config.ConfigOverrides;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The share of the pins' bandwidth that programs reach: refresh, turning the bus, and conflicts in
 * banks cost DDR3 as they cost HBM2.
 */
class DramShareTest {
  private static final int THREADS = 64 * 256;
  private static final int ROUNDS = 8;

  private static double share(String preset, String body, String... settings) {
    MachineConfig machine = ConfigOverrides.apply(Presets.load(preset), List.of(settings));
    TestGpu gpu = new TestGpu(machine, 1);
    long out = gpu.allocate(1L << 28);
    String ptx =
        TestGpu.kernel(
            ".param .u64 out",
            Snippets.PROLOGUE
                + Snippets.IDS
                + """
                mul.wide.u32 %rd3, %r2, 16;
                add.u64 %rd3, %rd1, %rd3;
                mov.u32 %r4, 0;
                LOOP:
                BODY
                add.u64 %rd3, %rd3, STEP;
                add.u32 %r4, %r4, 1;
                setp.lt.u32 %p1, %r4, ROUNDS;
                @%p1 bra LOOP;
                ret;
                """
                    .replace("BODY", body)
                    .replace("STEP", Integer.toString(16 * THREADS))
                    .replace("ROUNDS", Integer.toString(ROUNDS)));
    KernelRun run = gpu.run(ptx, 64, 256, out);
    assertThat(run.outcome()).as(run.report()).isEqualTo(LaunchOutcome.DONE);
    double bytesPerCycle =
        2.0
            * machine.dram().channels()
            * machine.dram().busBytes()
            * machine.dram().clock()
            / machine.core().clock();
    return run.statistics().getOrDefault("dram.bytes", 0L) / (bytesPerCycle * run.cycles());
  }

  private static final String READ = "ld.global.v4.u32 {%r5, %r6, %r7, %r8}, [%rd3];";

  /** Half of what is read is written elsewhere. */
  private static final String COPY =
      READ + "\nst.global.v4.u32 [%rd3+67108864], {%r5, %r6, %r7, %r8};";

  /** Each warp reads from separate rows, which share banks with others'. */
  private static final String SCATTERED =
      """
      mul.lo.u32 %r9, %r2, 0x9E3779B1;
      add.u32 %r9, %r9, %r4;
      mul.lo.u32 %r9, %r9, 0x85EBCA77;
      shr.u32 %r9, %r9, 4;
      and.b32 %r9, %r9, 0x0fffffc0;
      cvt.u64.u32 %rd4, %r9;
      add.u64 %rd4, %rd1, %rd4;
      ld.global.u32 %r5, [%rd4];
      """;

  @Test
  void ddr3LosesWhatRefreshTakes() {
    double refreshed = share("rsp-8cu", READ);
    double never = share("rsp-8cu", READ, "dram.tREFI=0ns");
    assertThat(never - refreshed).isBetween(0.5 * 90 / 7800, 3.0 * 90 / 7800);
    assertThat(refreshed).isBetween(0.85, 1 - 90.0 / 7800);
  }

  @ParameterizedTest
  @ValueSource(strings = {"rsp-8cu", "titanv-80sm"})
  void turningAndConflictsCostEitherKindOfMemory(String preset) {
    double read = share(preset, READ);
    double copied = share(preset, COPY);
    double scattered = share(preset, SCATTERED);
    assertThat(copied).isBetween(0.4, read);
    assertThat(scattered).isLessThan(0.9 * read);
  }
}
