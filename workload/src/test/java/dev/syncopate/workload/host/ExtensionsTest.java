package dev.syncopate.workload.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.Kernel;
import dev.syncopate.workload.runtime.LaunchShape;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each function of {@code syncopate.cuh} does what its name says; values worked out by hand. */
class ExtensionsTest {
  private static final LaunchShape ONE = LaunchShape.of(1, 1);

  private final Device device = Device.open("srsp-8cu", "gpu", "hrf");

  @ParameterizedTest
  @ValueSource(strings = {"nvcc", "clang"})
  void scopedOperations(String compiler) {
    Buffer a = device.copyOf(new int[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10});
    Buffer out = device.copyOf(new int[2]);
    kernel(compiler, "ext_scoped").launch(ONE, a, out);
    assertThat(a.readInts()).containsExactly(1, 5, 6, 4, 8, 0, 23, 22, 30, 10);
    assertThat(out.readInts()).containsExactly(57, 57);
  }

  @ParameterizedTest
  @ValueSource(strings = {"nvcc", "clang"})
  void typesOfElements(String compiler) {
    Buffer i = device.copyOf(new int[] {10, 20, 30, 40, 0});
    Buffer l = device.copyOf(new long[] {1, 2, 0, 4, 0});
    Buffer f = device.copyOf(new float[] {1, 2, 0});
    kernel(compiler, "ext_types").launch(ONE, i, l, f);
    assertThat(i.readInts()).containsExactly(9, -5, 30, 40, 100);
    assertThat(l.readLongs()).containsExactly(2, 7, 9, 4, 7);
    assertThat(f.readFloats()).containsExactly(1.5f, 2, 3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"nvcc", "clang"})
  void commutativeUpdates(String compiler) {
    Buffer u = device.copyOf(new int[] {1, 5, 1, 7, 2, 3});
    Buffer i = device.copyOf(new int[] {5, 5, -5});
    Buffer f = device.copyOf(new float[] {1});
    kernel(compiler, "ext_commutative").launch(LaunchShape.of(3, 1), u, i, f);
    assertThat(u.readInts()).containsExactly(4, 2, 3, 4, 7, 5);
    assertThat(i.readInts()).containsExactly(2, -2, 3);
    assertThat(f.readFloats()).containsExactly(2.5f);
  }

  private Kernel kernel(String compiler, String name) {
    KernelLibrary library = new KernelLibrary("/dev/syncopate/workload/kernel/" + compiler + "/");
    return library.load(device, "extensions").kernel(name);
  }
}
