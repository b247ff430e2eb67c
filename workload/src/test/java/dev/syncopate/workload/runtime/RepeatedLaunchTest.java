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
  private final Buffer input = device.copyOf(IntStream.range(0, 32).toArray());
  private final Buffer output = device.allocate(4 * 32);

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
    assertThat(repeats(output, input)).isFalse();
    assertThat(repeats(output, input)).isFalse();
  }

  @Test
  void theThirdOfEqualLaunchesDoesNotRun() {
    assertThat(repeats(output, input)).isTrue();
    assertThat(output.readInts()).isEqualTo(IntStream.rangeClosed(1, 32).toArray());
  }

  @Test
  void itHasTheCountersOfTheLaunchThatItRepeats() {
    LaunchResult ran = kernel(device, "next").launch(SHAPE, input, output);
    LaunchResult again = next.launch(SHAPE, input, output);
    LaunchResult repeated = next.launch(SHAPE, input, output);
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
    input.write(new int[32]);
    assertThat(repeats(output, input)).isFalse();
    assertThat(output.readInts()).containsOnly(1);
  }

  @Test
  void aLaunchRunsAfterTheHostHasChangedItsOutput() {
    output.write(new int[32]);
    assertThat(repeats(output, input)).isFalse();
    assertThat(output.readInts()).isEqualTo(IntStream.rangeClosed(1, 32).toArray());
  }

  @Test
  void theHostMayWriteWhatIsThere() {
    input.write(IntStream.range(0, 32).toArray());
    assertThat(repeats(output, input)).isTrue();
  }

  @Test
  void aLaunchRunsAfterAnotherOneHasChangedMemory() {
    assertThat(repeats(input, output)).isFalse();
    assertThat(repeats(output, input)).isFalse();
    assertThat(output.readInts()).isEqualTo(IntStream.rangeClosed(3, 34).toArray());
  }

  @Test
  void aLaunchWithOtherArgumentsRuns() {
    Buffer elsewhere = device.allocate(4 * 32);
    assertThat(repeats(output, input)).isTrue();
    assertThat(repeats(elsewhere, input)).isFalse();
    assertThat(elsewhere.readInts()).isEqualTo(output.readInts());
  }

  @Test
  void aLaunchOfAnotherShapeRuns() {
    LaunchResult result = next.launch(LaunchShape.of(1, 16), output, input);
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
