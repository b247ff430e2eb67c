package dev.syncopate.machine.gpu;

import static dev.syncopate.machine.gpu.TestGpu.kernel;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.machine.agent.HostProgram;
import dev.syncopate.machine.config.MachineConfig;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.mechanism.denovo.DenovoProtocol;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.system.Protocols;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Host code on the CPU, alone and concurrent with kernels, under every GPU protocol. */
class CpuTest {
  private static final String POINTERS = ".param .u64 p0, .param .u64 p1";
  private static final String LOAD_POINTERS = "ld.param.u64 %l0, [p0];\nld.param.u64 %l1, [p1];\n";
  private static final String REGISTERS =
      ".reg .b64 %l<8>;\n.reg .b32 %r<16>;\n.reg .pred %p<4>;\n" + LOAD_POINTERS;

  /** Waits until l0[0] is 1, adds 1 to l1[0], and sets l0[32] to 1. */
  private static final String ANSWERS =
      kernel(
          POINTERS,
          REGISTERS
              + """
              WAIT:
              ld.acquire.sys.global.u32 %r1, [%l0];
              setp.ne.u32 %p1, %r1, 1;
              @%p1 bra WAIT;
              ld.global.u32 %r2, [%l1];
              add.u32 %r2, %r2, 1;
              st.global.u32 [%l1], %r2;
              st.release.sys.global.u32 [%l0+128], 1;
              ret;
              """);

  static Stream<Arguments> machines() {
    return protocols()
        .flatMap(protocol ->
            Stream.of(ConsistencyModel.values()).map(model -> Arguments.of(protocol, model)));
  }

  private static Stream<Protocol> protocols() {
    return Stream.of(
        Protocols.named("gpu"),
        Protocols.named("brsp"),
        Protocols.named("srsp"),
        new DenovoProtocol());
  }

  private static TestGpu machine(Protocol protocol, ConsistencyModel model, int threads) {
    MachineConfig machine = TestGpu.machine("cpu.cores=1", "core.clock=700MHz");
    return new TestGpu(machine, new Gpu(machine, protocol, model, threads));
  }

  private static TestGpu machine() {
    return machine(Protocols.named("gpu"), ConsistencyModel.HRF, 1);
  }

  @ParameterizedTest
  @MethodSource("machines")
  void aKernelAndTheCpuWaitForOneAnother(Protocol protocol, ConsistencyModel model) {
    TestGpu gpu = machine(protocol, model, 1);
    long flags = gpu.ints(new int[64]);
    long data = gpu.ints(40);
    List<Integer> loaded = new ArrayList<>();
    HostProgram host =
        cpu -> {
          loaded.add(cpu.load32(data));
          cpu.compute(500);
          cpu.store32(data, 41);
          cpu.store32(flags, 1, Order.RELEASE);
          while (cpu.load32(flags + 128, Order.ACQUIRE) == 0) {
            cpu.pause(10);
          }
          loaded.add(cpu.load32(data));
        };
    KernelRun run =
        gpu.gpu.launchBeside(
            host, gpu.launch(ANSWERS, one(), one(), 0, flags, data), LaunchWatch.DEFAULT);
    assertThat(run.report()).isEmpty();
    assertThat(run.outcome()).isEqualTo(LaunchOutcome.DONE);
    assertThat(loaded).containsExactly(40, 42);
    assertThat(gpu.readInts(data, 1)).containsExactly(42);
  }

  private final List<Thread> threads = new ArrayList<>();

  private static int[] one() {
    return new int[] {1, 1, 1};
  }

  /** What the CPU owns between launches is found by the host's copies and by kernels. */
  @ParameterizedTest
  @MethodSource("machines")
  void launchesFollowOneAnother(Protocol protocol, ConsistencyModel model) {
    TestGpu gpu = machine(protocol, model, 1);
    long flags = gpu.ints(new int[64]);
    long data = gpu.ints(0);
    List<Integer> loaded = new ArrayList<>();
    gpu.gpu.run(cpu -> cpu.store32(data, 10), LaunchWatch.DEFAULT);
    assertThat(gpu.readInts(data, 1)).containsExactly(10);
    gpu.gpu.run(cpu -> cpu.store32(flags, 1), LaunchWatch.DEFAULT);
    gpu.run(ANSWERS, 1, 1, flags, data);
    gpu.gpu.run(cpu -> loaded.add(cpu.load32(data)), LaunchWatch.DEFAULT);
    gpu.gpu.write(data, new byte[] {77, 0, 0, 0});
    gpu.gpu.run(cpu -> loaded.add(cpu.load32(data)), LaunchWatch.DEFAULT);
    assertThat(loaded).containsExactly(11, 77);
    assertThat(gpu.readInts(data, 1)).containsExactly(77);
  }

