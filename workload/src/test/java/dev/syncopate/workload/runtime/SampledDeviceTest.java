package dev.syncopate.workload.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.syncopate.machine.observer.LaunchObserver;
import dev.syncopate.machine.observer.Meter;
import dev.syncopate.machine.observer.Sampler;
import dev.syncopate.machine.warp.Grid;
import dev.syncopate.workload.runtime.LaunchResult.Ending;
import dev.syncopate.workload.runtime.cta.CtaSample;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A device that times some launches: memory, estimates, and what it refuses. */
class SampledDeviceTest {
  private static final int ELEMENTS = 3000;

  /** Reads, writes, allocates, or hangs where it is told to. */
  private static final String PTX =
      """
      .version 7.0
      .target sm_70
      .address_size 64
      .extern .func (.param .b64 func_retval0) malloc(.param .b64 malloc_param_0);
      .visible .entry number(.param .u64 at) {
        .reg .b64 %d<3>;
        ld.param.u64 %d1, [at];
        mov.u64 %d2, %gridid;
        st.global.u64 [%d1], %d2;
        ret;
      }
      .visible .entry allocate(.param .u64 at) {
        .reg .b64 %d<4>;
        ld.param.u64 %d1, [at];
        mov.u64 %d3, 16;
        {
          .param .b64 size;
          .param .b64 pointer;
          st.param.b64 [size], %d3;
          call (pointer), malloc, (size);
          ld.param.b64 %d2, [pointer];
        }
        st.global.u64 [%d1], %d2;
        ret;
      }
      .visible .entry countUp(.param .u64 at) {
        .reg .b64 %d<2>;
        .reg .b32 %r<2>;
        ld.param.u64 %d1, [at];
        red.global.add.u32 [%d1], 1;
        ret;
      }
      .visible .entry ticket(.param .u64 at) {
        .reg .b64 %d<3>;
        .reg .b32 %r<3>;
        ld.param.u64 %d1, [at];
        atom.global.add.u32 %r1, [%d1], 1;
        st.global.u32 [%d1+4], %r1;
        ret;
      }
      .visible .entry flag(.param .u64 at) {
        .reg .b64 %d<2>;
        .reg .b32 %r<2>;
        ld.param.u64 %d1, [at];
        ld.relaxed.gpu.global.u32 %r1, [%d1];
        st.global.u32 [%d1+4], %r1;
        ret;
      }
      .visible .entry move(.param .u64 source, .param .u64 target) {
        .reg .b64 %d<4>;
        .reg .b32 %r<5>;
        ld.param.u64 %d1, [source];
        ld.param.u64 %d2, [target];
        mov.u32 %r1, %ctaid.x;
        mov.u32 %r2, %ntid.x;
        mov.u32 %r3, %tid.x;
        mad.lo.u32 %r1, %r1, %r2, %r3;
        mul.wide.u32 %d3, %r1, 4;
        add.u64 %d1, %d1, %d3;
        add.u64 %d2, %d2, %d3;
        ld.global.u32 %r4, [%d1];
        add.u32 %r4, %r4, 1;
        st.global.u32 [%d2], %r4;
        ret;
      }
      .visible .entry uneven(.param .u64 at) {
        .reg .b64 %d<3>;
        .reg .b32 %r<4>;
        .reg .pred %p, %q;
        ld.param.u64 %d1, [at];
        mov.u32 %r1, %ctaid.x;
        and.b32 %r2, %r1, 256;
        setp.eq.u32 %q, %r2, 0;
        mul.wide.u32 %d2, %r1, 128;
        add.u64 %d1, %d1, %d2;
        mov.u32 %r2, 30;
        mov.u32 %r3, 0;
      more:
        @%q ld.global.u32 %r3, [%d1];
        add.u64 %d1, %d1, 4096;
        sub.u32 %r2, %r2, 1;
        add.u32 %r2, %r2, %r3;
        setp.gt.s32 %p, %r2, 0;
        @%p bra more;
        ret;
      }
      .visible .entry await(.param .u64 at) {
        .reg .b64 %d<2>;
        .reg .b32 %r<2>;
        .reg .pred %p;
        ld.param.u64 %d1, [at];
      again:
        ld.volatile.global.u32 %r1, [%d1];
        setp.eq.u32 %p, %r1, 0;
        @%p bra again;
        ret;
      }
      """;

