package dev.syncopate.machine.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Random structured programs over integer registers, private memory and nested branches and loops,
 * against a reference that runs one thread after the other.
 */
class RandomProgramTest {
  private static final int THREADS = 80;
  private static final int VARIABLES = 6;
  private static final int SLOTS = 4;

  /** Writes PTX and runs every thread at the same time, as it goes: the two cannot disagree. */
  private static final class Program {
    private final Random random;
    private final StringBuilder ptx = new StringBuilder();
    private final int[][] variable = new int[THREADS][VARIABLES];
    private final int[][] memory = new int[THREADS][SLOTS];
    private int labels;
    private int depth;

    Program(long seed) {
      random = new Random(seed);
      for (int v = 0; v < VARIABLES; v++) {
        int factor = random.nextInt();
        line("mul.lo.u32 %r" + (10 + v) + ", %r2, " + factor + ";");
        for (int t = 0; t < THREADS; t++) {
          variable[t][v] = t * factor;
        }
      }
      boolean[] allThreads = new boolean[THREADS];
      Arrays.fill(allThreads, true);
      block(allThreads, 8);
      line("mov.u32 %r3, 0;");
      for (int v = 0; v < VARIABLES; v++) {
        line("mad.lo.u32 %r3, %r3, 31, %r" + (10 + v) + ";");
      }
      for (int s = 0; s < SLOTS; s++) {
        line("ld.local.u32 %r4, [%rd2+" + 4 * s + "];");
        line("mad.lo.u32 %r3, %r3, 31, %r4;");
      }
    }

    private void line(String text) {
      ptx.append(text).append('\n');
    }

    private void block(boolean[] running, int statements) {
      for (int i = 0; i < statements; i++) {
        switch (depth < 3 ? random.nextInt(8) : random.nextInt(6)) {
          case 6 -> branch(running);
          case 7 -> loop(running);
          case 5 -> access(running);
          default -> compute(running);
        }
      }
    }

    private void compute(boolean[] running) {
      int d = random.nextInt(VARIABLES);
      int a = random.nextInt(VARIABLES);
      int b = random.nextInt(VARIABLES);
      int kind = random.nextInt(6);
      String[] names = {"add.s32", "sub.s32", "mul.lo.s32", "xor.b32", "min.s32", "max.u32"};
      line("%s %%r%d, %%r%d, %%r%d;".formatted(names[kind], 10 + d, 10 + a, 10 + b));
      for (int t = 0; t < THREADS; t++) {
        int x = variable[t][a];
        int y = variable[t][b];
        if (running[t]) {
          variable[t][d] =
              switch (kind) {
                case 0 -> x + y;
                case 1 -> x - y;
                case 2 -> x * y;
                case 3 -> x ^ y;
                case 4 -> Math.min(x, y);
                default -> Integer.compareUnsigned(x, y) > 0 ? x : y;
              };
        }
      }
    }

    private void access(boolean[] running) {
      int v = random.nextInt(VARIABLES);
      int slot = random.nextInt(SLOTS);
      boolean store = random.nextBoolean();
      line(
          store
              ? "st.local.u32 [%%rd2+%d], %%r%d;".formatted(4 * slot, 10 + v)
              : "ld.local.u32 %%r%d, [%%rd2+%d];".formatted(10 + v, 4 * slot));
      for (int t = 0; t < THREADS; t++) {
        if (running[t] && store) {
          memory[t][slot] = variable[t][v];
        } else if (running[t]) {
          variable[t][v] = memory[t][slot];
        }
      }
    }

    private void branch(boolean[] running) {
      int v = random.nextInt(VARIABLES);
      int bit = random.nextInt(8);
      String elseLabel = "L" + labels++;
      String end = "L" + labels++;
      line("and.b32 %%r5, %%r%d, %d;".formatted(10 + v, 1 << bit));
      line("setp.eq.u32 %p1, %r5, 0;");
      line("@%p1 bra " + elseLabel + ";");
      boolean[] thenThreads = running.clone();
      boolean[] otherwise = running.clone();
      for (int t = 0; t < THREADS; t++) {
        boolean zero = (variable[t][v] & 1 << bit) == 0;
        thenThreads[t] &= !zero;
        otherwise[t] &= zero;
      }
      depth++;
      block(thenThreads, 1 + random.nextInt(4));
      line("bra " + end + ";");
      line(elseLabel + ":");
      block(otherwise, random.nextInt(4));
      depth--;
      line(end + ":");
    }

    /** The body is written once and run as often as the slowest thread wants. */
    private void loop(boolean[] running) {
      int counter = 20 + depth;
      int v = random.nextInt(VARIABLES);
      String begin = "L" + labels++;
      line("and.b32 %%r%d, %%r%d, 3;".formatted(counter, 10 + v));
      line(begin + ":");
      int[] remainingTurns = new int[THREADS];
      for (int t = 0; t < THREADS; t++) {
        remainingTurns[t] = variable[t][v] & 3;
      }
      int d = random.nextInt(VARIABLES);
      int a = random.nextInt(VARIABLES);
      line("mad.lo.u32 %%r%d, %%r%d, 3, %%r%d;".formatted(10 + d, 10 + a, counter));
      line("add.u32 %%r%d, %%r%d, -1;".formatted(counter, counter));
      line("setp.ge.s32 %%p2, %%r%d, 0;".formatted(counter));
      line("@%p2 bra " + begin + ";");
      for (int t = 0; t < THREADS; t++) {
        for (int turn = remainingTurns[t]; running[t] && turn >= 0; turn--) {
          variable[t][d] = variable[t][a] * 3 + turn;
        }
      }
    }

    int expected(int t) {
      int hash = 0;
      for (int value : variable[t]) {
        hash = hash * 31 + value;
      }
      for (int value : memory[t]) {
        hash = hash * 31 + value;
      }
      return hash;
    }

    String text() {
      return TestGpu.kernel(
          ".param .u64 out",
          ".local .align 4 .b8 stack[16];\n"
              + Snippets.PROLOGUE
              + Snippets.IDS
              + "mov.u64 %rd2, stack;\nmov.u32 %r4, 0;\n"
              + "st.local.u32 [%rd2], %r4;\nst.local.u32 [%rd2+4], %r4;\n"
              + "st.local.u32 [%rd2+8], %r4;\nst.local.u32 [%rd2+12], %r4;\n"
              + ptx
              + Snippets.STORE);
    }
  }

  @ParameterizedTest
  @CsvSource({"its,round-robin,32", "ipdom,oldest-first,32", "its,oldest-first,64"})
  void likeOneThreadAfterTheOther(String divergence, String scheduler, int width) {
    TestGpu gpu =
        TestGpu.with(
            "core.divergence=" + divergence,
            "core.scheduler=" + scheduler,
            "core.warpWidth=" + width);
    for (long seed = 0; seed < 40; seed++) {
      Program program = new Program(seed);
      long out = gpu.allocate(4 * THREADS);
      KernelRun run = gpu.run(program.text(), 1, THREADS, out);
      assertThat(run.outcome()).as("seed %d: %s", seed, run.report()).isEqualTo(LaunchOutcome.DONE);
      int[] values = gpu.readInts(out, THREADS);
      for (int t = 0; t < THREADS; t++) {
        assertThat(values[t])
            .as("seed %d, thread %d\n%s", seed, t, program.ptx)
            .isEqualTo(program.expected(t));
      }
    }
  }
}