  @Test
  void hitsTakeCyclesOfTheCpu() {
    TestGpu gpu = machine();
    long data = gpu.ints(5);
    List<Long> took = new ArrayList<>();
    KernelRun run =
        gpu.gpu.run(
            cpu -> {
              cpu.load32(data);
              for (int i = 0; i < 3; i++) {
                long startCycle = cpu.cycle();
                cpu.load32(data);
                took.add(cpu.cycle() - startCycle);
              }
              long secondStart = cpu.cycle();
              cpu.compute(2000);
              took.add(cpu.cycle() - secondStart);
            },
            LaunchWatch.DEFAULT);
    long hit = gpu.machine.l1().hitLatency();
    assertThat(took).containsExactly(hit, hit, hit, 2000L);
    assertThat(run.statistics())
        .containsEntry("cpu.loads", 4L)
        .containsEntry("cpu.l1.hits", 3L)
        .containsEntry("cpu.l1.misses", 1L)
        .containsEntry("cpu.pauseCycles", 2000L);
    assertThat(run.cycles()).as("of the GPU").isBetween(700L, 1400L);
    assertThat(run.statistics().get("cpu.cycles")).isBetween(2000L, 4000L);
  }

  @Test
  void storesAreLeftToTheStoreBufferAndAReleaseWaits() {
    TestGpu gpu = machine();
    long data = gpu.allocate(4096);
    List<Long> took = new ArrayList<>();
    gpu.gpu.run(
        cpu -> {
          long start = cpu.cycle();
          for (int i = 0; i < 4; i++) {
            cpu.store32(data + 256L * i, i);
          }
          took.add(cpu.cycle() - start);
          cpu.fence(Order.RELEASE);
          took.add(cpu.cycle() - start);
        },
        LaunchWatch.DEFAULT);
    assertThat(took.get(0)).isEqualTo(4);
    assertThat(took.get(1)).isGreaterThan(4L * gpu.machine.network().latency());
  }

  @Test
  void whatTheProgramThrowsIsAFaultWithItsPlace() throws InterruptedException {
    TestGpu gpu = machine();
    KernelRun run =
        gpu.gpu.run(
            noted(cpu -> {
              cpu.compute(10);
              throw new IllegalStateException("no such flag");
            }),
            LaunchWatch.DEFAULT);
    assertThat(run.outcome()).isEqualTo(LaunchOutcome.FAULT);
    assertThat(run.report())
        .matches(
            "cpu0: host code threw java.lang.IllegalStateException: no such flag"
                + " at CpuTest.java:\\d+");
    assertThreadsAreGone();
  }

  @Test
  void aBadAddressIsAFaultWithItsPlace() {
    TestGpu gpu = machine();
    long data = gpu.ints(1);
    KernelRun run = gpu.gpu.run(cpu -> cpu.load32(data + 2), LaunchWatch.DEFAULT);
    assertThat(run.report())
        .contains("ld.weak of 4 bytes at 0x100000002, which is not aligned to them")
        .contains("CpuTest.java:");
    run = machine().gpu.run(cpu -> cpu.load32(64), LaunchWatch.DEFAULT);
    assertThat(run.report()).contains("at 0x40, which is no address of device memory");
  }

  @Test
  void aHangSaysWhatTheCpuPollsAndWhere() throws InterruptedException {
    TestGpu gpu = machine();
    long flags = gpu.ints(new int[64]);
    HostProgram host =
        noted(cpu -> {
          while (cpu.load32(flags, Order.ACQUIRE) == 0) {
            cpu.pause(20);
          }
        });
    KernelRun run = gpu.gpu.run(host, new LaunchWatch(Long.MAX_VALUE, 20_000, progress -> true));
    assertThat(run.outcome()).isEqualTo(LaunchOutcome.HANG);
    assertThat(run.report())
        .startsWith("hang: no memory word has changed")
        .contains("cpu0: host code at CpuTest.java:")
        .contains("last 0x100000000 (memory 0[0]) as 0");
    assertThreadsAreGone();
    assertThatThrownBy(() -> gpu.gpu.run(host, LaunchWatch.DEFAULT))
        .isInstanceOf(LaunchRefusedException.class)
        .hasMessageContaining("stopped in a host program");
  }

