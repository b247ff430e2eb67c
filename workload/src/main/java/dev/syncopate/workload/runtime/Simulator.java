package dev.syncopate.workload.runtime;

import dev.syncopate.machine.config.MachineConfig;
import dev.syncopate.ptx.ir.Program;

/** The assembled hardware behind a device. */
final class Simulator implements DeviceMemory {
  Simulator(MachineConfig machine, DeviceBuilder builder) {
    throw new UnsupportedOperationException(machine + builder.model);
  }

  static dev.syncopate.ptx.ir.Module parse(String file, String text) {
    throw new UnsupportedOperationException(file + text);
  }

  void allocated(long address, long bytes) {
    throw new UnsupportedOperationException(address + ":" + bytes);
  }

  @Override
  public void write(long address, byte[] from) {
    throw new UnsupportedOperationException(address + ":" + from.length);
  }

  @Override
  public void read(long address, byte[] into) {
    throw new UnsupportedOperationException(address + ":" + into.length);
  }

  LaunchResult launch(Program program, LaunchShape shape, byte[] parameters, byte[] constants) {
    throw new UnsupportedOperationException(
        program.name() + shape + parameters.length + constants.length);
  }
}
