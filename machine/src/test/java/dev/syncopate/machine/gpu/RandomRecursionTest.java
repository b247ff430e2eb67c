package dev.syncopate.machine.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.ptx.reference.ReferenceInterpreter;
import dev.syncopate.ptx.reference.ReferenceShape;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Random functions that call one another in circles, by name and through addresses, with values,
 * predicates and arrays that live across the calls: against the plain interpreter.
 */
class RandomRecursionTest {
  private static final int THREADS = 64;

  @ParameterizedTest
  @CsvSource({"1, its, 32", "1001, ipdom, 32", "2001, its, 64", "3001, ipdom, 64"})
  void everyThreadComputesWhatItDoesAlone(int firstSeed, String divergence, int width) {
    for (int seed = firstSeed; seed < firstSeed + 25; seed++) {
      String ptx = new RandomModule(seed).text();
      byte[] out = new byte[4 * THREADS];
      ReferenceShape shape = new ReferenceShape(1, THREADS, 1, width);
      ReferenceInterpreter.of("random.ptx", ptx).run(shape, new byte[][] {out}, false);
      int[] expected = new int[THREADS];
      ByteBuffer.wrap(out).order(ByteOrder.LITTLE_ENDIAN).asIntBuffer().get(expected);
      TestGpu gpu =
          TestGpu.with(
              "core.divergence=" + divergence, "core.warpWidth=" + width, "core.maxWarps=8");
      long memory = gpu.allocate(4L * THREADS);
      KernelRun run = gpu.run(ptx, 1, THREADS, memory);
      assertThat(run.outcome()).as("seed %d: %s", seed, run.report()).isEqualTo(LaunchOutcome.DONE);
      assertThat(gpu.readInts(memory, THREADS)).as("seed %d:%n%s", seed, ptx).isEqualTo(expected);
    }
  }

  /** PTX of functions that call one another, and of a kernel that calls some. */
  private static final class RandomModule {
    private static final int FUNCTIONS = 3;
    private static final int VALUES = 6;

    private final Random random;
    private final StringBuilder text = new StringBuilder();
    private int labels;
    private int calls;

    RandomModule(long seed) {
      random = new Random(seed);
    }

    String text() {
      text.append(".version 8.0\n.target sm_80\n.address_size 64\n");
      for (int f = 0; f < FUNCTIONS; f++) {
        text.append(signature(f)).append(";\n");
      }
      text.append(".global .align 8 .u64 table[3] = {f0, f1, f2};\n");
      for (int f = 0; f < FUNCTIONS; f++) {
        function(f);
      }
      text.append(".visible .entry k(.param .u64 out)\n{\n");
      registers();
      text.append("ld.param.u64 %d1, [out];\nmov.u32 %v0, %tid.x;\n");
      for (int v = 1; v < VALUES; v++) {
        line("mad.lo.u32 %%v%d, %%v0, %d, %d;", v, random.nextInt(1000), random.nextInt());
      }
      predicates();
      text.append("and.b32 %n, %v0, 3;\n");
      call("");
      call("");
      result();
      text.append("mov.u32 %v0, %tid.x;\nmul.wide.u32 %d2, %v0, 4;\nadd.u64 %d3, %d1, %d2;\n");
      text.append("st.global.u32 [%d3], %sum;\nret;\n}\n");
      return text.toString();
    }

    private static String signature(int f) {
      return ".func (.param .u32 r) f%d(.param .u32 n, .param .u32 x)".formatted(f);
    }

    private void registers() {
      line(".reg .pred %%p<4>; .reg .b32 %%v<%d>; .reg .b64 %%d<8>; .reg .b64 %%w;", VALUES);
      text.append(".reg .b32 %n; .reg .b32 %x; .reg .b32 %sum; .reg .b32 %t; .reg .b16 %h;\n");
      text.append(".reg .b64 %callee;\n");
    }

