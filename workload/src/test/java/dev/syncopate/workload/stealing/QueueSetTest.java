package dev.syncopate.workload.stealing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.host.KernelStruct;
import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.DeviceBuilder;
import dev.syncopate.workload.runtime.LaunchResult;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every element is taken once, on many machines, for all costs of the elements. */
class QueueSetTest {
  private static final KernelLibrary NVCC =
      new KernelLibrary("/dev/syncopate/workload/kernel/nvcc/");
  private static final KernelLibrary CLANG =
      new KernelLibrary("/dev/syncopate/workload/kernel/clang/");

  /** Scenarios with the protocols that have what they need. */
  private static final List<String> WAYS =
      List.of(
          "baseline gpu",
          "scope-only gpu",
          "steal-only gpu",
          "remote brsp",
          "remote srsp",
          "remote srsp-opt");

  private static final int CONTENDED = 16 * 6;

  /** What a kernel did to its elements. */
  private record Run(int[] visits, QueueSet queues, List<LaunchResult> launches) {}

  private static Run run(
      KernelLibrary kernels, Device device, QueuePlan plan, String kernel, int[] delays) {
    int n = delays.length;
    Buffer visits = device.copyOf(new int[n]);
    Buffer flag = device.copyOf(new int[1]);
    byte[] work =
        new KernelStruct()
            .pointer(visits)
            .pointer(device.copyOf(delays))
            .pointer(flag)
            .word(n)
            .bytes();
    QueueSet queues = new QueueSet(device, plan, plan.elements(n));
    queues.launch(kernels.load(device, "deque").kernel("visit_" + kernel), work);
    assertThat(flag.readInts()).containsExactly(1);
    return new Run(visits.readInts(), queues, device.launches());
  }

  private static void assertOnce(Run run, int elements, Object... about) {
    assertThat(run.visits()).as(Arrays.toString(about)).containsOnly(1);
    assertThat(run.queues().popped() + run.queues().stolen())
        .as(Arrays.toString(about))
        .isEqualTo(elements);
  }

  /** Most elements of the first queues take long, so that the others come to steal. */
  private static int[] unfair(int items, int block, int slow, long seed) {
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    int[] delays = new int[items];
    for (int i = 0; i < items; i += block) {
      int delay = i < slow ? 500 + random.nextInt(4000) : random.nextInt(300);
      Arrays.fill(delays, i, Math.min(items, i + block), delay);
    }
    return delays;
  }

