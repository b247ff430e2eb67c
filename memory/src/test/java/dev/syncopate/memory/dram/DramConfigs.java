package dev.syncopate.memory.dram;

import dev.syncopate.memory.config.DramConfig;
import dev.syncopate.sim.config.ConfigReader;
import java.lang.reflect.RecordComponent;

/** Channels for tests; memory is never refreshed unless a test asks for it. */
final class DramConfigs {
  /** DDR3-1000, 8 bytes wide, for a 1 GHz machine: 8 bytes a cycle, all times whole cycles. */
  static final DramConfig DDR3 =
      read(
          """
          size: 1GiB
          channels: 1
          banks: 8
          rowBytes: 2KiB
          clock: 500MHz
          busBytes: 8
          tCL: 14ns
          tCWL: 12ns
          tRCD: 14ns
          tRP: 14ns
          tRAS: 36ns
          tWR: 15ns
          tWTR: 8ns
          tRTW: 4ns
          tRRD: 8ns
          tFAW: 38ns
          tREFI: 0
          tRFC: 90ns
          queue: 32
          writeHigh: 50
          writeLow: 25
          controllerLatency: 5ns
          """);

  static final DramConfig HBM2 =
      read(
          """
          size: 1GiB
          channels: 1
          banks: 16
          rowBytes: 1KiB
          clock: 850MHz
          busBytes: 16
          tCL: 14ns
          tCWL: 4ns
          tRCD: 14ns
          tRP: 14ns
          tRAS: 33ns
          tWR: 16ns
          tWTR: 8ns
          tRTW: 2.353ns
          tRRD: 4ns
          tFAW: 16ns
          tREFI: 0
          tRFC: 260ns
          queue: 32
          writeHigh: 50
          writeLow: 25
          controllerLatency: 20ns
          """);

  private DramConfigs() {}

  private static DramConfig read(String text) {
    return ConfigReader.read("dram.yaml", text, DramConfig.class);
  }

  /** The same with another value of one field. */
  static DramConfig with(DramConfig base, String field, int value) {
    RecordComponent[] components = DramConfig.class.getRecordComponents();
    Object[] values = new Object[components.length];
    Class<?>[] types = new Class<?>[components.length];
    boolean matched = false;
    try {
      for (int i = 0; i < components.length; i++) {
        boolean chosen = components[i].getName().equals(field);
        matched |= chosen;
        types[i] = components[i].getType();
        values[i] = chosen ? value : components[i].getAccessor().invoke(base);
      }
      if (!matched) {
        throw new AssertionError("DramConfig has no field " + field);
      }
      return DramConfig.class.getDeclaredConstructor(types).newInstance(values);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }
}
