package dev.syncopate.workload.runtime;

import dev.syncopate.ptx.ir.Program;
import dev.syncopate.ptx.parse.PtxReader;
import dev.syncopate.ptx.syntax.PtxException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A PTX module loaded into a device. */
public final class Module {
  private final Device device;
  private final dev.syncopate.ptx.ir.Module parsed;
  private final ModuleImage image;
  private final List<String> source;
  private final Map<String, Kernel> kernels = new TreeMap<>();

  private Module(Device device, dev.syncopate.ptx.ir.Module parsed, String text) {
    this.device = device;
    this.parsed = parsed;
    source = text.lines().toList();
    image = ModuleImage.place(parsed.file(), parsed.variables(), device::allocate);
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

  /** Its {@code .global} variables. */
  Map<String, Buffer> variables() {
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
   * A kernel.
   *
   * @param name its mangled name or any part of it that no other kernel's name has; an exact name
   *     always wins
   * @throws LaunchException if none or several match; the message lists them
   */
  public Kernel kernel(String name) {
    String full = KernelNames.find(parsed.file(), parsed.kernels(), name);
    return kernels.computeIfAbsent(
        full,
        missing -> {
          return new Kernel(device, link(missing), this);
        });
  }

  private Program link(String kernel) {
    try {
      return parsed.linker().link(kernel, image.addresses());
    } catch (PtxException e) {
      throw new LaunchException(String.valueOf(e.getMessage()));
    }
  }

  /**
   * Where a {@code .global} variable is, to be read and written like any buffer.
   *
   * @throws LaunchException if the module has no such variable
   */
  public Buffer variable(String name) {
    Buffer buffer = image.buffers().get(name);
    if (buffer == null) {
      throw new LaunchException(parsed.file() + " has no .global variable " + name);
    }
    return buffer;
  }
}
