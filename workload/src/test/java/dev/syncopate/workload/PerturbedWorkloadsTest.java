package dev.syncopate.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.workload.catalogue.Workloads;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.DeviceBuilder;
import dev.syncopate.workload.runtime.LaunchResult;
import dev.syncopate.workload.suite.ContextBuilder;
import dev.syncopate.workload.suite.Workload;
import dev.syncopate.workload.suite.WorkloadOutcome;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Workloads under schedules that are not the machine's own. */
class PerturbedWorkloadsTest {
  private record Run(WorkloadOutcome outcome, List<LaunchResult> launches) {}

  private static Run run(
      String workload, String machine, String protocol, UnaryOperator<DeviceBuilder> how) {
    String[] words = workload.split(" ", -1);
    Workload found = Workloads.find(words[0]).orElseThrow();
    ContextBuilder context = new ContextBuilder(found).size("small");
    for (int i = 1; i < words.length; i++) {
      String[] parts = words[i].split("=", 2);
      if (parts[0].equals("size")) {
        context.size(parts[1]);
      } else {
        context.option(parts[0], parts[1]);
      }
    }
    String model = protocol.equals("denovo") ? "drf0" : "hrf";
    Device device = how.apply(new DeviceBuilder(machine, protocol, model)).open();
    return new Run(found.run(context.build(device)), device.launches());
  }

  private static UnaryOperator<DeviceBuilder> seed(int seed) {
    return builder -> builder.set("perturb.seed=" + seed);
  }

  /** Synchronised programs are right under every protocol and every delay. */
  @ParameterizedTest
  @CsvSource({
    "spinmutex, rsp-8cu, gpu",
    "spinmutex variant=lane, rsp-8cu, denovo",
    "spinmutex variant=local, rsp-8cu, hlrc",
    "mis scenario=remote, srsp-8cu, srsp",
    "mis scenario=remote, srsp-8cu, brsp",
    "sssp scenario=remote, srsp-8cu, srsp-opt",
    "pagerank-push atomic=commutative, titanv-80sm, phi",
    "reduction, titanv-80sm, gpu",
    "tb-lg size=5, heterosync-15cu, gpu",
    "fam-l size=5, heterosync-15cu, denovo",
    "cpu-gpu-lock, heterosync-15cu, gpu",
    "ht2, southern-islands, gpu",
    "hybridsort size=2000, titanv-80sm, hlrc"
  })
  void staysRight(String workload, String machine, String protocol) {
    for (int seed = 1; seed <= 2; seed++) {
      WorkloadOutcome outcome = run(workload, machine, protocol, seed(seed)).outcome();
      assertThat(outcome.verified()).as("seed %d: %s", seed, outcome.message()).isTrue();
    }
  }

  @Test
  void aSeedGivesTheSameDigitsAgainOnAnyNumberOfThreads() {
    String mutex = "spinmutex variant=lane";
    List<LaunchResult> once = run(mutex, "srsp-8cu", "gpu", seed(4)).launches();
    assertThat(run(mutex, "srsp-8cu", "gpu", seed(4)).launches())
        .usingRecursiveComparison()
        .isEqualTo(once);
    assertThat(
            run(mutex, "srsp-8cu", "gpu", builder -> seed(4).apply(builder).threads(2)).launches())
        .usingRecursiveComparison()
        .isEqualTo(once);
  }

  @Test
  void seedsDifferAndSoDoesTheMachinesOwnSchedule() {
    assertThat(List.of(0, 1, 2, 3, 4, 5))
        .extracting(
            seed -> run("spinmutex", "srsp-8cu", "gpu", seed(seed)).launches().getFirst().cycles())
        .doesNotHaveDuplicates();
  }

  @Test
  void withoutASeedNothingIsDrawn() {
    List<LaunchResult> baseline =
        run("spinmutex", "srsp-8cu", "gpu", builder -> builder).launches();
    UnaryOperator<DeviceBuilder> longest =
        builder -> builder.set("perturb.messageDelay=5000").set("perturb.warpPause=9000");
    assertThat(run("spinmutex", "srsp-8cu", "gpu", longest).launches())
        .usingRecursiveComparison()
        .isEqualTo(baseline);
  }
}
