package dev.syncopate.workload.pannotia;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.input.InputGraph;
import dev.syncopate.workload.input.PaperInputs;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.DeviceBuilder;
import dev.syncopate.workload.stealing.StealingScenario;
import dev.syncopate.workload.suite.ContextBuilder;
import dev.syncopate.workload.suite.WorkloadInputException;
import dev.syncopate.workload.suite.WorkloadOutcome;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pannotia's kernels on the queues: every scenario gives the right answer. */
class PublishedKernelsTest {
  private static final int BLOCK = 32;
  private static final KernelLibrary CLANG =
      new KernelLibrary("/dev/syncopate/workload/kernel/clang/");

  private static List<StealingWorkload> all(KernelLibrary kernels) {
    return List.of(
        new ShortestPaths(kernels),
        new Coloring(kernels),
        new IndependentSet(kernels),
        new PageRankPull(kernels));
  }

  private static Device device(String machine, String protocol, String divergence) {
    return new DeviceBuilder(machine, protocol, "hrf").set("core.divergence=" + divergence).open();
  }

  @ParameterizedTest
  @CsvSource({
    "nvcc, rsp-8cu, its",
    "clang, rsp-8cu, ipdom",
    "nvcc, titanv-80sm, ipdom",
    "clang, srsp-2x8cu, its"
  })
  void everyScenarioIsRight(String compiler, String machine, String divergence) {
    KernelLibrary kernels = compiler.equals("clang") ? CLANG : KernelLibrary.bundled();
    InputGraph graph = PaperInputs.open("dip-like/32", null, 1);
    for (StealingWorkload workload : all(kernels)) {
      for (String programs : workload.programs().subList(1, workload.programs().size())) {
        for (StealingScenario scenario : StealingScenario.values()) {
          for (String protocol :
              scenario == StealingScenario.REMOTE ? List.of("brsp", "srsp") : List.of("gpu")) {
            Device device = device(machine, protocol, divergence);
            WorkloadOutcome outcome =
                workload.run(
                    new ContextBuilder(workload)
                        .input(graph)
                        .option("kernels", programs)
                        .option("scenario", scenario.label())
                        .option("block", Integer.toString(BLOCK))
                        .option("iterations", "2")
                        .build(device));
            assertThat(outcome.verified())
                .as("%s %s %s: %s", workload.name(), programs, scenario, outcome.message())
                .isTrue();
            assertTaken(outcome, device, graph.graph().vertices());
          }
        }
      }
    }
  }

  /** Every element of every launch once. */
  private static void assertTaken(WorkloadOutcome outcome, Device device, int vertices) {
    assertThat(
            outcome.figures().getOrDefault("popped", 0L)
                + outcome.figures().getOrDefault("stolen", 0L))
        .isEqualTo((long) device.launches().size() * Math.ceilDiv(vertices, BLOCK));
  }

  @Test
  void whatEndsByItselfEndsWithAWholeAnswer() {
    InputGraph graph = PaperInputs.open("bay-like/1000", null, 1);
    for (StealingWorkload workload : all(KernelLibrary.bundled()).subList(0, 3)) {
      Device device = device("rsp-8cu", "gpu", "its");
      WorkloadOutcome outcome =
          workload.run(
              new ContextBuilder(workload)
                  .input(graph)
                  .option("kernels", "pannotia")
                  .option("scenario", "steal-only")
                  .build(device));
      assertThat(outcome.verified()).as("%s: %s", workload.name(), outcome.message()).isTrue();
      long launches = workload.name().equals("color") ? 2 : 3;
      assertThat((long) device.launches().size())
          .as(workload.name())
          .isEqualTo(launches * outcome.figures().getOrDefault("rounds", 0L));
    }
  }

  /** Marked neighbours leave in the round in which ours only learn that they should. */
  @Test
  void theIndependentSetTakesFewerRoundsThanOurs() {
    InputGraph graph = PaperInputs.open("bay-like/1000", null, 1);
    List<Long> rounds =
        new IndependentSet()
            .programs().stream()
                .map(programs ->
                    new IndependentSet()
                        .run(
                            new ContextBuilder(new IndependentSet())
                                .input(graph)
                                .option("kernels", programs)
                                .build(device("rsp-8cu", "gpu", "its")))
                        .figures()
                        .getOrDefault("rounds", 0L))
                .toList();
    assertThat(rounds.get(1)).isLessThan(rounds.get(0));
  }

  @Test
  void aSampleGoesOnFromTheHostsStates() {
    InputGraph graph = PaperInputs.open("bay-like/1000", null, 1);
    for (StealingWorkload workload : all(KernelLibrary.bundled())) {
      for (String programs : workload.programs()) {
        WorkloadOutcome outcome =
            workload.run(
                new ContextBuilder(workload)
                    .input(graph)
                    .option("kernels", programs)
                    .option("iterations", "4")
                    .option("sample", "2")
                    .build(device("rsp-8cu", "gpu", "its")));
        assertThat(outcome.verified()).as("%s: %s", workload.name(), outcome.message()).isTrue();
        assertThat(outcome.figures()).containsEntry("rounds", 2L);
        assertThat(outcome.figures().getOrDefault("roundsInAll", 0L))
            .as("Pannotia's independent set needs three")
            .isBetween(3L, 4L);
      }
    }
  }