  /** However long the CPU works before it writes the word that a warp polls. */
  @Test
  void aCpuThatWorksForLongIsNoHang() {
    TestGpu gpu = machine();
    long flags = gpu.ints(new int[64]);
    long data = gpu.ints(0);
    KernelRun run =
        gpu.gpu.launchBeside(
            cpu -> {
              cpu.compute(500_000);
              cpu.store32(flags, 1, Order.RELEASE);
            },
            gpu.launch(ANSWERS, one(), one(), 0, flags, data),
            new LaunchWatch(Long.MAX_VALUE, 20_000, progress -> true));
    assertThat(run.outcome()).as(run.report()).isEqualTo(LaunchOutcome.DONE);
  }

  @Test
  void aHangOfBothNamesTheCpuBesideTheWarps() {
    TestGpu gpu = machine();
    long flags = gpu.ints(new int[64]);
    long data = gpu.ints(0);
    KernelRun run =
        gpu.gpu.launchBeside(
            cpu -> {
              while (cpu.load32(flags + 128, Order.ACQUIRE) == 0) {
                cpu.pause(20);
              }
            },
            gpu.launch(ANSWERS, one(), one(), 0, flags, data),
            new LaunchWatch(Long.MAX_VALUE, 20_000, progress -> true));
    assertThat(run.outcome()).isEqualTo(LaunchOutcome.HANG);
    assertThat(run.report())
        .contains(
            "cause: no thread of the kernel left that can write the word, and the CPU has not: ")
        .contains("1 warp is left")
        .contains("cpu0: host code at CpuTest.java:");
  }

  @Test
  void theLimitOfCyclesEndsItAndItsThread() throws InterruptedException {
    TestGpu gpu = machine();
    long flags = gpu.ints(new int[64]);
    List<String> cleanups = new ArrayList<>();
    KernelRun run =
        gpu.gpu.run(
            noted(cpu -> {
              try {
                while (cpu.load32(flags) == 0) {
                  cpu.pause(20);
                }
              } finally {
                cleanups.add("finally");
              }
            }),
            new LaunchWatch(5_000, 0, progress -> true));
    assertThat(run.outcome()).isEqualTo(LaunchOutcome.MAX_CYCLES);
    assertThat(cleanups).containsExactly("finally");
    assertThreadsAreGone();
  }

  @Test
  void withoutACpuItIsRefused() {
    TestGpu gpu = TestGpu.with();
    assertThatThrownBy(() -> gpu.gpu.run(cpu -> cpu.compute(1), LaunchWatch.DEFAULT))
        .isInstanceOf(LaunchRefusedException.class)
        .hasMessage("titanv-80sm has no CPU to run host code on; cpu.cores=1 gives it one");
  }

  /** Several warps and the CPU add and poll; not one digit depends on the threads. */
  @Test
  void itIsTheSameWithAnyNumberOfThreads() {
    List<KernelRun> runs = new ArrayList<>();
    for (int threads : new int[] {1, 2, 3}) {
      TestGpu gpu = machine(new DenovoProtocol(), ConsistencyModel.DRFRLX, threads);
      long word = gpu.ints(new int[64]);
      String ptx =
          kernel(
              POINTERS,
              REGISTERS
                  + """
                  mov.u32 %r3, 0;
                  LOOP:
                  atom.acq_rel.sys.global.add.u32 %r1, [%l0], 1;
                  add.u32 %r3, %r3, 1;
                  setp.lt.u32 %p1, %r3, 20;
                  @%p1 bra LOOP;
                  ret;
                  """);
      runs.add(
          gpu.gpu.launchBeside(
              cpu -> {
                for (int i = 0; i < 50; i++) {
                  cpu.add32(word, 1, Order.ACQ_REL);
                }
              },
              gpu.launch(ptx, new int[] {4, 1, 1}, one(), 0, word, word),
              LaunchWatch.DEFAULT));
      assertThat(gpu.readInts(word, 1)).containsExactly(50 + 4 * 20);
    }
    assertThat(runs.get(1).cycles()).isEqualTo(runs.get(0).cycles());
    assertThat(runs.get(1).statistics()).isEqualTo(runs.get(0).statistics());
    assertThat(runs.get(2).statistics()).isEqualTo(runs.get(0).statistics());
  }

  /** The same program, whose thread is noted. */
  private HostProgram noted(HostProgram program) {
    return cpu -> {
      threads.add(Thread.currentThread());
      program.run(cpu);
    };
  }

  private void assertThreadsAreGone() throws InterruptedException {
    assertThat(threads).isNotEmpty();
    for (Thread thread : threads) {
      assertThat(thread.join(Duration.ofSeconds(10))).as("%s has ended", thread).isTrue();
    }
  }
}
