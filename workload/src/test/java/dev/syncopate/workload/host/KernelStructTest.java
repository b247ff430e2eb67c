package dev.syncopate.workload.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Device;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;

/** Structures are laid out as C++ does on GPUs. */
class KernelStructTest {
  @Test
  void membersAreAlignedAndTheEndIsPadded() {
    Buffer buffer = Device.open("rsp-8cu", "gpu", "hrf").allocate(8);
    byte[] bytes = new KernelStruct().word(7).pointer(buffer).real(1.5f).bytes();
    assertThat(bytes).hasSize(24);
    ByteBuffer view = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    assertThat(view.getInt(0)).isEqualTo(7);
    assertThat(view.getLong(8)).isEqualTo(buffer.address());
    assertThat(view.getFloat(16)).isEqualTo(1.5f);
  }

  @Test
  void wordsAloneAreNotPadded() {
    assertThat(new KernelStruct().word(1).word(2).word(3).bytes()).hasSize(12);
  }
}
