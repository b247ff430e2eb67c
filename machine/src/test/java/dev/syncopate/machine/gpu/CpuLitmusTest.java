package dev.syncopate.machine.gpu;

import static dev.syncopate.machine.gpu.TestGpu.kernel;
import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.machine.agent.HostProgram;
import dev.syncopate.machine.agent.HostThread;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.system.Protocols;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Message passing and store buffering between a CTA and the CPU at system scope, many times with
 * random delays on both sides: what is forbidden does not happen, and what is allowed does.
 */
class CpuLitmusTest {
  private static final int RUNS = 150;

  /** Both words have been in the unit's L1; then so many turns pass. */
  private static final String START =
      """
      .reg .b64 %l<8>;
      .reg .b32 %r<16>;
      .reg .pred %p<4>;
      ld.param.u64 %l0, [p0];
      ld.param.u64 %l1, [p1];
      ld.param.u32 %r9, [p2];
      ld.global.u32 %r1, [%l0];
      ld.global.u32 %r1, [%l0+128];
      WAIT:
      sub.u32 %r9, %r9, 1;
      setp.gt.s32 %p1, %r9, 0;
      @%p1 bra WAIT;
      """;

  private static final String SENDS =
      START + "st.global.u32 [%l0], 1;\nst.release.sys.global.u32 [%l0+128], 1;\nret;\n";
  private static final String RECEIVES =
      START
          + """
          ld.acquire.sys.global.u32 %r1, [%l0+128];
          ld.global.u32 %r2, [%l0];
          st.global.u32 [%l1], %r1;
          st.global.u32 [%l1+4], %r2;
          ret;
          """;
  private static final String BUFFERS =
      START
          + """
          st.relaxed.sys.global.u32 [%l0], 1;
          fence.sc.sys;
          ld.relaxed.sys.global.u32 %r1, [%l0+128];
          st.global.u32 [%l1], %r1;
          ret;
          """;

  static Stream<Arguments> machines() {
    return Stream.of("gpu", "brsp", "srsp", "srsp-opt", "denovo")
        .flatMap(protocol ->
            Stream.of(ConsistencyModel.values()).map(model -> Arguments.of(protocol, model)));
  }

  /** What a run observes: the kernel's words, then the CPU's. */
  private interface Cpu {
    void run(HostThread cpu, long x, long y, int[] observed);
  }

  private static Map<String, Integer> observe(
      String protocol, ConsistencyModel model, String body, int words, Cpu cpuSide) {
    TestGpu gpu =
        new TestGpu(
            TestGpu.machine("cpu.cores=1", "core.clock=700MHz"),
            new Gpu(
                TestGpu.machine("cpu.cores=1", "core.clock=700MHz"),
                Protocols.named(protocol),
                model,
                1));
    String ptx = kernel(".param .u64 p0, .param .u64 p1, .param .u32 p2", body);
    SplittableRandom random = new SplittableRandom(7);
    Map<String, Integer> outcomes = new TreeMap<>();
    for (int i = 0; i < RUNS; i++) {
      long x = gpu.allocate(256);
      long out = gpu.allocate(8);
      int[] observed = new int[2];
      int delay = 1 + random.nextInt(900);
      HostProgram host =
          cpu -> {
            cpu.load32(x);
            cpu.load32(x + 128);
            cpu.compute(delay);
            cpuSide.run(cpu, x, x + 128, observed);
          };
      KernelRun run =
          gpu.gpu.launchBeside(
              host,
              gpu.launch(
                  ptx, new int[] {1, 1, 1}, new int[] {1, 1, 1}, 0, x, out, 1 + random.nextInt(20)),
              LaunchWatch.DEFAULT);
      assertThat(run.outcome()).isEqualTo(LaunchOutcome.DONE);
      int[] stored = gpu.readInts(out, 2);
      String text = words == 0 ? "" : words == 1 ? stored[0] + " " : stored[0] + " " + stored[1];
      outcomes.merge(
          (text + (words == 2 ? "" : observed[0] + " " + observed[1])).strip(), 1, Integer::sum);
    }
    return outcomes;
  }

  @ParameterizedTest
  @MethodSource("machines")
  void messagesPassFromTheGpuToTheCpu(String protocol, ConsistencyModel model) {
    Map<String, Integer> outcomes =
        observe(
            protocol,
            model,
            SENDS,
            0,
            (cpu, x, y, observed) -> {
              observed[0] = cpu.load32(y, Order.ACQUIRE);
              observed[1] = cpu.load32(x);
            });
    assertThat(outcomes).containsKeys("0 0", "1 1").doesNotContainKey("1 0");
  }

  @ParameterizedTest
  @MethodSource("machines")
  void messagesPassFromTheCpuToTheGpu(String protocol, ConsistencyModel model) {
    Map<String, Integer> outcomes =
        observe(
            protocol,
            model,
            RECEIVES,
            2,
            (cpu, x, y, observed) -> {
              cpu.store32(x, 1);
              cpu.store32(y, 1, Order.RELEASE);
            });
    assertThat(outcomes).containsKeys("0 0", "1 1").doesNotContainKey("1 0");
  }

  @ParameterizedTest
  @MethodSource("machines")
  void oneOfTheTwoSeesTheOthersStore(String protocol, ConsistencyModel model) {
    Map<String, Integer> outcomes =
        observe(
            protocol,
            model,
            BUFFERS,
            1,
            (cpu, x, y, observed) -> {
              cpu.store32(y, 1, Order.RELAXED);
              cpu.fence(Order.SC);
              observed[0] = cpu.load32(x, Order.RELAXED);
            });
    Predicate<String> neither = outcome -> outcome.startsWith("0 0");
    assertThat(outcomes.keySet()).noneMatch(neither).hasSizeGreaterThan(1);
  }
}
