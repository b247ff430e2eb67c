package dev.syncopate.machine.preset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.machine.config.MachineConfig;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.sim.stats.CounterPage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The page on statistics is generated here; {@code -DupdateDocs} writes it. */
class StatisticsPageTest {
  private static final String HEAD =
      """
      # Statistics

      This page lists the counters of a run, by the names that `--json FILE` and `LaunchResult.statistics()` use.

          ./syncopate run vecadd --json result.json

      Each counter is a sum over the components of a kind and over the time of a launch. Cycles are the compute units' clock
      cycles.

      (This page is generated:
      `mvn -pl machine -am test -Dtest=StatisticsPageTest -Dsurefire.failIfNoSpecifiedTests=false -DupdateDocs`.)
      """;

  @Test
  void thePageIsCurrent() throws IOException {
    List<Class<?>> counters = new ArrayList<>(CounterClasses.inModuleOf(MachineConfig.class));
    counters.addAll(CounterClasses.inModuleOf(MemoryConfig.class));
    assertThat(counters).as("in both modules").hasSizeGreaterThan(4);
    GeneratedPage.isCurrent("docs/use/statistics.md", HEAD + CounterPage.sections(counters));
  }
}
