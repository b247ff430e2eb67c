package dev.syncopate.workload.pannotia;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.workload.input.InputGraph;
import dev.syncopate.workload.input.PaperInputs;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.DeviceBuilder;
import dev.syncopate.workload.runtime.LaunchResult;
import dev.syncopate.workload.suite.ContextBuilder;
import org.junit.jupiter.api.Test;

/**
 * Scopes save the L1 misses of lines that elements of a queue share and that the L1 still holds
 * (docs/study/fidelity-promotion.md). The saving grows with a larger L1 or smaller elements. It is
 * negligible where neighbouring elements go to different queues.
 */
class ScopeReuseTest {
  private final InputGraph graph = PaperInputs.open("bay-like/20", null, 1);

  @Test
  void aLargerL1KeepsMoreForTheNextElement() {
    double usual = saved("256", "pieces", "16KiB");
    assertThat(usual).isBetween(0.02, 0.2);
    assertThat(saved("256", "pieces", "256KiB")).isGreaterThan(1.4 * usual);
  }

  @Test
  void smallerElementsShareMore() {
    assertThat(saved("64", "pieces", "16KiB"))
        .isGreaterThan(saved("256", "pieces", "16KiB") + 0.05);
  }

  @Test
  void elementsThatAreNoNeighboursShareLess() {
    assertThat(saved("256", "interleaved", "16KiB"))
        .isLessThan(0.7 * saved("256", "pieces", "16KiB"));
  }

  /** The share of the baseline's L1 misses that scope-only does not have. */
  private double saved(String block, String split, String l1) {
    return 1
        - (double) misses("scope-only", block, split, l1) / misses("baseline", block, split, l1);
  }

  private long misses(String scenario, String block, String split, String l1) {
    Device device = new DeviceBuilder("rsp-8cu", "gpu", "hrf").set("l1.size=" + l1).open();
    ShortestPaths workload = new ShortestPaths();
    workload.run(
        new ContextBuilder(workload)
            .input(graph)
            .option("kernels", "pannotia")
            .option("scenario", scenario)
            .option("block", block)
            .option("split", split)
            .option("sample", "1")
            .build(device));
    return device.launches().stream()
        .map(LaunchResult::statistics)
        .mapToLong(statistics -> statistics.getOrDefault("l1.misses", 0L))
        .sum();
  }
}
