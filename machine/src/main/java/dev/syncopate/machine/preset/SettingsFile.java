package dev.syncopate.machine.preset;

import dev.syncopate.machine.config.MachineConfig;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.system.Protocols;
import dev.syncopate.sim.config.StoredSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Stores the description of a machine's fields where the build packs it ({@link StoredSettings}).
 */
final class SettingsFile {
  /** What is described: machines, and the part of one that its memory system takes. */
  static final List<Class<? extends Record>> CONFIGS =
      List.of(MachineConfig.class, MemoryConfig.class);

  private SettingsFile() {}

  /**
   * @param arguments the folder of the module's classes
   */
  public static void main(String[] arguments) throws IOException {
    Path classes = Path.of(arguments[0]);
    StoredSettings.remove(classes);
    StoredSettings.write(classes, CONFIGS, Protocols.settings());
  }
}
