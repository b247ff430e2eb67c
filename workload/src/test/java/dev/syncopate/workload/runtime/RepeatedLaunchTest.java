package dev.syncopate.workload.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A launch without time that repeats one which changed nothing does not run again. */
class RepeatedLaunchTest {
  private static final String FILE = "functional.ptx";
  private static final LaunchShape SHAPE = LaunchShape.of(1, 32);

  private final Device device = builder().open();
  private final Buffer in = device.copyOf(IntStream.range(0, 32).toArray());
  private final Buffer out = device.allocate(4 * 32);

  private static DeviceBuilder builder() {
    return new DeviceBuilder("titanv-80sm", "gpu", "hrf")
        .set("core.units=4")
        .set("dram.size=1GiB")
        .functional(true);
  }

  private static Kernel kernel(Device device, String name) {
    try (InputStream stream = RepeatedLaunchTest.class.getResourceAsStream(FILE)) {
      String text = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
      return device.load(FILE, text).kernel(name);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private final Kernel next = kernel(device, "next");

  /** Launches; returns whether the launch did not run. */
  private boolean repeats(Buffer target, Buffer source) {
    LaunchResult result = next.launch(SHAPE, target, source);
    long repeated = result.statistic("instructions.repeated");
    assertThat(repeated).isIn(0L, result.statistic("instructions.warp"));
    return repeated != 0;
  }

  /** The first launch changes the output, the second one nothing. */
  @BeforeEach
  void launchTwice() {
    assertThat(repeats(out, in)).isFalse();
    assertThat(repeats(out, in)).isFalse();
  }

  @Test
  void theThirdOfEqualLaunchesDoesNotRun() {
    assertThat(repeats(out, in)).isTrue();
    assertThat(out.readInts()).isEqualTo(IntStream.rangeClosed(1, 32).toArray());
  }

  @Test
  void itHasTheCountersOfTheLaunchThatItRepeats() {
    LaunchResult ran = kernel(device, "next").launch(SHAPE, in, out);
    LaunchResult again = next.launch(SHAPE, in, out);
    LaunchResult repeated = next.launch(SHAPE, in, out);
    assertThat(ran.statistic("instructions.repeated")).isZero();
    assertThat(repeated.statistic("instructions.repeated")).isPositive();
    for (String counter : again.statistics().keySet()) {
      if (!counter.equals("instructions.repeated")) {
        assertThat(repeated.statistic(counter)).as(counter).isEqualTo(again.statistic(counter));
      }
    }
  }

  @Test
  void aLaunchRunsAfterTheHostHasChangedItsInput() {
    in.write(new int[32]);
    assertThat(repeats(out, in)).isFalse();
    assertThat(out.readInts()).containsOnly(1);
  }

  @Test
  void aLaunchRunsAfterTheHostHasChangedItsOutput() {
    out.write(new int[32]);
    assertThat(repeats(out, in)).isFalse();
    assertThat(out.readInts()).isEqualTo(IntStream.rangeClosed(1, 32).toArray());
  }

  @Test
  void theHostMayWriteWhatIsThere() {
    in.write(IntStream.range(0, 32).toArray());
    assertThat(repeats(out, in)).isTrue();
  }

  @Test
  void aLaunchRunsAfterAnotherOneHasChangedMemory() {
    assertThat(repeats(in, out)).isFalse();
    assertThat(repeats(out, in)).isFalse();
    assertThat(out.readInts()).isEqualTo(IntStream.rangeClosed(3, 34).toArray());
  }

  @Test
  void aLaunchWithOtherArgumentsRuns() {
    Buffer elsewhere = device.allocate(4 * 32);
    assertThat(repeats(out, in)).isTrue();
    assertThat(repeats(elsewhere, in)).isFalse();
    assertThat(elsewhere.readInts()).isEqualTo(out.readInts());
  }

  @Test
  void aLaunchOfAnotherShapeRuns() {
    LaunchResult result = next.launch(LaunchShape.of(1, 16), out, in);
    assertThat(result.statistic("instructions.repeated")).isZero();
  }

  @Test
  void aKernelThatReadsAClockRunsEachTime() {
    Kernel clocks = kernel(device, "clocks");
    Buffer moments = device.allocate(8 * 32);
    for (int i = 0; i < 4; i++) {
      LaunchResult result = clocks.launch(SHAPE, moments);
      assertThat(result.statistic("instructions.repeated")).isZero();
    }
  }
}