  private static DeviceBuilder builder(String protocol) {
    return new DeviceBuilder("titanv-80sm", protocol, "hrf")
        .set("core.units=4")
        .set("dram.size=1GiB")
        .watchdog(5000);
  }

  private static ProgramSample sample(Device device) {
    return Objects.requireNonNull(device.sample());
  }

  /** Launches a kernel often, of which the host changes a word now and then. */
  private static byte[] run(Device device) {
    Kernel scale = Kernels.load(device).kernel("scale");
    Buffer data = device.copyOf(IntStream.range(0, ELEMENTS).toArray());
    List<Byte> earlierBytes = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      scale.launch(LaunchShape.covering(ELEMENTS, 128), data, 3, ELEMENTS);
      if (i % 7 == 3) {
        byte[] bytes = data.readBytes();
        earlierBytes.add(bytes[i]);
        bytes[4 * i]++;
        data.write(bytes);
      }
    }
    byte[] bytes = data.readBytes();
    for (int i = 0; i < earlierBytes.size(); i++) {
      bytes[i] = (byte) (bytes[i] ^ earlierBytes.get(i));
    }
    return bytes;
  }

  @ParameterizedTest
  @CsvSource({"gpu", "gpu+lab64", "srsp", "hlrc", "denovo", "phi"})
  void bytesAreThoseOfAWholeRunInCycles(String protocol) {
    Device sampled = builder(protocol).sample(8).open();
    Device fullyTimed = builder(protocol).open();
    assertThat(run(sampled)).isEqualTo(run(fullyTimed));
    ProgramSample.Estimate total = sample(sampled).total();
    assertThat(total.launches()).isEqualTo(40);
    assertThat(total.timed()).isEqualTo(1 + 2 + 5);
    long cycles = fullyTimed.launches().stream().mapToLong(LaunchResult::cycles).sum();
    assertThat(Math.abs(total.cycles() - cycles)).isLessThan(cycles / 20);
  }

  /** CTAs of 128 threads: 16 in each of two units, so that 512 fill the machine 16 times. */
  private static final int LARGE = 128 * 512;

  private static DeviceBuilder small(String protocol) {
    return builder(protocol)
        .set("core.units=2")
        .set("l2.banks=4")
        .set("l2.size=384KiB")
        .set("dram.channels=2");
  }

  /** Large launches among small ones, all on the same data. */
  private static byte[] runLarge(Device device) {
    Kernel scale = Kernels.load(device).kernel("scale");
    Buffer data = device.copyOf(IntStream.range(0, LARGE).toArray());
    for (int i = 0; i < 12; i++) {
      scale.launch(LaunchShape.covering(ELEMENTS, 128), data, 5, ELEMENTS);
      scale.launch(LaunchShape.covering(LARGE, 128), data, 3, LARGE);
    }
    return data.readBytes();
  }

  @ParameterizedTest
  @CsvSource({"gpu, true", "gpu+lab64, true", "srsp, false", "denovo, false"})
  void someCtasOfLargeLaunchesAreTimedAndBytesStayTheSame(String protocol, boolean inPart) {
    Device sampled = small(protocol).sample(4, CtaSample.waves(4)).open();
    Device fullyTimed = small(protocol).open();
    assertThat(runLarge(sampled)).isEqualTo(runLarge(fullyTimed));
    ProgramSample.Estimate total = sample(sampled).total();
    assertThat(sample(sampled).timedCtas(0)).as("too small for a part").isEqualTo(24);
    assertThat(sample(sampled).timedCtas(1)).isEqualTo(inPart ? 128 : 512);
    assertThat(sample(sampled).isTimed(1)).isTrue();
    assertThat(total.ctas()).isEqualTo(12 * (24 + 512));
    long timedCtas = IntStream.range(0, 24).mapToLong(sample(sampled)::timedCtas).sum();
    assertThat(total.timedCtas()).isEqualTo(timedCtas);
    assertThat(total.error()).isPositive();
    double cycles = fullyTimed.launches().stream().mapToLong(LaunchResult::cycles).sum();
    assertThat((double) total.cycles()).isCloseTo(cycles, withinPercentage(10));
    assertThat(sampled.launches().get(1).statistics().keySet())
        .isEqualTo(fullyTimed.launches().get(1).statistics().keySet());
    assertThat(sampled.launches().get(1).statistic("instructions.warp"))
        .isEqualTo(fullyTimed.launches().get(1).statistic("instructions.warp"));
  }

  /** Lines that other CTAs have used before are found, and others are not. */
  @Test
  void theL2HasWhatAWholeRunWouldHaveLeftThere() {
    for (String size : List.of("192KiB", "768KiB")) {
      Device sampled = small("gpu").set("l2.size=" + size).sample(1, CtaSample.waves(4)).open();
      Device fullyTimed = small("gpu").set("l2.size=" + size).open();
      byte[] _ = runLarge(sampled);
      byte[] _ = runLarge(fullyTimed);
      for (int launch : new int[] {1, 3, 23}) {
        double reads = (double) fullyTimed.launches().get(launch).statistic("dram.reads");
        double estimate = (double) sampled.launches().get(launch).statistic("dram.reads");
        assertThat(estimate)
            .as("launch %d with %s", launch, size)
            .isCloseTo(reads, within(100 + reads / 10));
        double writes = (double) fullyTimed.launches().get(launch).statistic("dram.writes");
        if (launch > 1) { // the first one fills the L2
          assertThat((double) sampled.launches().get(launch).statistic("dram.writes"))
              .as("launch %d with %s", launch, size)
              .isCloseTo(writes, within(100 + writes / 4));
        }
      }
    }
  }

  /** Moves values between two arrays of 384 KiB to and fro. */
  private static void moveToAndFro(Device device) {
    Kernel move = device.load("test.ptx", PTX).kernel("move");
    int count = 96 * 1024;
    Buffer first = device.copyOf(new int[count]);
    Buffer second = device.allocate(4L * count);
    for (int i = 0; i < 16; i++) {
      boolean back = i % 2 == 1;
      LaunchShape shape = LaunchShape.covering(count, 128);
      move.launch(shape, back ? second : first, back ? first : second);
    }
    assertThat(first.readInts()).containsOnly(16);
  }

  /**
   * What a timed launch writes back is what launches without time have written before it. Of a
   * launch that fills the L2 four times only the last CTAs are recorded.
   */
  @ParameterizedTest
  @CsvSource({"gpu, 1, 384KiB", "gpu, 2, 192KiB", "gpu+lab64, 3, 384KiB"})
  void aTimedLaunchFindsWhatUntimedLaunchesLeaveInTheL2(String protocol, long seed, String size) {
    String l2 = "l2.size=" + size;
    Device sampled = small(protocol).set(l2).sample(3, CtaSample.ALL).seed(seed).open();
    Device fullyTimed = small(protocol).set(l2).open();
    moveToAndFro(sampled);
    moveToAndFro(fullyTimed);
    int afterUntimed = 0;
    for (int i = 3; i < 16; i++) {
      if (sample(sampled).isTimed(i) && !sample(sampled).isTimed(i - 1)) {
        afterUntimed++;
        for (String counter : List.of("dram.reads", "dram.writes")) {
          double expected = (double) fullyTimed.launches().get(i).statistic(counter);
          assertThat((double) sampled.launches().get(i).statistic(counter))
              .as("%s of launch %d", counter, i)
              .isCloseTo(expected, withinPercentage(4));
        }
        double cycles = fullyTimed.launches().get(i).cycles();
        assertThat((double) sampled.launches().get(i).cycles())
            .as("cycles of launch %d", i)
            .isCloseTo(cycles, withinPercentage(3));
      }
    }
    assertThat(afterUntimed).isGreaterThanOrEqualTo(3);
  }

  /** With static placement a few waves do not show how units drift apart. */
  @ParameterizedTest
  @CsvSource({"static, 1024", "dynamic, 256"})
  void theMachinesPlacementSaysWhetherAllCtasAreTimed(String placement, int timedCtas) {
    Device device = small("gpu").set("core.placement=" + placement).sample(0).open();
    int elements = 128 * 1024; // 16 waves of CTAs
    Buffer data = device.copyOf(new int[elements]);
    Kernel scale = Kernels.load(device).kernel("scale");
    scale.launch(LaunchShape.covering(elements, 128), data, 3, elements);
    assertThat(sample(device).timedCtas(0)).isEqualTo(timedCtas);
  }

  /** CTAs of every second eighth of the grid wait for memory between instructions. */
  @Test
  void launchesRunWholeAfterAnEstimateWithALargeError() {
    Device device = small("gpu").set("core.placement=dynamic").sample(1).open();
    Device fewWaves = small("gpu").sample(1, CtaSample.waves(8)).open();
    for (Device sampled : List.of(device, fewWaves)) {
      Buffer words = sampled.allocate(128L * 2048 + 30 * 4096);
      Kernel uneven = sampled.load("test.ptx", PTX).kernel("uneven");
      for (int i = 0; i < 3; i++) {
        uneven.launch(LaunchShape.of(2048, 32), words);
      }
    }
    assertThat(IntStream.range(0, 3).mapToLong(sample(device)::timedCtas))
        .containsExactly(512L, 2048L, 2048L);
    assertThat(IntStream.range(0, 3).mapToLong(sample(fewWaves)::timedCtas))
        .as("as asked for")
        .containsExactly(512L, 512L, 512L);
  }

  @ParameterizedTest
  @CsvSource({"countUp, 64", "ticket, 512", "flag, 512"})
  void ctasThatMayDependOnOneAnotherRunAll(String kernel, int timedCtas) {
    Device device = small("gpu").sample(100, CtaSample.waves(4)).open();
    Kernel loaded = device.load("test.ptx", PTX).kernel(kernel);
    Buffer words = device.allocate(8);
    LaunchShape shape = LaunchShape.of(512, 256);
    loaded.launch(shape, words);
    assertThat(sample(device).timedCtas(0)).isEqualTo(timedCtas);
    assertThat(words.readInts()[0]).isEqualTo(kernel.equals("flag") ? 0 : 512 * 256);
  }

  @Test
  void aLaunchOfWhichSomeCtasAreTimedHasOneNumber() {
    Device device = small("gpu").sample(1, CtaSample.waves(4)).open();
    Kernel number = device.load("test.ptx", PTX).kernel("number");
    Buffer word = device.allocate(8);
    for (int i = 0; i < 4; i++) {
      number.launch(LaunchShape.of(2048, 32), word);
      assertThat(sample(device).timedCtas(i)).isEqualTo(256);
      assertThat(word.readLongs()[0]).isEqualTo(1 + i);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void fewWavesAreRefused(int waves) {
    assertThatThrownBy(() -> builder("gpu").sample(0, CtaSample.waves(waves)))
        .isInstanceOf(LaunchException.class)
        .hasMessage("at least 4 waves of CTAs run of a timed launch, or all; not " + waves);
  }

  @Test
  void instructionsAreExactAndOtherCountersEstimated() {
    Device sampled = builder("gpu").sample(8).open();
    Device fullyTimed = builder("gpu").open();
    byte[] _ = run(sampled);
    byte[] _ = run(fullyTimed);
    int untimed = 0;
    for (int i = 0; i < 40; i++) {
      LaunchResult estimate = sampled.launches().get(i);
      LaunchResult truth = fullyTimed.launches().get(i);
      assertThat(estimate.statistic("instructions.warp"))
          .isEqualTo(truth.statistic("instructions.warp"));
      assertThat(estimate.statistics().keySet()).isEqualTo(truth.statistics().keySet());
      assertThat(estimate.statistic("l1.loads")).isEqualTo(truth.statistic("l1.loads"));
      untimed += sample(sampled).isTimed(i) ? 0 : 1;
    }
    assertThat(untimed).isEqualTo(32);
  }

  @Test
  void theSameSeedTimesTheSameLaunches() {
    assertThat(timed(1)).isEqualTo(timed(1)).isNotEqualTo(timed(2));
  }

  private static List<Boolean> timed(long seed) {
    Device device = builder("gpu").sample(8).seed(seed).open();
    byte[] _ = run(device);
    return IntStream.range(0, 40).mapToObj(i -> sample(device).isTimed(i)).toList();
  }

  @Test
  void aLaunchThatIsRunTwiceHasOneNumber() {
    Device device = builder("gpu").sample(1).open();
    Kernel number = device.load("test.ptx", PTX).kernel("number");
    Buffer word = device.allocate(8);
    long first = -1;
    for (int i = 0; i < 5; i++) {
      number.launch(LaunchShape.of(1, 1), word);
      first = i == 0 ? word.readLongs()[0] : first;
      assertThat(word.readLongs()[0]).isEqualTo(first + i);
    }
  }

  @Test
  void kernelsThatAllocateAreTimedAlways() {
    Device device = builder("gpu").sample(100).open();
    Kernel allocate = device.load("test.ptx", PTX).kernel("allocate");
    Buffer word = device.allocate(8);
    for (int i = 0; i < 10; i++) {
      allocate.launch(LaunchShape.of(1, 1), word);
    }
    assertThat(sample(device).total().timed()).isEqualTo(10);
  }

  @Test
  void aHangIsReportedInCycles() {
    Device device = builder("gpu").sample(100).open();
    Kernel await = device.load("test.ptx", PTX).kernel("await");
    Buffer word = device.copyOf(new int[] {1});
    for (int i = 0; i < 6; i++) {
      await.launch(LaunchShape.of(1, 32), word);
    }
    word.write(new byte[4]);
    LaunchResult hang = await.attempt(LaunchShape.of(1, 32), word);
    assertThat(hang.ending()).isEqualTo(Ending.HANG);
    assertThat(hang.report()).contains("cycle").doesNotContain("warp instruction ");
    assertThat(sample(device).isTimed(6)).isTrue();
    assertThatThrownBy(() -> await.attempt(LaunchShape.of(1, 32), word))
        .isInstanceOf(LaunchException.class)
        .hasMessage("the device was stopped in await and cannot run anything more");
  }

  @Test
  void observersAreRefused() {
    Device device = builder("gpu").sample(0).open();
    assertThatThrownBy(() -> device.observe(SampledDeviceTest::unused))
        .isInstanceOf(LaunchException.class)
        .hasMessage("a sampled device cannot be observed: launches without time are not seen");
    assertThatThrownBy(() -> device.sample(new NoSampler()))
        .isInstanceOf(LaunchException.class)
        .hasMessage(
            "counters of a sampled device cannot be recorded over time: only some launches have"
                + " time");
  }

  private static LaunchObserver unused(Grid grid, IntToLongFunction clock) {
    throw new IllegalStateException("observed");
  }

  @Test
  void aNegativeRateIsRefused() {
    assertThatThrownBy(() -> builder("gpu").sample(-1))
        .isInstanceOf(LaunchException.class)
        .hasMessage("one launch of N is timed, with N from 0 (automatic), not -1");
  }

  @Test
  void anotherDeviceHasNoSample() {
    assertThat(builder("gpu").open().sample()).isNull();
  }

  private static final class NoSampler implements Sampler {
    @Override
    public long interval() {
      return 10;
    }

    @Override
    public void begun(String kernel, long cycle, Meter meter) {}

    @Override
    public void sampled(long cycle, Meter meter) {}

    @Override
    public void ended(long cycle, Meter meter) {}
  }
}
