package dev.syncopate.workload.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.machine.observer.LaunchObserver;
import dev.syncopate.machine.observer.Meter;
import dev.syncopate.machine.observer.Sampler;
import dev.syncopate.machine.warp.Grid;
import dev.syncopate.workload.runtime.LaunchResult.Ending;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
