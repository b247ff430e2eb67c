package dev.syncopate.workload.runtime;

import dev.syncopate.ptx.ir.Program;
import dev.syncopate.ptx.parse.PtxReader;
import dev.syncopate.ptx.syntax.source.PtxException;
import dev.syncopate.sim.config.NearestName;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A PTX module loaded into a device. */
public final class Module {
  private final Device device;
  private final dev.syncopate.ptx.ir.PtxModule parsed;
  private final ModuleImage image;
  private final List<String> source;
  private final Map<String, Kernel> kernels = new TreeMap<>();

  private Module(Device device, dev.syncopate.ptx.ir.PtxModule parsed, String text) {
    this.device = device;
    this.parsed = parsed;
    source = text.lines().toList();
    image = ModuleImage.place(parsed.file(), parsed.variables(), device::allocateVariable);
  }

  static Module load(Device device, String file, String text) {
    try {
      return new Module(device, PtxReader.read(file, text), text);
    } catch (PtxException e) {
      throw new LaunchException(String.valueOf(e.getMessage()));
    }
  }

  /** Name of the file, as given. */
  public String file() {
    return parsed.file();
  }

  /** Lines of the PTX text. */
  List<String> source() {
    return source;
  }

  /** Its variables in {@code .global} and {@code .const}, by name. */
  Map<String, Buffer> buffers() {
    return image.buffers();
  }

  /** Contents of constant memory. */
  byte[] constants() {
    return image.constants();
  }

  /** Mangled names of its kernels, in the file's order. */
  public List<String> kernels() {
    return parsed.kernels();
  }

  /**
   * Those of its kernels that use what is not supported, with what that is; {@link #kernel} throws
   * for them.
   */
  public Map<String, String> unusableKernels() {
    return parsed.unusable();
  }

  /**
   * A kernel.
   *
   * @param name its mangled name or any part of it that no other kernel's name has; an exact name
   *     always wins
   * @throws LaunchException if none or several match, which the message lists, or if the kernel
   *     uses what is not supported
   */
  public Kernel kernel(String name) {
    String full = KernelNames.find(parsed.file(), parsed.kernels(), parsed.unusable(), name);
    return kernels.computeIfAbsent(
        full,
        missing -> {
          return new Kernel(device, link(missing), this);
        });
  }

  private Program link(String kernel) {
    try {
      return device.changed(parsed.linker().link(kernel, image.addresses()));
    } catch (PtxException e) {
      throw new LaunchException(String.valueOf(e.getMessage()));
    }
  }

  /** Names of its variables in {@code .global} and {@code .const}, in the file's order. */
  public List<String> variables() {
    return List.copyOf(image.buffers().keySet());
  }

  /**
   * Where a variable in {@code .global} or {@code .const} is, to be read and written like any
   * buffer between launches: what {@code cudaMemcpyToSymbol}, {@code cudaMemcpyFromSymbol} and
   * {@code cudaGetSymbolAddress} do. The address of a {@code .const} variable is a generic one.
   * Shared memory is no place for the host.
   *
   * @param name as in the PTX, mangled
   * @throws LaunchException if the module has no such variable; the message says what is near
   */
  public Buffer variable(String name) {
    Buffer buffer = image.buffers().get(name);
    if (buffer == null) {
      throw new LaunchException(
          "%s has no variable %s in .global or .const%s"
              .formatted(
                  parsed.file(),
                  name,
                  variables().isEmpty()
                      ? "; it has none at all"
                      : NearestName.of(name, variables()) == null
                          ? "; it has " + KernelNames.list(variables(), Map.of())
                          : NearestName.hint(name, variables())));
    }
    return buffer;
  }
}
