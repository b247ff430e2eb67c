package dev.syncopate.workload.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Forecasts for several threads, from measured windows. */
class ThreadForecastTest {
  @Test
  void aThreadTakesItsOwnPartsFirstAndThenTheOthers() {
    int[] parts = {0, 1, 2, 3};
    // thread 0 owns 0 and 2, thread 1 owns 1 and 3: thread 1 runs 1, 3 and then nothing is left
    assertThat(ThreadForecast.makespan(2, parts, new long[] {10, 1, 10, 1}, 4)).isEqualTo(12);
    assertThat(ThreadForecast.makespan(2, parts, new long[] {5, 5, 5, 5}, 4)).isEqualTo(10);
    assertThat(ThreadForecast.makespan(4, parts, new long[] {5, 9, 5, 5}, 4)).isEqualTo(9);
    assertThat(ThreadForecast.makespan(1, parts, new long[] {5, 9, 5, 5}, 4)).isEqualTo(24);
  }

  @Test
  void workAndSpanAreSumsOverWindows() {
    ThreadForecast forecast = new ThreadForecast(1, 2, 64);
    forecast.ran(new int[] {0, 1}, new long[] {3000, 1000}, 2, 400);
    forecast.ran(new int[] {1}, new long[] {2000}, 1, 0);
    assertThat(forecast.workSeconds()).isCloseTo(6.4e-6, within(1e-12));
    assertThat(forecast.spanSeconds()).isCloseTo(5e-6, within(1e-12));
    assertThat(forecast.windows()).isEqualTo(2);
    assertThat(forecast.partsPerWindow()).isEqualTo(1.5);
    assertThat(forecast.speedUp(0)).isCloseTo(1, within(1e-9));
    assertThat(forecast.speedUp(1)).isCloseTo(6400 / 5200.0, within(1e-9));
    assertThat(forecast.speedUp(2)).isCloseTo(6400 / 5006.25, within(1e-9));
  }

  @Test
  void aTimeInWhichAnotherProgramRanCountsAsTheMean() {
    ThreadForecast forecast = new ThreadForecast(2);
    forecast.ran(new int[] {0, 1}, new long[] {1000, 3000}, 2, 0);
    forecast.ran(new int[] {0, 1}, new long[] {1000, 5_000_000}, 2, 0);
    assertThat(forecast.workSeconds()).isLessThan(8e-6);
  }

  @Test
  void aLaunchIsMeasuredWithoutChangingIt() {
    ThreadForecast forecast = new ThreadForecast(1, 4);
    LaunchResult measured =
        launch(new DeviceBuilder("titanv-80sm", "gpu", "hrf").windows(forecast));
    LaunchResult plain = launch(new DeviceBuilder("titanv-80sm", "gpu", "hrf"));
    assertThat(measured.cycles()).isEqualTo(plain.cycles());
    assertThat(measured.statistics()).isEqualTo(plain.statistics());
    assertThat(forecast.windows()).isGreaterThan(10);
    assertThat(forecast.partsPerWindow()).isGreaterThan(1);
    assertThat(forecast.spanSeconds()).isLessThan(forecast.workSeconds());
    assertThat(forecast.speedUp(0)).isCloseTo(1, within(1e-9));
    assertThat(forecast.speedUp(1)).isBetween(1.0, 4.0);
  }

  private static LaunchResult launch(DeviceBuilder builder) {
    Device device = builder.set("core.units=8").open();
    Buffer data = device.copyOf(new int[4096]);
    return Kernels.load(device)
        .kernel("scale")
        .launch(LaunchShape.covering(4096, 128), data, 3, 4096);
  }
}
