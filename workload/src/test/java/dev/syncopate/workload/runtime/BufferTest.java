package dev.syncopate.workload.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class BufferTest {
  private final ArrayMemory memory = new ArrayMemory(1 << 21);

  @Test
  void everyTypeComesBack() {
    assertThat(buffer(6).write(new short[] {1, -2, 3}).readShorts()).containsExactly(1, -2, 3);
    assertThat(buffer(8).write(new int[] {1, -2}).readInts()).containsExactly(1, -2);
    assertThat(buffer(8).write(new long[] {-3}).readLongs()).containsExactly(-3);
    assertThat(buffer(8).write(new float[] {1.5f, -0f}).readFloats()).containsExactly(1.5f, -0f);
    assertThat(buffer(8).write(new double[] {1e300}).readDoubles()).containsExactly(1e300);
    assertThat(buffer(3).write(new byte[] {1, 2, 3}).readBytes()).containsExactly(1, 2, 3);
  }

  @Test
  void elementsAreLittleEndian() {
    assertThat(buffer(4).write(new int[] {0x01020304}).readBytes()).containsExactly(4, 3, 2, 1);
  }

  @Test
  void aLongerBufferKeepsTheRest() {
    Buffer buffer = buffer(12).fill((byte) 7).write(new int[] {0});
    assertThat(buffer.readInts()).containsExactly(0, 0x07070707, 0x07070707);
    assertThat(buffer.write(4, new byte[] {1}).readBytes(3, 3)).containsExactly(0, 1, 7);
  }

  @Test
  void fillReachesTheEndOfALargeBuffer() {
    int bytes = (1 << 20) + 100;
    byte[] filled = buffer(bytes).fill((byte) 5).readBytes();
    assertThat(filled).containsOnly(5).hasSize(bytes);
    assertThat(memory.bytes[64 + bytes]).as("the byte behind it").isZero();
  }

  /** Arrays are copied in parts of a mebibyte, of which the last may be short. */
  @Test
  void arraysOfSeveralPartsComeBackAsTheyWere() {
    float[] floats = new float[(1 << 20) / Float.BYTES + 3];
    long[] longs = new long[(1 << 20) / Long.BYTES + 3];
    for (int i = 0; i < floats.length; i++) {
      floats[i] = i;
      longs[i % longs.length] = -i;
    }
    int bytes = (1 << 20) + 3 * Long.BYTES;
    assertThat(buffer(bytes).write(longs).readLongs()).isEqualTo(longs);
    Buffer part = buffer(bytes).write(floats).part(0, (long) floats.length * Float.BYTES);
    assertThat(part.readFloats()).isEqualTo(floats);
    assertThat(buffer(bytes).readLongs()[longs.length - 1])
        .as("behind them")
        .isEqualTo(longs[longs.length - 1]);
  }

  @Test
  void copiesStayInside() {
    assertThatThrownBy(() -> buffer(8).write(new int[3]))
        .isInstanceOf(LaunchException.class)
        .hasMessage("bytes 0 to 12 are outside a buffer of 8 bytes");
    assertThatThrownBy(() -> buffer(8).readBytes(7, 2))
        .hasMessage("bytes 7 to 9 are outside a buffer of 8 bytes");
    assertThatThrownBy(() -> buffer(8).readBytes(-1, 2))
        .hasMessage("bytes -1 to 1 are outside a buffer of 8 bytes");
    assertThatThrownBy(() -> new Buffer(memory, 0, 1L << 40).readBytes())
        .hasMessage("a buffer of 1099511627776 bytes does not fit one array; read parts of it");
  }

  private Buffer buffer(int bytes) {
    return new Buffer(memory, ArrayMemory.BASE + 64, bytes);
  }
}
