package dev.syncopate.workload.host;

import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.Module;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.function.UnaryOperator;

/**
 * PTX of the kernels whose CUDA C++ sources are in {@code workload/src/main/cuda}, as resources.
 *
 * @param folder of the resources, with a slash at both ends
 * @param alteration of every text: how a mistake is planted, to see it found
 */
public record KernelLibrary(String folder, UnaryOperator<String> alteration) {
  private static final String BUNDLED = "/dev/syncopate/workload/kernel/";

  /** The texts as they are. */
  public KernelLibrary(String folder) {
    this(folder, UnaryOperator.identity());
  }

  /** nvcc's PTX, which comes with the program. */
  public static KernelLibrary bundled() {
    return new KernelLibrary(BUNDLED);
  }

  /** The same kernels, each text altered. */
  public KernelLibrary altered(UnaryOperator<String> how) {
    return new KernelLibrary(folder, how);
  }

  /**
   * Loads a source file's kernels.
   *
   * @param name of the source file without its extension
   */
  public Module load(Device device, String name) {
    return device.load(name + ".ptx", text(name));
  }

  /** The PTX of a source file's kernels. */
  public String text(String name) {
    String resource = folder + name + ".ptx";
    try (InputStream stream = KernelLibrary.class.getResourceAsStream(resource)) {
      if (stream == null) {
        throw new IllegalArgumentException("no kernels " + resource);
      }
      return alteration.apply(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
