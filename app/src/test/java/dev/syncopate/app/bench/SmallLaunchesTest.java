package dev.syncopate.app.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.workload.runtime.Device;
import org.junit.jupiter.api.Test;

class SmallLaunchesTest {
  @Test
  void countsTheLaunchesOfItsSecondHalf() {
    Device device = Device.open("rsp-8cu", "gpu", "hrf");
    SmallLaunches run = SmallLaunches.of(device, 3, () -> false);
    assertThat(device.launches()).hasSize(6);
    assertThat(run.launches()).isEqualTo(3);
    assertThat(run.warpInstructions())
        .isEqualTo(3 * device.launches().getLast().statistic("instructions.warp"));
    assertThat(run.seconds()).isPositive();
  }
}
