package dev.syncopate.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.check.report.Check;
import dev.syncopate.check.report.Finding;
import dev.syncopate.workload.catalogue.Workloads;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.DeviceBuilder;
import dev.syncopate.workload.suite.ContextBuilder;
import dev.syncopate.workload.suite.Workload;
import dev.syncopate.workload.suite.WorkloadOutcome;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every check is silent about the workloads that come along, faults of {@code --strict} included,
 * but for what is known and said here.
 */
class WorkloadRacesTest {
  private static List<Finding> check(String command, boolean unitScope) {
    return check(command, unitScope, true);
  }

  private static List<Finding> check(String command, boolean unitScope, boolean strict) {
    String[] words = command.split(" ", -1);
    Workload workload = Workloads.find(words[0]).orElseThrow();
    ContextBuilder context = new ContextBuilder(workload).size("small");
    String machine = "srsp-8cu";
    String protocol = "gpu";
    for (int i = 1; i < words.length; i++) {
      String[] parts = words[i].split("=", 2);
      switch (parts[0]) {
        case "size" -> context.size(parts[1]);
        case "gpu" -> machine = parts[1];
        case "protocol" -> protocol = parts[1];
        default -> context.option(parts[0], parts[1]);
      }
    }
    Device device = new DeviceBuilder(machine, protocol, "hrf").strict(strict).checkMemory().open();
    Checker checker =
        new Checker(
            EnumSet.allOf(Check.class),
            device.machine().memory().unitsPerGpu(),
            unitScope,
            Set.of());
    checker.watch(device::observe);
    WorkloadOutcome outcome = workload.run(context.build(device));
    assertThat(outcome.verified()).as(outcome.message()).isNotEqualTo(command.contains("unfenced"));
    assertThat(checker.unchecked()).isEmpty();
    return checker.findings();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "vecadd size=4096",
        "reduction gpu=titanv-80sm",
        "histogram size=4096 atomic=acq_rel",
        "histogram size=4096 atomic=shared",
        "spinmutex",
        "spinmutex variant=scoped",
        "spinmutex variant=local",
        "pagerank-push",
        "bc",
        "cca",
        "cca variant=labels",
        "color-push",
        "mis-push",
        "sssp-push",
        "cuts",
        "backprop size=1000 gpu=titanv-80sm",
        "dwt2d size=64 gpu=titanv-80sm",
        "srad size=64 gpu=titanv-80sm",
        "nw size=100 gpu=titanv-80sm",
        "pathfinder size=500 gpu=titanv-80sm",
        "lud size=48 gpu=titanv-80sm",
        "gaussian size=24 gpu=titanv-80sm",
        "huffman size=9000 gpu=titanv-80sm",
        "hybridsort size=2000 gpu=titanv-80sm",
        "ht2 gpu=southern-islands",
        "bank gpu=southern-islands variant=locks",
        "kmeans gpu=southern-islands",
        "mis scenario=remote protocol=srsp",
        "color scenario=steal-only",
        "sssp scenario=scope-only kernels=lean",
        "pagerank scenario=remote protocol=brsp kernels=pannotia"
      })
  void hasNoRace(String command) {
    assertThat(check(command, false)).isEmpty();
  }

  /** Threads of one compute unit synchronise at the scope of a CTA, through its L1. */
  @ParameterizedTest
  @ValueSource(strings = {"spm-l", "fam-l", "slm-l", "flags"})
  void synchronisesAtTheScopeOfAUnit(String command) {
    assertThat(check(command + " gpu=heterosync-15cu size=10", true)).isEmpty();
  }

  /**
   * The backoff of the published programs spends its time in additions to a word of shared memory
   * that is never set and whose value is never used. Strict mode ends there; nothing else is found.
   */
  @Test
  void aBackoffAddsToAWordThatNobodySets() {
    String command = "tb-lg gpu=heterosync-15cu size=10";
    assertThatThrownBy(() -> check(command, true))
        .hasMessageContaining("which nothing in the CTA has written (shared sum)");
    assertThat(check(command, true, false)).extracting(Finding::rule).containsOnly("unwritten");
  }

  @Test
  void aMutexWithoutFencesRaces() {
    assertThat(check("spinmutex variant=unfenced gpu=rsp-8cu", false))
        .extracting(Finding::rule)
        .contains("race");
  }

  @Test
  void breadthFirstSearchWritesTheSameFromManyThreads() {
    assertThat(check("bfs size=1000 gpu=titanv-80sm", false))
        .extracting(Finding::rule)
        .containsOnly("race-same-value");
  }
}
