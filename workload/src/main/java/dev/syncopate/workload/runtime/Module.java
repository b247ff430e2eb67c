package dev.syncopate.workload.runtime;

import java.util.List;

/** A PTX module loaded into a device: its variables are placed and initialised. */
public final class Module {
  private final Device device;
  private final dev.syncopate.ptx.ir.Module parsed;

  Module(Device device, dev.syncopate.ptx.ir.Module parsed) {
    this.device = device;
    this.parsed = parsed;
  }

  /** Mangled names of its kernels, in the file's order. */
  public List<String> kernels() {
    return parsed.kernels();
  }

  /**
   * A kernel.
   *
   * @param name its mangled name or any part of it that no other kernel's name has; an exact name always wins
   * @throws LaunchException if none or several match; the message lists them
   */
  public Kernel kernel(String name) {
    throw new UnsupportedOperationException(device + name);
  }
}
