package dev.syncopate.machine.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What L2 banks do side by side: channels behind one bank, words of a line. */
class L2UnitsTest {
  private static final String COPY =
      Snippets.each(
          """
          mul.wide.u32 %rd2, %r2, 4;
          add.u64 %rd3, %rd1, %rd2;
          ld.global.u32 %r3, [%rd3];
          add.u32 %r3, %r3, 1;
          """);

  private static KernelRun copy(int banks, int channels, int threads) {
    TestGpu gpu =
        new TestGpu(
            TestGpu.machine("l2.banks=" + banks, "dram.channels=" + channels, "dram.clock=100MHz"),
            threads);
    int count = 4096;
    int[] values = new int[count];
    for (int i = 0; i < count; i++) {
      values[i] = 3 * i;
    }
    long out = gpu.ints(values);
    KernelRun run = gpu.run(COPY, count / 128, 128, out);
    assertThat(run.outcome()).as(run.report()).isEqualTo(LaunchOutcome.DONE);
    int[] result = gpu.readInts(out, count);
    for (int i = 0; i < count; i++) {
      assertThat(result[i]).isEqualTo(3 * i + 1);
    }
    return run;
  }

  @Test
  void oneBankUsesAllChannelsBehindIt() {
    KernelRun four = copy(1, 4, 1);
    assertThat(4 * four.cycles()).isLessThan(2 * copy(1, 1, 1).cycles());
    assertThat(four.statistics()).isEqualTo(copy(1, 4, 2).statistics());
    assertThat(copy(2, 4, 1).cycles()).isLessThanOrEqualTo(four.cycles());
  }

  /** 32 words of a line, updated by a warp; what comes after the first cycle of each is counted. */
  @ParameterizedTest
  @CsvSource({"1,4,31", "8,4,3", "32,4,0", "8,0,31", "8,8,3"})
  void wordsOfALineAreUpdatedSideBySide(int lanes, int stride, int extraCycles) {
    KernelRun run = update(stride, "l2.atomicLanes=" + lanes, "l2.atomicsPerCycle=1");
    assertThat(run.statistics().get("l2.stall.atomics")).isEqualTo(extraCycles);
  }

  /** Each of the steps above keeps the bank for the unit's interval. */
  @ParameterizedTest
  @CsvSource({"8,4,1,3", "8,4,3,11", "32,4,3,2", "8,0,5,159"})
  void aStepOfTheAtomicUnitKeepsItsBankForAnInterval(
      int lanes, int stride, int interval, int extraCycles) {
    KernelRun run =
        update(
            stride,
            "l2.atomicLanes=" + lanes,
            "l2.atomicsPerCycle=1",
            "l2.atomicInterval=" + interval);
    assertThat(run.statistics().get("l2.stall.atomics")).isEqualTo(extraCycles);
  }

  /** A warp's lanes each add to a word, so many bytes apart. */
  private static KernelRun update(int stride, String... settings) {
    TestGpu gpu = TestGpu.with(settings);
    long out = gpu.allocate(512);
    String ptx =
        TestGpu.kernel(
            ".param .u64 out",
            Snippets.PROLOGUE
                + Snippets.IDS
                + "mul.lo.u32 %r4, %r1, STRIDE;\nand.b32 %r4, %r4, 127;\n"
                    .replace("STRIDE", Integer.toString(stride))
                + """
                cvt.u64.u32 %rd2, %r4;
                add.u64 %rd3, %rd1, %rd2;
                red.relaxed.gpu.global.add.u32 [%rd3], 1;
                ret;
                """);
    KernelRun run = gpu.run(ptx, 1, 32, out);
    assertThat(run.outcome()).as(run.report()).isEqualTo(LaunchOutcome.DONE);
    return run;
  }
}
