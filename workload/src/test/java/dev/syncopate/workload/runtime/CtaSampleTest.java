package dev.syncopate.workload.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.syncopate.machine.warp.CtaSubset;
import dev.syncopate.workload.runtime.cta.CtaSample;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Which CTAs a sample takes, and that a launch runs these and no others. */
class CtaSampleTest {
  @Test
  void halvesOfWavesLieInTheMiddleOfEqualParts() {
    CtaSubset subset = CtaSample.waves(2).of(40, 2, 4);
    assertThat(subset.isPart()).as("ten waves of eight CTAs are not twice two").isTrue();
    assertThat(LongStream.range(0, subset.count()).map(subset::at).toArray())
        .as("of rows 0 to 4, 5 to 9, 10 to 14 and 15 to 19 two in the middle each")
        .containsExactly(2, 3, 4, 5, 12, 13, 14, 15, 22, 23, 24, 25, 32, 33, 34, 35);
  }

  @Test
  void everySampleIsOfDifferentCtasOfTheGrid() {
    for (int units = 1; units <= 5; units++) {
      for (int grid = 1; grid <= 120; grid++) {
        for (int waves = 1; waves <= 3; waves++) {
          CtaSubset subset = CtaSample.waves(waves).of(grid, units, 2);
          long[] ctas = LongStream.range(0, subset.count()).map(subset::at).toArray();
          assertThat(ctas).isSorted().doesNotHaveDuplicates();
          assertThat(ctas[0]).isNotNegative();
          assertThat(ctas[ctas.length - 1]).isLessThan(grid);
          assertThat(subset.count()).isGreaterThanOrEqualTo(Math.min(grid, 2L * waves * units));
        }
      }
    }
  }

  @Test
  void aGridOfLessThanTwiceTheWavesRunsWhole() {
    assertThat(CtaSample.waves(2).of(31, 2, 4)).isEqualTo(CtaSubset.all(31));
    assertThat(CtaSample.waves(2).of(32, 2, 4)).isEqualTo(new CtaSubset(32, 4, 2, 2));
    assertThat(CtaSample.ALL.of(1_000_000, 2, 4)).isEqualTo(CtaSubset.all(1_000_000));
  }

  @Test
  void onlyCtasOfTheSampleRun() {
    Device device = device();
    int[] ones = new int[320];
    Arrays.fill(ones, 1);
    Buffer data = device.copyOf(ones);
    LaunchShape shape = LaunchShape.of(10, 32).sampled(CtaSample.waves(2));
    LaunchResult result = Kernels.load(device).kernel("scale").launch(shape, data, 3, 320);
    int[] values = data.readInts();
    for (int cta = 0; cta < 10; cta++) {
      boolean ran = cta == 2 || cta == 3 || cta == 6 || cta == 7;
      assertThat(values[32 * cta]).as("CTA %d", cta).isEqualTo(ran ? 3 : 1);
    }
    assertThat(result.ctaCycles()).hasSize(4).doesNotContain(0);
    assertThat(result.statistic("ctas")).isEqualTo(4);
    assertThat(result.scale()).isEqualTo(2.5);
  }

  /** Six CTAs do not run, on two units with one each: three waves. */
  @Test
  void theWholeTakesWhatTheSampleDidAndMeanTimesOfCtasForOtherWaves() {
    Device device = device();
    Buffer data = device.allocate(4 * 320);
    Kernel scale = Kernels.load(device).kernel("scale");
    LaunchShape shape = LaunchShape.of(10, 32);
    LaunchResult part = scale.launch(shape.sampled(CtaSample.waves(2)), data, 3, 320);
    double mean = Arrays.stream(part.ctaCycles()).average().orElseThrow();
    assertThat(part.scaledCycles()).isEqualTo(part.cycles() + 3 * mean);
    assertThat(scale.launch(shape.representing(3), data, 3, 320))
        .satisfies(result -> assertThat(result.scaledCycles()).isEqualTo(3.0 * result.cycles()))
        .satisfies(result -> assertThat(result.scale()).isEqualTo(3));
    LaunchResult takenOff =
        scale.launch(shape.sampled(CtaSample.waves(2)).representing(-2), data, 3, 320);
    assertThat(takenOff.scale()).isEqualTo(-5);
    assertThat(takenOff.scaledCycles()).isNegative();
    assertThatThrownBy(() -> shape.representing(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a launch that represents 0.0");
  }

  /** CTAs of the same length, of which 60 waves fill and empty the machine but once. */
  @Test
  void aSampleIsNearTheWhole() {
    Device device = device();
    Buffer data = device.allocate(4 * 32 * 120);
    Kernel scale = Kernels.load(device).kernel("scale");
    LaunchShape shape = LaunchShape.of(120, 32);
    scale.launch(shape, data, 3, 32 * 120); // so that all is in the L2
    LaunchResult part = scale.launch(shape.sampled(CtaSample.waves(4)), data, 3, 32 * 120);
    LaunchResult full = scale.launch(shape, data, 3, 32 * 120);
    assertThat(part.scaledCycles()).isCloseTo((double) full.cycles(), withinPercentage(5));
    assertThat(part.cycles() * part.scale())
        .as("of cycles and CTAs alone")
        .isGreaterThan(1.05 * full.cycles());
  }

  private static Device device() {
    return new DeviceBuilder("rsp-8cu", "gpu", "hrf")
        .set("core.units=2")
        .set("core.maxCtas=1")
        .open();
  }

  @Test
  void aPartIsAtLeastAWaveAndOfAllCtasAll() {
    assertThat(CtaSample.waves(8).part(4)).isEqualTo(CtaSample.waves(2));
    assertThat(CtaSample.waves(3).part(4)).isEqualTo(CtaSample.waves(1));
    assertThat(CtaSample.ALL.part(4)).isEqualTo(CtaSample.ALL);
  }

  @Test
  void ctasThatWaitForOneAnotherCannotBeSampled() {
    Device device = Device.open("rsp-8cu", "gpu", "hrf");
    LaunchShape shape = LaunchShape.of(4, 32).asCooperative().sampled(CtaSample.waves(1));
    Kernel scale = Kernels.load(device).kernel("scale");
    Buffer data = device.copyOf(new int[1]);
    assertThatThrownBy(() -> scale.launch(shape, data, 3, 1))
        .isInstanceOf(LaunchException.class)
        .hasMessageContaining("with some of its CTAs only");
  }
}
