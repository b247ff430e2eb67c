package dev.syncopate.machine.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.machine.device.PrintedText;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SystemCallTest {
  private static String bytes(String text) {
    return text.chars().mapToObj(Integer::toString).collect(Collectors.joining(", ")) + ", 0";
  }

  private static String printing(String format, String body) {
    return TestGpu.module(
        """
        .extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);
        .global .align 1 .b8 format[%d] = {%s};
        .global .align 1 .b8 word[4] = {102, 111, 120};
        """
            .formatted(format.length() + 1, bytes(format)),
        ".param .u64 out",
        ".local .align 8 .b8 stack[32];\n"
            + Snippets.PROLOGUE
            + Snippets.IDS
            + """
            mov.u64 %rd2, stack;
            cvta.local.u64 %rd3, %rd2;
            mov.u64 %rd4, format;
            cvta.global.u64 %rd5, %rd4;
            mov.u64 %rd6, word;
            cvta.global.u64 %rd7, %rd6;
            """
            + body
            + """
            {
            .param .b64 p0;
            .param .b64 p1;
            .param .b32 q0;
            st.param.b64 [p0], %rd5;
            st.param.b64 [p1], %rd3;
            call.uni (q0), vprintf, (p0, p1);
            ld.param.b32 %r3, [q0];
            }
            """
            + Snippets.STORE);
  }

  private static String text(KernelRun run) {
    return run.printed().stream().map(PrintedText::text).collect(Collectors.joining());
  }

  @Test
  void lanesPrintInOrder() {
    TestGpu gpu = TestGpu.with();
    long out = gpu.allocate(4 * 40);
    KernelRun run =
        gpu.run(
            printing(
                "t%d %s %lld|",
                """
                st.local.u32 [%rd2], %r1;
                st.local.u64 [%rd2+8], %rd7;
                mul.wide.u32 %rd8, %r1, 3;
                st.local.u64 [%rd2+16], %rd8;
                """),
            1,
            40,
            out);
    assertThat(run.outcome()).as(run.report()).isEqualTo(LaunchOutcome.DONE);
    StringBuilder expected = new StringBuilder();
    for (int i = 0; i < 40; i++) {
      expected.append("t").append(i).append(" fox ").append(3 * i).append('|');
    }
    assertThat(text(run)).isEqualTo(expected.toString());
    assertThat(gpu.readInts(out, 1)).as("what vprintf returns").containsExactly(3);
  }

  /** Formats and strings of any length lie in variables of just that many bytes. */
  @ParameterizedTest
  @ValueSource(strings = {"%d", "a%d\n", "ab%d\n", "abc%d", "abcd%s%d", "%s", "abcdefg%s", "%s!%d"})
  void stringsThatEndAnywhereAreReadWhereEveryAccessIsChecked(String format) {
    TestGpu gpu = TestGpu.with();
    String store = "st.local.u64 [%rd2], %rd7;\nst.local.u64 [%rd2+8], %rd7;\n";
    Launch launch =
        gpu.launch(
            printing(format, store),
            new int[] {1, 1, 1},
            new int[] {32, 1, 1},
            0,
            gpu.allocate(128));
    KernelRun run = gpu.gpu.launch(TestGpu.strict(launch), LaunchWatch.DEFAULT);
    assertThat(run.outcome()).as(run.report()).isEqualTo(LaunchOutcome.DONE);
    assertThat(text(run)).hasSizeGreaterThanOrEqualTo(32 * format.replaceAll("%.", "").length());
  }

  /** What follows such a variable is not read. */
  @Test
  void aStringWithoutAnEndIsAFaultWhereEveryAccessIsChecked() {
    TestGpu gpu = TestGpu.with();
    String ptx =
        printing("endless", "")
            .replace("101, 110, 100, 108, 101, 115, 115, 0", "0x20")
            .replace("format[8] = {0x20}", "format[3] = {101, 110, 100}");
    Launch launch = gpu.launch(ptx, new int[] {1, 1, 1}, new int[] {1, 1, 1}, 0, gpu.allocate(128));
    KernelRun run = gpu.gpu.launch(TestGpu.strict(launch), LaunchWatch.DEFAULT);
    assertThat(run.outcome()).isEqualTo(LaunchOutcome.FAULT);
    assertThat(run.report()).contains("the access to 1 byte begins 0 bytes past the end of memory");
  }

  @Test
  void textOfSeveralUnitsComesInTheOrderOfTime() {
    TestGpu gpu = TestGpu.with();
    KernelRun run =
        gpu.run(
            printing("c%d", "st.local.u32 [%rd2], %r30;\nsetp.ne.u32 %p1, %r1, 0;\n@%p1 ret;\n"),
            12,
            32,
            gpu.allocate(4096));
    List<PrintedText> printed = run.printed();
    assertThat(printed).hasSize(12);
    for (int i = 1; i < 12; i++) {
      PrintedText previous = printed.get(i - 1);
      PrintedText now = printed.get(i);
      assertThat(now.cycle()).isGreaterThanOrEqualTo(previous.cycle());
      assertThat(now.cycle() > previous.cycle() || now.unit() >= previous.unit()).isTrue();
    }
    assertThat(printed.stream().map(PrintedText::text))
        .contains("c0", "c11")
        .doesNotHaveDuplicates();
  }

  @Test
  void aFormatWithoutArgumentsNeedsNoBuffer() {
    TestGpu gpu = TestGpu.with();
    KernelRun run = gpu.run(printing("hello\n", ""), 1, 1, gpu.allocate(64));
    assertThat(text(run)).isEqualTo("hello\n");
  }

  @Test
  void aTrapEndsTheLaunchAndNamesTheThread() {
    TestGpu gpu = TestGpu.with();
    KernelRun run =
        gpu.run(
            Snippets.each(
                "mov.u32 %r3, 0;\nsetp.ne.u32 %p1, %r2, 50;\n@%p1 bra OUT;\ntrap;\nOUT:\n"),
            2,
            40,
            gpu.allocate(4096));
    assertThat(run.outcome()).isEqualTo(LaunchOutcome.TRAP);
    assertThat(run.report())
        .matches("test.ptx:\\d+:\\d+: kernel k, CTA \\(1,0,0\\), thread \\(10,0,0\\): .*trap.*");
    assertThat(run.cycles()).isPositive();
  }

  @Test
  void aFailedAssertionSaysWhatItWas() {
    TestGpu gpu = TestGpu.with();
    String declarations =
        """
        .extern .func __assertfail(.param .b64 a, .param .b64 b, .param .b32 c, .param .b64 d, .param .b64 e);
        .global .align 1 .b8 message[6] = {%s};
        .global .align 1 .b8 file[5] = {%s};
        .global .align 1 .b8 name[2] = {%s};
        """
            .formatted(bytes("i < 3"), bytes("a.cu"), bytes("f"));
    String body =
        """
        setp.ne.u32 %p1, %r1, 7;
        @%p1 ret;
        mov.u64 %rd4, message;
        cvta.global.u64 %rd5, %rd4;
        mov.u64 %rd6, file;
        cvta.global.u64 %rd7, %rd6;
        mov.u64 %rd8, name;
        cvta.global.u64 %rd9, %rd8;
        mov.u32 %r4, 42;
        mov.u64 %rd10, 1;
        {
        .param .b64 p0;
        .param .b64 p1;
        .param .b32 p2;
        .param .b64 p3;
        .param .b64 p4;
        st.param.b64 [p0], %rd5;
        st.param.b64 [p1], %rd7;
        st.param.b32 [p2], %r4;
        st.param.b64 [p3], %rd9;
        st.param.b64 [p4], %rd10;
        call.uni __assertfail, (p0, p1, p2, p3, p4);
        }
        """;
    KernelRun run =
        gpu.run(
            TestGpu.module(
                declarations,
                ".param .u64 out",
                Snippets.PROLOGUE + Snippets.IDS + body + "ret;\n"),
            1,
            32,
            gpu.allocate(64));
    assertThat(run.outcome()).isEqualTo(LaunchOutcome.TRAP);
    assertThat(run.report()).endsWith("thread (7,0,0): assertion `i < 3' failed at a.cu:42 in f");
  }

  private static final String HEAP =
      """
      .extern .func (.param .b64 r) malloc(.param .b64 s);
      .extern .func free(.param .b64 p);
      """;

  private static final String MALLOC =
      """
      mov.u64 %rd2, SIZE;
      {
      .param .b64 p0;
      .param .b64 q0;
      st.param.b64 [p0], %rd2;
      call.uni (q0), malloc, (p0);
      ld.param.b64 %rd3, [q0];
      }
      """;

  private static final String FREE =
      """
      {
      .param .b64 p0;
      st.param.b64 [p0], %rd3;
      call.uni free, (p0);
      }
      """;

  @Test
  void everyThreadGetsABlockOfItsOwn() {
    TestGpu gpu = TestGpu.with();
    long out = gpu.allocate(4 * 256);
    String body =
        MALLOC.replace("SIZE", "40")
            + """
            st.u32 [%rd3+36], %r2;
            bar.sync 0;
            ld.u32 %r3, [%rd3+36];
            """
            + FREE;
    String ptx =
        TestGpu.module(
            HEAP, ".param .u64 out", Snippets.PROLOGUE + Snippets.IDS + body + Snippets.STORE);
    for (int round = 0; round < 3; round++) {
      KernelRun run = gpu.run(ptx, 4, 64, out);
      assertThat(run.outcome()).as(run.report()).isEqualTo(LaunchOutcome.DONE);
      int[] values = gpu.readInts(out, 256);
      for (int i = 0; i < 256; i++) {
        assertThat(values[i]).isEqualTo(i);
      }
    }
  }

  @Test
  void aHeapWithoutRoomReturnsNull() {
    TestGpu gpu = TestGpu.with();
    long out = gpu.allocate(128);
    String body =
        MALLOC.replace("SIZE", "0x10000000")
            + "setp.eq.u64 %p1, %rd3, 0;\nselp.u32 %r3, 1, 0, %p1;\n";
    String ptx =
        TestGpu.module(
            HEAP, ".param .u64 out", Snippets.PROLOGUE + Snippets.IDS + body + Snippets.STORE);
    assertThat(gpu.run(ptx, 1, 32, out).outcome()).isEqualTo(LaunchOutcome.DONE);
    assertThat(gpu.readInts(out, 32)).containsOnly(1);
  }

  @Test
  void freeingWhatWasNotAllocatedIsAFault() {
    TestGpu gpu = TestGpu.with();
    long out = gpu.allocate(128);
    String ptx =
        TestGpu.module(
            HEAP,
            ".param .u64 out",
            Snippets.PROLOGUE + Snippets.IDS + "mov.u64 %rd3, %rd1;\n" + FREE + "ret;\n");
    KernelRun run = gpu.run(ptx, 1, 32, out);
    assertThat(run.outcome()).isEqualTo(LaunchOutcome.FAULT);
    assertThat(run.report()).endsWith("free of 0x100000000, which malloc has not returned");
  }

  /** CTA 1, on the other unit, frees what CTA 0 has allocated; CTA 2 can allocate it again. */
  @Test
  void aBlockMayBeFreedOnAnotherUnit() {
    TestGpu gpu = TestGpu.with();
    long out = gpu.allocate(128);
    String allocate =
        TestGpu.module(
            HEAP,
            ".param .u64 out",
            Snippets.PROLOGUE
                + "mov.u32 %r1, %ctaid.x;\nsetp.ne.u32 %p1, %r1, 0;\n@%p1 ret;\n"
                + MALLOC.replace("SIZE", "0x300000")
                + "st.global.u64 [%rd1], %rd3;\nret;\n");
    String release =
        TestGpu.module(
            HEAP,
            ".param .u64 out",
            Snippets.PROLOGUE
                + "mov.u32 %r1, %ctaid.x;\nsetp.ne.u32 %p1, %r1, 1;\n@%p1 ret;\n"
                + "ld.global.u64 %rd3, [%rd1];\n"
                + FREE
                + "ret;\n");
    gpu.run(allocate, 2, 1, out);
    long first = gpu.readLongs(out, 1)[0];
    assertThat(first).isNotZero();
    gpu.run(allocate, 2, 1, out);
    assertThat(gpu.readLongs(out, 1)[0]).as("4 MiB a unit: no room for two").isZero();
    gpu.gpu.write(
        out,
        java.nio.ByteBuffer.allocate(8)
            .order(java.nio.ByteOrder.LITTLE_ENDIAN)
            .putLong(first)
            .array());
    assertThat(gpu.run(release, 2, 1, out).outcome()).isEqualTo(LaunchOutcome.DONE);
    gpu.run(allocate, 2, 1, out);
    assertThat(gpu.readLongs(out, 1)[0]).isEqualTo(first);
  }
}