  /** Ends of a queue in a line, and launches without the queues, change no answer. */
  @ParameterizedTest
  @CsvSource({"nvcc, its", "clang, ipdom"})
  void variantsOfTheQueuesAreRight(String compiler, String divergence) {
    KernelLibrary kernels = compiler.equals("clang") ? CLANG : KernelLibrary.bundled();
    InputGraph graph = PaperInputs.open("dip-like/64", null, 1);
    for (StealingWorkload workload : all(kernels)) {
      for (StealingScenario scenario : StealingScenario.values()) {
        for (String variant : List.of("ends=together", "ends=ring", "queued=arcs", "queued=none")) {
          boolean beside = variant.equals("queued=none");
          if (beside && scenario != StealingScenario.BASELINE) {
            continue;
          }
          Device device =
              device("rsp-8cu", scenario == StealingScenario.REMOTE ? "srsp" : "gpu", divergence);
          WorkloadOutcome outcome = run(workload, graph, scenario, variant, device);
          assertThat(outcome.verified())
              .as("%s %s %s: %s", workload.name(), variant, scenario, outcome.message())
              .isTrue();
          long launches =
              device.launches().stream()
                  .filter(launch -> !launch.kernel().contains("unsynchronised"))
                  .count();
          assertThat(launches)
              .as("%s %s", workload.name(), variant)
              .isEqualTo(queued(variant, workload, device.launches().size()));
          assertThat(
                  outcome.figures().getOrDefault("popped", 0L)
                      + outcome.figures().getOrDefault("stolen", 0L))
              .as("%s %s %s", workload.name(), variant, scenario)
              .isEqualTo(launches * Math.ceilDiv(graph.graph().vertices(), BLOCK));
        }
      }
    }
  }

  /** Of the launches of a round one goes along arcs, or of the independent set two of three. */
  private static long queued(String variant, StealingWorkload workload, int launches) {
    return switch (variant) {
      case "ends=together", "ends=ring" -> launches;
      case "queued=none" -> 0;
      default ->
          switch (workload.name()) {
            case "sssp" -> launches / 3;
            case "mis" -> 2 * launches / 3;
            default -> launches / 2;
          };
    };
  }

  private static WorkloadOutcome run(
      StealingWorkload workload,
      InputGraph graph,
      StealingScenario scenario,
      String variant,
      Device device) {
    String[] option = variant.split("=", 2);
    return workload.run(
        new ContextBuilder(workload)
            .input(graph)
            .option("kernels", "pannotia")
            .option("scenario", scenario.label())
            .option("block", Integer.toString(BLOCK))
            .option("iterations", "2")
            .option(option[0], option[1])
            .build(device));
  }

  @Test
  void variantsNeedThePapersKernelsAndOneGpu() {
    assertRefused(
        "queued=arcs of sssp: found kernels=lean, expected kernels=pannotia",
        "rsp-8cu",
        "queued=arcs",
        "kernels=lean");
    assertRefused(
        "ends=together of sssp: found reach=sys, expected reach=gpu",
        "srsp-2x8cu",
        "ends=together",
        "kernels=pannotia");
    assertRefused(
        "queued=none of sssp: found scenario=scope-only, expected scenario=baseline",
        "rsp-8cu",
        "queued=none",
        "kernels=pannotia",
        "scenario=scope-only");
  }

  private static void assertRefused(String message, String machine, String... options) {
    ContextBuilder context =
        new ContextBuilder(new ShortestPaths()).input(PaperInputs.open("dip-like/64", null, 1));
    for (String option : options) {
      context.option(option.split("=", 2)[0], option.split("=", 2)[1]);
    }
    Device device = Device.open(machine, "gpu", "hrf");
    assertThatThrownBy(() -> new ShortestPaths().run(context.build(device)))
        .isInstanceOf(WorkloadInputException.class)
        .hasMessage(message);
  }

  /** The same vertices with other numbers, and the same elements in other queues. */
  @Test
  void otherOrdersGiveTheRightAnswerToo() {
    InputGraph graph = PaperInputs.open("dip-like/64", null, 1);
    for (StealingWorkload workload : all(KernelLibrary.bundled())) {
      for (String variant :
          List.of("order=shuffled", "order=degree", "split=shuffled", "split=arcs")) {
        Device device = device("rsp-8cu", "gpu", "its");
        WorkloadOutcome outcome =
            run(workload, graph, StealingScenario.STEAL_ONLY, variant, device);
        assertThat(outcome.verified())
            .as("%s %s: %s", workload.name(), variant, outcome.message())
            .isTrue();
        assertTaken(outcome, device, graph.graph().vertices());
      }
    }
  }
}
