package dev.syncopate.workload.runtime;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** The kernels of {@code kernels.ptx}. */
final class Kernels {
  static final String FILE = "kernels.ptx";

  private Kernels() {}

  static Module load(Device device) {
    try (InputStream stream = Kernels.class.getResourceAsStream(FILE)) {
      return device.load(FILE, new String(stream.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
