package dev.syncopate.machine.preset;

import dev.syncopate.machine.config.MachineConfig;
import dev.syncopate.sim.config.ConfigPage;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The page on configuration is generated here; {@code -DupdateDocs} writes it. */
class ConfigurationPageTest {
  private static final String HEAD =
      """
      # Configuration

      This page lists every field of a machine, with its meaning, range and value on each machine.

          ./syncopate gpus                               # the machines
          ./syncopate gpus titanv-80sm                   # one machine with all fields
          ./syncopate run vecadd --set l1.size=32KiB     # changes one field
          ./syncopate run vecadd --gpu mine.yaml         # a machine of yours

      A machine is a YAML file with these fields. A file may start with `extends: NAME` (a machine, or another file by
      its path from this one) and contain only the differences. [Machines](machines.md) gives the source of each
      value, like the machine's file in `machine/src/main/resources/dev/syncopate/machine/preset`.

      Sizes are written like `16KiB`, `4MiB` or `128B`, times like `13.75ns`, `500ps` or `1us`, clocks like `1.2GHz`
      or `850MHz`, energies like `3.7pJ`; a number without a unit is in bytes, picoseconds, megahertz and attojoules.
      Cycles are the compute units' clock cycles.

      (This page is generated:
      `mvn -pl machine -am test -Dtest=ConfigurationPageTest -Dsurefire.failIfNoSpecifiedTests=false -DupdateDocs`.)

      """;

  @Test
  void thePageIsCurrent() throws IOException {
    Map<String, MachineConfig> machines = new LinkedHashMap<>();
    for (String name : Presets.names()) {
      machines.put(name, Presets.load(name));
    }
    String page = HEAD + ConfigPage.sections(MachineConfig.class, machines);
    GeneratedPage.isCurrent("docs/use/configuration.md", page);
  }
}
