package dev.syncopate.workload.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.machine.warp.CtaSubset;
import dev.syncopate.workload.runtime.cta.CtaSample;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Which CTAs a sample takes, and that a launch runs these and no others. */
class CtaSampleTest {
  @Test
  void strataLieInTheMiddleOfEqualParts() {
    CtaSubset subset = new CtaSample(1, 2).of(40, 2, 4);
    assertThat(LongStream.range(0, subset.count()).map(subset::at).toArray())
        .as("of rows 0 to 9 and 10 to 19 two in the middle each")
        .containsExactly(8, 9, 10, 11, 28, 29, 30, 31);
    assertThat(subset.isPart()).isTrue();
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
  void aGridOfNoMoreWavesRunsWhole() {
    assertThat(CtaSample.waves(2).of(16, 2, 4)).isEqualTo(CtaSubset.all(16));
    assertThat(CtaSample.ALL.of(1_000_000, 2, 4)).isEqualTo(CtaSubset.all(1_000_000));
  }

  @Test
  void onlyCtasOfTheSampleRun() {
    Device device =
        new DeviceBuilder("rsp-8cu", "gpu", "hrf").set("core.units=2").set("core.maxCtas=1").open();
    int[] ones = new int[320];
    Arrays.fill(ones, 1);
    Buffer data = device.copyOf(ones);
    LaunchShape shape = LaunchShape.of(10, 32).sampled(new CtaSample(2, 2));
    LaunchResult result = Kernels.load(device).kernel("scale").launch(shape, data, 3, 320);
    int[] found = data.readInts();
    for (int cta = 0; cta < 10; cta++) {
      boolean ran = cta == 2 || cta == 3 || cta == 6 || cta == 7;
      assertThat(found[32 * cta]).as("CTA %d", cta).isEqualTo(ran ? 3 : 1);
      assertThat(result.ctaCycles()[cta] > 0).as("CTA %d", cta).isEqualTo(ran);
    }
    assertThat(result.statistic("ctas")).isEqualTo(4);
    assertThat(result.scale()).isEqualTo(2.5);
  }

  @Test
  void twoSamplesTellWhatHappensOnceFromWhatEachCtaTakes() {
    Device device =
        new DeviceBuilder("rsp-8cu", "gpu", "hrf").set("core.units=2").set("core.maxCtas=1").open();
    Buffer data = device.allocate(4 * 320);
    Kernel scale = Kernels.load(device).kernel("scale");
    LaunchShape shape = LaunchShape.of(10, 32);
    LaunchResult small = scale.launch(shape.sampled(new CtaSample(1, 1)), data, 3, 320);
    LaunchResult large = scale.launch(shape.sampled(new CtaSample(2, 1)), data, 3, 320);
    SampleEstimate whole = new SampleEstimate(small, large);
    assertThat(whole.statistic("ctas")).isEqualTo(10);
    assertThat(whole.cycles())
        .isEqualTo(large.cycles() + 3.0 * (large.cycles() - small.cycles()))
        .isLessThan(small.cycles() * small.scale());
    assertThatThrownBy(() -> new SampleEstimate(large, small))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("samples of 4 of 10 and of 2 of 10 CTAs");
    LaunchResult all = scale.launch(shape.representing(3), data, 3, 320);
    assertThat(all.scale()).isEqualTo(3);
    assertThat(new SampleEstimate(all, all).cycles())
        .as("of one launch")
        .isEqualTo((double) all.cycles());
  }

  @Test
  void aQuarterIsAtLeastAWaveAndOfAllCtasAll() {
    assertThat(CtaSample.waves(8).quarter()).isEqualTo(CtaSample.waves(2));
    assertThat(CtaSample.waves(3).quarter()).isEqualTo(CtaSample.waves(1));
    assertThat(CtaSample.ALL.quarter()).isEqualTo(CtaSample.ALL);
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