  @ParameterizedTest
  @CsvSource({
    "nvcc, rsp-8cu, 8, 64",
    "clang, rsp-8cu, 8, 64",
    "nvcc, titanv-80sm, 64, 32",
    "clang, titanv-80sm, 100, 32",
    "nvcc, srsp-16cu, 64, 256",
    "nvcc, srsp-8cu, 32, 64",
    "clang, srsp-8cu, 37, 1",
    "nvcc, srsp-8cu, 1, 96"
  })
  void everyElementIsTakenOnce(String compiler, String machine, int queues, int block) {
    int items = 7 * queues * block - block / 2;
    KernelLibrary kernels = compiler.equals("nvcc") ? NVCC : CLANG;
    for (String how : WAYS) {
      StealingScenario scenario = StealingScenario.of(how.split(" ", 2)[0]);
      Device device = Device.open(machine, how.split(" ", 2)[1], "hrf");
      QueuePlan plan = QueuePlan.of(queues, block, device.machine().core().units());
      int[] delays = unfair(items, block, items / 4, 1);
      Run run = run(kernels, device, plan, scenario.kernel("visit").substring(6), delays);
      assertOnce(run, 7 * queues, how, machine);
      if (scenario == StealingScenario.STEAL_ONLY && queues > 1) {
        assertThat(run.queues().stolen()).as(how).isPositive();
      } else if (!scenario.steals() || queues == 1) {
        assertThat(run.queues().stolen()).as(how).isZero();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void latenciesAndDelaysDrawnAtRandomTakeNothingTwice(long seed) {
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    int units = 2 + random.nextInt(14);
    int network = 4 + random.nextInt(60);
    int queues = 1 + random.nextInt(4 * units);
    Device device =
        new DeviceBuilder("srsp-8cu", "gpu", "hrf")
            .set("core.units=" + units)
            .set("network.latency=" + network)
            .set("l2.hitLatency=" + (1 + random.nextInt(100)))
            .open();
    QueuePlan plan = QueuePlan.of(queues, 64, units);
    int items = 64 * (1 + random.nextInt(5 * queues));
    Run run = run(NVCC, device, plan, "steal_only", unfair(items, 64, random.nextInt(items), seed));
    assertOnce(run, items / 64, "seed", seed, "units", units, "queues", queues, network);
  }

  /** Work that is heavy at one end of the vertices needs less stealing when it is dealt in turn. */
  @Test
  void elementsDealtInTurnAreTakenOnceAndSpreadUnevenWork() {
    int items = 64 * 61;
    Map<QueueAssignment, Long> stolen = new EnumMap<>(QueueAssignment.class);
    for (QueueAssignment dealing : QueueAssignment.values()) {
      Device device = Device.open("srsp-8cu", "gpu", "hrf");
      QueuePlan plan = new QueuePlan(8, 64, 8, 1, dealing, VictimOrder.NEXT);
      Run run = run(NVCC, device, plan, "steal_only", unfair(items, 64, items / 4, 1));
      assertOnce(run, 61, dealing);
      stolen.put(dealing, run.queues().stolen());
    }
    assertThat(stolen.get(QueueAssignment.INTERLEAVED))
        .isLessThan(stolen.get(QueueAssignment.PIECES));
    assertThat(stolen.get(QueueAssignment.SHUFFLED)).isLessThan(stolen.get(QueueAssignment.PIECES));
  }

  /** Without stealing the work-groups of the heavy pieces are the slow ones. */
  @Test
  void queuesAreNumberedInTheOrderOfVictims() {
    int items = 64 * 64;
    Map<VictimOrder, List<Integer>> slow = new EnumMap<>(VictimOrder.class);
    for (VictimOrder victims : VictimOrder.values()) {
      QueuePlan plan = new QueuePlan(8, 64, 8, 1, QueueAssignment.PIECES, victims);
      int[] delays = unfair(items, 64, items / 4, 1);
      Device device = Device.open("srsp-8cu", "gpu", "hrf");
      Run stealing = run(NVCC, device, plan, "steal_only", delays);
      assertOnce(stealing, 64, victims);
      Run alone = run(NVCC, Device.open("srsp-8cu", "gpu", "hrf"), plan, "baseline", delays);
      long[] cycles =
          Objects.requireNonNull(alone.queues().distributions().get("workgroup.cycles"));
      long mean = (long) Arrays.stream(cycles).average().orElseThrow();
      slow.put(
          victims,
          IntStream.range(0, cycles.length).filter(q -> cycles[q] > mean).boxed().toList());
    }
    assertThat(slow.get(VictimOrder.NEXT)).containsExactly(0, 1);
    assertThat(slow.get(VictimOrder.DISTANT)).containsExactly(0, 4);
    assertThat(slow.get(VictimOrder.SHUFFLED)).hasSize(2);
  }

  @Test
  void fewerElementsThanQueuesAreTakenOnceToo() {
    for (int elements = 1; elements < 9; elements++) {
      Device device = Device.open("rsp-8cu", "gpu", "hrf");
      QueuePlan plan = QueuePlan.of(8, 64, 8);
      Run run = run(NVCC, device, plan, "steal_only", new int[64 * elements]);
      assertOnce(run, elements, elements);
    }
  }

  @ParameterizedTest
  @CsvSource({"dawdling, gpu", "slow_remote, brsp", "slow_remote, srsp", "slow_remote, srsp-opt"})
  void thievesThatDawdleTakeNothingTwice(String kernel, String protocol) {
    for (long seed = 1; seed <= 6; seed++) {
      Device device = Device.open("srsp-16cu", protocol, "hrf");
      Run run = run(NVCC, device, QueuePlan.of(16, 64, 16), kernel, contended(seed));
      assertOnce(run, CONTENDED, "seed", seed);
      assertThat(run.queues().failed()).as("seed %d", seed).isPositive();
    }
  }

  /** The published code's order of loads (rsp fig. 6). */
  @Test
  void thievesThatLoadTheTailFirstAndDawdleTakeSomethingTwice() {
    int twice = 0;
    for (long seed = 1; seed <= 6; seed++) {
      Device device = Device.open("srsp-16cu", "gpu", "hrf");
      Run run = run(NVCC, device, QueuePlan.of(16, 64, 16), "tail_first", contended(seed));
      twice += Arrays.stream(run.visits()).anyMatch(count -> count > 1) ? 1 : 0;
    }
    assertThat(twice).as("runs in which an element was taken twice").isPositive();
  }

  @Test
  void anOwnerThatDoesNotClaimItsLastElementTakesSomethingTwice() {
    int twice = 0;
    for (long seed = 1; seed <= 6; seed++) {
      Device device = Device.open("srsp-16cu", "gpu", "hrf");
      Run run = run(NVCC, device, QueuePlan.of(16, 64, 16), "greedy", contended(seed));
      twice += Arrays.stream(run.visits()).anyMatch(count -> count > 1) ? 1 : 0;
    }
    assertThat(twice).as("runs in which an element was taken twice").isPositive();
  }

  /** Six elements a queue; those of a quarter of the queues take some time, the others none. */
  private static int[] contended(long seed) {
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    int[] delays = new int[CONTENDED * 64];
    for (int i = 0; i < delays.length / 4; i += 64) {
      Arrays.fill(delays, i, i + 64, 200 + random.nextInt(1000));
    }
    return delays;
  }

  @Test
  void workGroupTimesAreThoseOfTheLaunch() {
    Device device = Device.open("rsp-8cu", "gpu", "hrf");
    QueuePlan plan = QueuePlan.of(8, 64, 8);
    Run run = run(NVCC, device, plan, "baseline", unfair(64 * 64, 64, 8 * 64, 1));
    long[] times = run.queues().distributions().getOrDefault("workgroup.cycles", new long[0]);
    assertThat(times).hasSize(8).isEqualTo(run.launches().getFirst().ctaCycles());
    assertThat(times[0]).as("the first queue has the slow elements").isGreaterThan(3 * times[5]);
  }
}
