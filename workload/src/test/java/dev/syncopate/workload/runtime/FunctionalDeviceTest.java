package dev.syncopate.workload.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.machine.observer.Meter;
import dev.syncopate.machine.observer.Sampler;
import dev.syncopate.workload.runtime.LaunchResult.Ending;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A device without time: what it computes, how CTAs and warps take turns, and what it refuses. */
class FunctionalDeviceTest {
  private static final String FILE = "functional.ptx";

  private final Device device = functional().open();

  private static DeviceBuilder functional() {
    return new DeviceBuilder("titanv-80sm", "gpu", "hrf")
        .set("core.units=4")
        .set("dram.size=1GiB")
        .functional(true);
  }

  private static Module load(Device device) {
    try (InputStream stream = FunctionalDeviceTest.class.getResourceAsStream(FILE)) {
      return device.load(FILE, new String(stream.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aKernelComputesWhatItComputesInCycles() {
    Buffer data = device.copyOf(IntStream.range(0, 1000).toArray());
    LaunchResult result =
        Kernels.load(device).kernel("scale").launch(LaunchShape.covering(999, 128), data, 3, 999);
    Device timed = new DeviceBuilder("titanv-80sm", "gpu", "hrf").open();
    Buffer timedData = timed.copyOf(IntStream.range(0, 1000).toArray());
    LaunchResult timedResult =
        Kernels.load(timed)
            .kernel("scale")
            .launch(LaunchShape.covering(999, 128), timedData, 3, 999);
    assertThat(data.readBytes()).isEqualTo(timedData.readBytes());
    for (String counter :
        new String[] {
          "instructions.warp",
          "instructions.thread",
          "instructions.memory",
          "branch.divergent",
          "ctas"
        }) {
      assertThat(result.statistic(counter))
          .as(counter)
          .isEqualTo(timedResult.statistic(counter))
          .isPositive();
    }
  }

  @Test
  void aLaunchTakesNoCyclesAndCountsNothingOfTime() {
    Buffer data = device.copyOf(new int[64]);
    LaunchResult result =
        Kernels.load(device).kernel("scale").launch(LaunchShape.of(2, 32), data, 3, 64);
    assertThat(result.cycles()).isZero();
    assertThat(result.ctas().count()).isZero();
    assertThat(result.statistics().keySet())
        .contains("instructions.warp")
        .noneMatch(name -> name.startsWith("stall.") || name.startsWith("l1."));
  }

  @Test
  void countersAreThoseOfTheLaunchAlone() {
    Kernel scale = Kernels.load(device).kernel("scale");
    Buffer data = device.copyOf(IntStream.rangeClosed(1, 64).toArray());
    LaunchResult first = scale.launch(LaunchShape.of(2, 32), data, 3, 64);
    LaunchResult second = scale.launch(LaunchShape.of(2, 32), data, 3, 64);
    assertThat(second.statistics()).isEqualTo(first.statistics());
  }

  @Test
  void ctasThatWaitForEachOtherAreResidentTogether() {
    Kernel barrier = load(device).kernel("gridBarrier");
    Buffer count = device.allocate(4);
    int ctas = 4 * 32; // the machine's
    LaunchResult result = barrier.attempt(LaunchShape.of(ctas, 64), count);
    assertThat(result.ending()).as(result.report()).isEqualTo(Ending.DONE);
    assertThat(count.readInts()).containsExactly(ctas);
  }

  @Test
  void ctasBeyondThoseThatFitAreNotWaitedForWithSuccess() {
    Kernel barrier = load(device).kernel("gridBarrier");
    Buffer count = device.allocate(4);
    LaunchResult result = barrier.attempt(LaunchShape.of(4 * 32 + 1, 64), count);
    assertThat(result.ending()).isEqualTo(Ending.HANG);
    assertThat(count.readInts()).containsExactly(4 * 32);
    assertThat(result.report())
        .startsWith("hang: no memory word has changed and no warp has finished or left its loop")
        .contains("every warp waits or repeats itself")
        .contains("1 CTA");
  }

  @Test
  void aCtaThatLooksBusyWhileItWaitsGivesWay() {
    Buffer count = device.allocate(4);
    LaunchResult result = load(device).kernel("busyWait").attempt(LaunchShape.of(100, 1), count);
    assertThat(result.ending()).as(result.report()).isEqualTo(Ending.DONE);
    assertThat(count.readInts()).containsExactly(100);
  }

  @Test
  void lanesOfAWarpTakeALockOneAfterTheOther() {
    Buffer lock = device.allocate(8);
    LaunchResult result = load(device).kernel("laneLock").attempt(LaunchShape.of(3, 64), lock);
    assertThat(result.ending()).as(result.report()).isEqualTo(Ending.DONE);
    assertThat(lock.readInts()).containsExactly(0, 3 * 64);
  }

  @Test
  void lanesThatRunInLockstepHangAsTheyDoInCycles() {
    Device lockstep = functional().set("core.divergence=ipdom").watchdog(100_000).open();
    Buffer lock = lockstep.allocate(8);
    LaunchResult result = load(lockstep).kernel("laneLock").attempt(LaunchShape.of(1, 32), lock);
    assertThat(result.ending()).isEqualTo(Ending.HANG);
    assertThat(result.report()).contains("every warp waits or repeats itself");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 100_000, 500_000})
  void aHangAfterComputationIsFound(int count) {
    Device impatient = functional().watchdog(100_000).open();
    Buffer word = impatient.allocate(4);
    LaunchResult result =
        load(impatient).kernel("countAndWait").attempt(LaunchShape.of(2, 64), word, count);
    assertThat(result.ending()).isEqualTo(Ending.HANG);
    assertThat(result.report()).contains("every warp waits or repeats itself");
  }

  /** So many warps take more than one look to repeat themselves. */
  @Test
  void aHangOfManyWarpsIsFound() {
    Device machine = functional().set("core.units=24").watchdog(100_000).open();
    LaunchResult result =
        load(machine)
            .kernel("countAndWait")
            .attempt(LaunchShape.of(24 * 32, 64), machine.allocate(4), 0);
    assertThat(result.ending()).isEqualTo(Ending.HANG);
  }

  @Test
  void computationThatChangesNothingForLongIsNotAHang() {
    Device impatient = functional().watchdog(100_000).open();
    Buffer word = impatient.copyOf(new int[] {1});
    LaunchResult result =
        load(impatient).kernel("countAndWait").attempt(LaunchShape.of(2, 64), word, 500_000);
    assertThat(result.ending()).as(result.report()).isEqualTo(Ending.DONE);
  }

  @Test
  void aBarrierThatIsMissedIsAHangThatIsExplained() {
    LaunchResult result = load(device).kernel("missedBarrier").attempt(LaunchShape.of(2, 64));
    assertThat(result.ending()).isEqualTo(Ending.HANG);
    assertThat(result.report())
        .startsWith("hang: every warp waits and nothing is in flight")
        .contains("functional.ptx:58");
    assertThatThrownBy(() -> load(device).kernel("missedBarrier").attempt(LaunchShape.of(1, 64)))
        .hasMessage("the device was stopped in missedBarrier and cannot run anything more");
  }

  @Test
  void clocksCountInstructions() {
    Buffer out = device.allocate(8 * 32);
    load(device).kernel("clocks").launch(LaunchShape.of(1, 32), out);
    assertThat(Arrays.stream(out.readLongs()).distinct()).containsExactly(2L);
  }

  @Test
  void threadsPrintAndAllocate() {
    StringBuilder text = new StringBuilder();
    Device printing = functional().printed(text::append).open();
    Buffer out = printing.allocate(8 * 3);
    load(printing).kernel("runtime").launch(LaunchShape.of(3, 1), out);
    assertThat(text).hasToString("hello 0\nhello 1\nhello 2\n");
    assertThat(Arrays.stream(out.readLongs()).boxed())
        .doesNotHaveDuplicates()
        .allMatch(pointer -> pointer >= printing.memoryEnd());
  }

  @Test
  void aFaultIsToldInTheWordsOfARunInCycles() {
    Device timed = new DeviceBuilder("titanv-80sm", "gpu", "hrf").set("dram.size=1GiB").open();
    LaunchResult expected =
        load(timed).kernel("misaligned").attempt(LaunchShape.of(1, 32), timed.allocate(256));
    LaunchResult result =
        load(device).kernel("misaligned").attempt(LaunchShape.of(1, 32), device.allocate(256));
    assertThat(result.ending()).isEqualTo(Ending.FAULT);
    assertThat(result.report()).isEqualTo(expected.report()).contains("misaligned");
    assertThat(result.codePlace()).isEqualTo(expected.codePlace());
  }

  @Test
  void theSameLaunchIsTheSameEachTime() {
    LaunchResult[] results = new LaunchResult[2];
    for (int i = 0; i < 2; i++) {
      Device fresh = functional().open();
      results[i] =
          load(fresh).kernel("laneLock").attempt(LaunchShape.of(40, 64), fresh.allocate(8));
    }
    assertThat(results[1]).isEqualTo(results[0]);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void aListenerHearsOfInstructionsAndEndsTheLaunch(int answers) {
    int[] heard = new int[1];
    Device listening = functional().progress(_ -> ++heard[0] < answers).watchdog(0).open();
    Buffer flag = listening.allocate(4);
    LaunchResult result =
        Kernels.load(listening).kernel("await").attempt(LaunchShape.of(1, 32), flag);
    assertThat(result.ending()).isEqualTo(Ending.INTERRUPTED);
    assertThat(heard[0]).isEqualTo(answers);
    assertThat(result.report()).startsWith("interrupted after ");
  }

  @Test
  void whatNeedsTimeIsRefusedByName() {
    Sampler sampler =
        new Sampler() {
          @Override
          public long interval() {
            return 1000;
          }

          @Override
          public void begun(String kernel, long cycle, Meter meter) {}

          @Override
          public void sampled(long cycle, Meter meter) {}

          @Override
          public void ended(long cycle, Meter meter) {}
        };
    assertThatThrownBy(() -> device.sample(sampler))
        .hasMessage(
            "counters cannot be sampled over time in the functional tier, which has no cycles");
    assertThatThrownBy(() -> device.run(_ -> {}))
        .isInstanceOf(LaunchException.class)
        .hasMessage("the functional tier has no CPU to run host code on; it runs kernels alone");
  }
}
