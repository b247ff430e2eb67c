package dev.syncopate.machine.preset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.system.Protocols;
import dev.syncopate.sim.config.StoredSettings;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StoredSettingsTest {
  @TempDir Path folder;

  /** What is stored is used in place of the annotations, so that it must not be older. */
  @Test
  void theBuildStoresWhatTheAnnotationsSay() throws IOException {
    StoredSettings.write(folder, SettingsFile.CONFIGS, Protocols.settings());
    Path written = folder.resolve("dev/syncopate/sim/config/settings.bin");
    try (InputStream stored = StoredSettings.class.getResourceAsStream("settings.bin")) {
      assertThat(Objects.requireNonNull(stored).readAllBytes())
          .isEqualTo(Files.readAllBytes(written))
          .hasSizeGreaterThan(1000);
    }
  }
}
