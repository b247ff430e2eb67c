package dev.syncopate.machine.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.machine.code.Op;
import dev.syncopate.machine.code.Pipe;
import dev.syncopate.machine.core.ExecutionUnit;
import dev.syncopate.machine.device.PrintedText;
import dev.syncopate.machine.tile.TileFittings;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.memory.access.LocalMemoryUse;
import dev.syncopate.memory.local.LocalStore;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Every access to shared memory goes through its store and names the accessing lanes. */
class LocalStoreTest {
  private static final int THREADS = 48;

  private static class Undoable implements TileFittings {
    final List<UndoableStore> stores = new ArrayList<>();

    @Override
    public LocalStore store(int bytes) {
      UndoableStore store = new UndoableStore(bytes);
      stores.add(store);
      return store;
    }
  }

  /** Loads, stores and atomics of all widths, mbarriers, landing copies and a printed string. */
  private static String everything() {
    return TestGpu.module(
        """
        .extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);
        .global .align 1 .b8 format[5] = {60, 37, 115, 62, 0};
        .shared .align 16 .b8 buffer[1024];
        .shared .align 16 .b8 words[1024];
        .shared .align 8 .b8 barrier[8];
        .shared .align 1 .b8 text[8];
        """,
        ".param .u64 out",
        ".local .align 8 .b8 stack[8];\n"
            + Snippets.PROLOGUE
            + Snippets.IDS
            + """
            mov.u32 %r10, barrier;
            mov.u32 %r11, text;
            setp.ne.u32 %p1, %r1, 0;
            @%p1 bra READY;
            mbarrier.init.shared.b64 [%r10], 96;
            st.shared.u16 [%r11], 26984;
            st.shared.u8 [%r11+2], 0;
            READY:
            bar.sync 0;
            shl.b32 %r5, %r1, 4;
            mov.u32 %r6, buffer;
            add.u32 %r7, %r6, %r5;
            mul.wide.u32 %rd3, %r1, 16;
            add.u64 %rd4, %rd1, %rd3;
            cp.async.cg.shared.global [%r7], [%rd4+1024], 16;
            cp.async.mbarrier.arrive.noinc.shared.b64 [%r10];
            mbarrier.arrive.shared.b64 %rd5, [%r10];
            WAIT:
            mbarrier.test_wait.parity.shared.b64 %p2, [%r10], 0;
            @!%p2 bra WAIT;
            ld.shared.v2.u32 {%r12, %r13}, [%r7+8];
            mov.u32 %r8, words;
            add.u32 %r9, %r8, %r5;
            st.shared.v4.u32 [%r9], {%r12, %r13, %r1, %r2};
            bar.sync 0;
            atom.shared.add.u32 %r14, [%r8+4], %r1;
            atom.shared.cas.b32 %r15, [%r9+8], %r1, 77;
            bar.sync 0;
            cvt.u64.u32 %rd6, %r9;
            cvta.shared.u64 %rd7, %rd6;
            ld.u32 %r16, [%rd7+8];
            st.u16 [%rd7+12], 9;
            ld.shared.u32 %r17, [%r8+4];
            add.u32 %r3, %r12, %r16;
            add.u32 %r3, %r3, %r17;
            ld.shared.u16 %r18, [%r9+12];
            add.u32 %r3, %r3, %r18;
            @%p1 bra DONE;
            cvt.u64.u32 %rd8, %r11;
            cvta.shared.u64 %rd9, %rd8;
            mov.u64 %rd10, stack;
            st.local.u64 [%rd10], %rd9;
            cvta.local.u64 %rd11, %rd10;
            mov.u64 %rd12, format;
            cvta.global.u64 %rd13, %rd12;
            {
            .param .b64 p0;
            .param .b64 p1;
            .param .b32 q0;
            st.param.b64 [p0], %rd13;
            st.param.b64 [p1], %rd11;
            call.uni (q0), vprintf, (p0, p1);
            }
            DONE:
            """
            + Snippets.STORE);
  }

  private static String run(TestGpu gpu, int[] out) {
    long memory = gpu.allocate(4096);
    int[] input = new int[1024 / 4];
    for (int i = 0; i < input.length; i++) {
      input[i] = 3 * i;
    }
    byte[] bytes = new byte[1024];
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asIntBuffer().put(input);
    gpu.gpu.write(memory + 1024, bytes);
    KernelRun run = gpu.run(everything(), 2, THREADS, memory);
    assertThat(run.outcome()).as(run.report()).isEqualTo(LaunchOutcome.DONE);
    System.arraycopy(gpu.readInts(memory, out.length), 0, out, 0, out.length);
    return run.printed().stream().map(PrintedText::text).collect(Collectors.joining())
        + run.cycles()
        + run.statistics();
  }

