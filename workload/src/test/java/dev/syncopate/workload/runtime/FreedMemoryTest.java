package dev.syncopate.workload.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.workload.runtime.LaunchResult.Ending;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;

/** Buffers that are given back, and launches whose arguments come as bytes. */
class FreedMemoryTest {
  private static DeviceBuilder small() {
    return new DeviceBuilder("titanv-80sm", "gpu", "hrf").set("core.units=2");
  }

  @Test
  void whatWasFreedIsUsedAgainAndHoldsZeros() {
    Device device = small().open();
    Buffer first = device.copyOf(new int[] {1, 2, 3, 4});
    Buffer second = device.copyOf(new int[] {5});
    device.free(first);
    Buffer again = device.allocate(8);
    assertThat(again.address()).isEqualTo(first.address());
    assertThat(again.readInts()).containsExactly(0, 0);
    assertThat(second.readInts()).containsExactly(5);
    device.free(again);
    assertThatThrownBy(() -> device.free(again)).isInstanceOf(IllegalArgumentException.class);
  }

  /** So that a kernel that still uses it is found. */
  @Test
  void aStrictDeviceUsesFreedMemoryForNothingElse() {
    Device device = small().strict(true).open();
    Buffer data = device.copyOf(new int[64]);
    device.free(data);
    assertThat(device.allocate(4).address()).isGreaterThan(data.address());
    LaunchResult result =
        Kernels.load(device).kernel("scale").attempt(LaunchShape.of(1, 64), data, 3, 64);
    assertThat(result.ending()).isEqualTo(Ending.FAULT);
    assertThat(result.report()).contains("was byte 0 of buffer 0, which has been freed");
  }

  @Test
  void argumentsMayComeAsParameterMemory() {
    Device device = small().open();
    Kernel scale = Kernels.load(device).kernel("scale");
    Buffer data = device.copyOf(new int[] {1, 2, 3});
    assertThat(scale.layout())
        .containsExactly(new Kernel.Place(0, 8), new Kernel.Place(8, 4), new Kernel.Place(12, 4));
    ByteBuffer block = ByteBuffer.allocate(scale.parameterBytes()).order(ByteOrder.LITTLE_ENDIAN);
    block.putLong(data.address()).putInt(7).putInt(2);
    assertThat(scale.attemptPacked(LaunchShape.of(1, 32), block.array()).ending())
        .isEqualTo(Ending.DONE);
    assertThat(data.readInts()).containsExactly(7, 14, 3);
    assertThatThrownBy(() -> scale.attemptPacked(LaunchShape.of(1, 32), new byte[15]))
        .isInstanceOf(LaunchException.class)
        .hasMessage("_Z5scalePjjj takes 16 bytes of parameters, found 15");
  }
}