    private void function(int f) {
      text.append(signature(f)).append("\n{\n");
      registers();
      boolean array = random.nextBoolean();
      if (array) {
        text.append(".local .align 8 .b8 a[16];\n");
      }
      text.append("ld.param.u32 %n, [n];\nld.param.u32 %x, [x];\n");
      for (int v = 0; v < VALUES; v++) {
        line("mad.lo.u32 %%v%d, %%x, %d, %d;", v, random.nextInt(1000), random.nextInt());
      }
      predicates();
      for (int i = 0; array && i < 4; i++) {
        line("st.local.u32 [a+%d], %%v%d;", 4 * i, random.nextInt(VALUES));
      }
      String out = "END" + f;
      line("setp.eq.u32 %%p0, %%n, 0;\n@%%p0 bra %s;", out);
      text.append("sub.u32 %n, %n, 1;\n");
      int steps = 2 + random.nextInt(4);
      for (int s = 0; s < steps; s++) {
        step(array);
      }
      call(random.nextBoolean() ? "" : guard());
      line("%s:", out);
      result();
      if (array) {
        line("ld.local.u32 %%t, [a+%d];\nxor.b32 %%sum, %%sum, %%t;", 4 * random.nextInt(4));
      }
      text.append("st.param.u32 [r], %sum;\nret;\n}\n");
    }

    private void predicates() {
      for (int p = 0; p < 4; p++) {
        line("setp.lt.s32 %%p%d, %%v%d, %%v%d;", p, random.nextInt(VALUES), random.nextInt(VALUES));
      }
      text.append("cvt.u16.u32 %h, %v0;\nmul.wide.u32 %w, %v1, %v2;\n");
    }

    private String guard() {
      return (random.nextBoolean() ? "@!%p" : "@%p") + (1 + random.nextInt(3)) + " ";
    }

    private void step(boolean array) {
      int a = random.nextInt(VALUES);
      int b = random.nextInt(VALUES);
      switch (random.nextInt(array ? 6 : 5)) {
        case 0 -> line("add.u32 %%v%d, %%v%d, %%v%d;", a, b, random.nextInt(VALUES));
        case 1 -> line("setp.gt.s32 %%p%d, %%v%d, %%v%d;", 1 + random.nextInt(3), a, b);
        case 2 -> line("%sxor.b32 %%v%d, %%v%d, %d;", guard(), a, b, random.nextInt());
        case 3 -> {
          String skipLabel = "OVER" + labels++;
          line("%sbra %s;", guard(), skipLabel);
          call(random.nextBoolean() ? "" : guard());
          line("%s:", skipLabel);
        }
        case 4 -> call(guard());
        default -> line("st.local.u32 [a+%d], %%v%d;", 4 * random.nextInt(4), a);
      }
    }

    private void call(String guard) {
      int number = calls++;
      int destination = random.nextInt(VALUES);
      line("{\n.param .u32 a0; .param .u32 a1; .param .u32 q;");
      line("st.param.u32 [a0], %%n;\nst.param.u32 [a1], %%v%d;", random.nextInt(VALUES));
      if (random.nextInt(3) == 0) {
        line("and.b32 %%t, %%v%d, 1;\nmul.wide.u32 %%callee, %%t, 8;", random.nextInt(VALUES));
        line(
            "mov.u64 %%d4, table;\nadd.u64 %%d4, %%d4, %%callee;\nld.global.u64 %%callee, [%%d4];");
        line("P%d: .callprototype (.param .u32 _) _ (.param .u32 _, .param .u32 _);", number);
        line("%scall (q), %%callee, (a0, a1), P%d;", guard, number);
      } else {
        line("%scall (q), f%d, (a0, a1);", guard, random.nextInt(FUNCTIONS));
      }
      line("%sld.param.u32 %%v%d, [q];\n}", guard, destination);
    }

    private void result() {
      text.append("mov.u32 %sum, 17;\n");
      for (int v = 0; v < VALUES; v++) {
        line("mad.lo.u32 %%sum, %%sum, 31, %%v%d;", v);
      }
      for (int p = 1; p < 4; p++) {
        line("@%%p%d add.u32 %%sum, %%sum, %d;", p, 1 << p);
      }
      text.append("cvt.u32.u16 %t, %h;\nadd.u32 %sum, %sum, %t;\ncvt.u32.u64 %t, %w;\n");
      text.append("xor.b32 %sum, %sum, %t;\nshr.u64 %d5, %w, 32;\ncvt.u32.u64 %t, %d5;\n");
      text.append("add.u32 %sum, %sum, %t;\n");
    }

    @SuppressWarnings("AnnotateFormatMethod") // the annotation would be a dependency
    private void line(String format, Object... values) {
      text.append(format.formatted(values)).append('\n');
    }
  }
}