  @Test
  void everyKindOfAccessIsAnnouncedAndMade() {
    int[] direct = new int[2 * THREADS];
    int[] undoable = new int[2 * THREADS];
    Undoable fittings = new Undoable();
    String expected = run(TestGpu.with(), direct);
    String actual = run(TestGpu.fitted(fittings), undoable);
    assertThat(expected).startsWith("<hi><hi>");
    assertThat(undoable).isEqualTo(direct);
    assertThat(actual).as("text, cycles and every counter").isEqualTo(expected);
    int sum = THREADS * (THREADS - 1) / 2;
    for (int i = 0; i < THREADS; i++) {
      int first = 3 * (4 * i + 2);
      int third = 77 + 9 + sum + 3 * 3;
      assertThat(direct[i]).as("thread %d", i).isEqualTo(first + third);
    }
    for (UndoableStore store : fittings.stores) {
      assertThat(store.uses()).containsExactlyInAnyOrder(LocalMemoryUse.values());
      assertThat(store.overwritten()).isGreaterThan(8 * THREADS);
      store.rollBackAll();
      assertThat(store.overwritten()).isZero();
      for (int offset = 0; offset < 2 * 1024; offset += 8) {
        assertThat(store.peek(offset, 8)).as("the bytes at %d as they were", offset).isZero();
      }
    }
  }

  @Test
  void cyclesThatAStoreAddsHoldThePipe() {
    Undoable slow =
        new Undoable() {
          @Override
          public LocalStore store(int bytes) {
            LocalStore store = super.store(bytes);
            stores.getLast().delay(1000);
            return store;
          }
        };
    TestGpu gpu = TestGpu.fitted(slow);
    KernelRun run =
        gpu.run(
            Snippets.each(
                """
                .shared .align 4 .b8 word[4];
                ld.shared.u32 %r3, [word];
                """),
            1,
            32,
            gpu.allocate(128));
    assertThat(run.cycles()).isBetween(1000L, 2000L);
  }

  @Test
  void reportsReadTheStore() {
    String hang =
        TestGpu.kernel(
            ".param .u64 out",
            ".shared .align 4 .b8 lock[8];\n"
                + Snippets.PROLOGUE
                + Snippets.IDS
                + """
                mov.u32 %r5, lock;
                setp.ne.u32 %p1, %r1, 0;
                @%p1 ret;
                st.shared.u32 [%r5+4], 5;
                POLL:
                ld.volatile.shared.u32 %r4, [%r5+4];
                setp.eq.u32 %p2, %r4, 5;
                @%p2 bra POLL;
                ret;
                """);
    LaunchWatch watch = new LaunchWatch(1_000_000, 20_000, LaunchWatch.DEFAULT.listener());
    TestGpu direct = TestGpu.with();
    TestGpu undoable = TestGpu.fitted(new Undoable());
    String expected = direct.watched(hang, 1, 32, watch, direct.allocate(64)).report();
    String actual = undoable.watched(hang, 1, 32, watch, undoable.allocate(64)).report();
    assertThat(expected).contains("shared lock[1]").contains("the word is 5");
    assertThat(actual).isEqualTo(expected);
  }

  /** Takes back, behind the first store of the kernel, what odd lanes have written. */
  private static final class Regretting extends ExecutionUnit {
    private final ExecutionUnit inner;
    private boolean rolledBack;

    Regretting(ExecutionUnit inner) {
      super(inner.unit, inner.pipe);
      this.inner = inner;
    }

    @Override
    public boolean issue(Op op, Warp warp, long lanes, long now) {
      boolean issued = inner.issue(op, warp, lanes, now);
      if (!rolledBack && unit.local instanceof UndoableStore store && store.overwritten() > 0) {
        rolledBack = true;
        store.rollBack(warp.slot, 0xaaaa_aaaaL);
      }
      return issued;
    }
  }

  @Test
  void whatSomeLanesHaveWrittenCanBeTakenBack() {
    Undoable fittings =
        new Undoable() {
          @Override
          public ExecutionUnit unit(ExecutionUnit standard) {
            return standard.pipe == Pipe.SHARED ? new Regretting(standard) : standard;
          }
        };
    TestGpu gpu = TestGpu.fitted(fittings);
    long out = gpu.allocate(4 * 32);
    KernelRun run =
        gpu.run(
            Snippets.each(
                """
                .shared .align 4 .b8 words[128];
                mov.u32 %r5, words;
                shl.b32 %r6, %r1, 2;
                add.u32 %r7, %r5, %r6;
                add.u32 %r8, %r1, 100;
                st.shared.u32 [%r7], %r8;
                ld.shared.u32 %r3, [%r7];
                """),
            1,
            32,
            out);
    assertThat(run.outcome()).as(run.report()).isEqualTo(LaunchOutcome.DONE);
    int[] stored = gpu.readInts(out, 32);
    for (int i = 0; i < 32; i++) {
      assertThat(stored[i]).isEqualTo(i % 2 == 0 ? 100 + i : 0);
    }
  }
}
