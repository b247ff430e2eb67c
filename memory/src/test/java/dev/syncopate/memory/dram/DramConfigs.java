package dev.syncopate.memory.dram;

import dev.syncopate.memory.config.DramConfig;
import java.lang.reflect.RecordComponent;

/** Channels for tests; memory is never refreshed unless a test asks for it. */
final class DramConfigs {
  /** DDR3-1000, 8 bytes wide, for a 1 GHz machine: 8 bytes a cycle, all times whole cycles. */
  static final DramConfig DDR3 =
      new DramConfig(
          1 << 30, 1, 8, 2048, 500, 8, 14_000, 12_000, 14_000, 14_000, 36_000, 15_000, 8_000, 4_000,
          8_000, 38_000, 0, 90_000, 32, 50, 25, 5_000);

  static final DramConfig HBM2 =
      new DramConfig(
          1 << 30, 1, 16, 1024, 850, 16, 14_000, 4_000, 14_000, 14_000, 33_000, 16_000, 8_000,
          2_353, 4_000, 16_000, 0, 260_000, 32, 50, 25, 20_000);

  private DramConfigs() {}

  /** The same with another value of one field. */
  static DramConfig with(DramConfig base, String field, int value) {
    RecordComponent[] components = DramConfig.class.getRecordComponents();
    Object[] values = new Object[components.length];
    Class<?>[] types = new Class<?>[components.length];
    boolean found = false;
    try {
      for (int i = 0; i < components.length; i++) {
        boolean chosen = components[i].getName().equals(field);
        found |= chosen;
        types[i] = components[i].getType();
        values[i] = chosen ? value : components[i].getAccessor().invoke(base);
      }
      if (!found) {
        throw new AssertionError("DramConfig has no field " + field);
      }
      return DramConfig.class.getDeclaredConstructor(types).newInstance(values);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }
}
