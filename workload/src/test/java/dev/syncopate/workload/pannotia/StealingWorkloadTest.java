package dev.syncopate.workload.pannotia;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.workload.graph.Graph;
import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.input.InputGraph;
import dev.syncopate.workload.input.PaperInputs;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.LaunchException;
import dev.syncopate.workload.stealing.StealingScenario;
import dev.syncopate.workload.suite.ContextBuilder;
import dev.syncopate.workload.suite.Workload;
import dev.syncopate.workload.suite.WorkloadInputException;
import dev.syncopate.workload.suite.WorkloadOutcome;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The graph algorithms on work-stealing queues: every scenario gives the right answer. */
class StealingWorkloadTest {
  private static final KernelLibrary CLANG =
      new KernelLibrary("/dev/syncopate/workload/kernel/clang/");

  /** Vertices 0-1-2-3 in a row and 4 alone. */
  private static final InputGraph ROW =
      new InputGraph(
          "row", false, new Graph(new int[] {0, 1, 3, 5, 6, 6}, new int[] {1, 0, 2, 1, 3, 2}));

  private static List<Workload> all(KernelLibrary kernels) {
    return List.of(
        new ShortestPaths(kernels),
        new Coloring(kernels),
        new IndependentSet(kernels),
        new PageRankPull(kernels));
  }

  private static void assertRight(WorkloadOutcome outcome, Object... about) {
    assertThat(outcome.verified()).as("%s: %s", List.of(about), outcome.message()).isTrue();
  }

  private static long figure(WorkloadOutcome outcome, String name) {
    return outcome.figures().getOrDefault(name, -1L);
  }

  @ParameterizedTest
  @CsvSource({
    "nvcc, rsp-8cu",
    "clang, titanv-80sm",
    "nvcc, titanv-80sm",
    "clang, srsp-16cu",
    "nvcc, srsp-2x8cu",
    "clang, srsp-2x8cu"
  })
  void everyScenarioIsRight(String compiler, String machine) {
    KernelLibrary kernels = compiler.equals("clang") ? CLANG : KernelLibrary.bundled();
    InputGraph graph = PaperInputs.open("dip-like/16", null, 1);
    for (Workload workload : all(kernels)) {
      for (StealingScenario scenario : StealingScenario.values()) {
        List<String> protocols =
            scenario == StealingScenario.REMOTE
                ? List.of("brsp", "srsp", "srsp-opt")
                : List.of("gpu");
        for (String protocol : protocols) {
          WorkloadOutcome outcome =
              workload.run(
                  new ContextBuilder(workload)
                      .input(graph)
                      .option("scenario", scenario.label())
                      .option("block", "32")
                      .option("iterations", "3")
                      .build(Device.open(machine, protocol, "hrf")));
          assertRight(outcome, workload.name(), scenario, protocol, machine);
          assertThat(figure(outcome, "popped") + figure(outcome, "stolen"))
              .isEqualTo(figure(outcome, "rounds") * Math.ceilDiv(1245, 32));
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "grouping, wavefront",
    "queues, 1",
    "queues, 5",
    "queues, 100",
    "block, 1",
    "block, 100",
    "block, 1024"
  })
  void everyWayToCutTheWorkIsRight(String option, String value) {
    InputGraph graph = PaperInputs.open("bay-like/1000", null, 2);
    for (Workload workload : all(KernelLibrary.bundled())) {
      WorkloadOutcome outcome =
          workload.run(
              new ContextBuilder(workload)
                  .input(graph)
                  .option("scenario", "steal-only")
                  .option("iterations", "4")
                  .option(option, value)
                  .build(Device.open("srsp-8cu", "gpu", "hrf")));
      assertRight(outcome, workload.name(), option, value);
    }
  }

  /** On two GPUs thieves of the one see old heads and tails of the other's queues. */
  @ParameterizedTest
  @CsvSource({"steal-only, gpu", "remote, srsp"})
  void reachingNoFurtherThanAGpuIsFoundWrongOnTwo(String scenario, String protocol) {
    Workload workload = new PageRankPull();
    List<WorkloadOutcome> outcomes = new ArrayList<>();
    for (String reach : List.of("gpu", "sys", "auto")) {
      outcomes.add(
          workload.run(
              new ContextBuilder(workload)
                  .size("small")
                  .option("scenario", scenario)
                  .option("reach", reach)
                  .build(Device.open("srsp-2x8cu", protocol, "hrf"))));
    }
    assertThat(outcomes).extracting(WorkloadOutcome::verified).containsExactly(false, true, true);
  }

  @ParameterizedTest
  @CsvSource({"steal-only, gpu", "remote, srsp"})
  void onOneGpuTheReachMakesNoDifference(String scenario, String protocol) {
    Workload workload = new PageRankPull();
    List<WorkloadOutcome> outcomes = new ArrayList<>();
    for (String reach : List.of("gpu", "sys", "auto")) {
      outcomes.add(
          workload.run(
              new ContextBuilder(workload)
                  .size("small")
                  .option("scenario", scenario)
                  .option("reach", reach)
                  .build(Device.open("rsp-8cu", protocol, "hrf"))));
    }
    assertThat(outcomes.getFirst().verified()).isTrue();
    assertThat(outcomes)
        .extracting(WorkloadOutcome::figures)
        .containsOnly(outcomes.getFirst().figures());
  }

  @Test
  void oneWavefrontAWorkGroupMakesFourTimesAsManyQueues() {
    Workload workload = new PageRankPull();
    for (String grouping : List.of("workgroup", "wavefront")) {
      WorkloadOutcome outcome =
          workload.run(
              new ContextBuilder(workload)
                  .size("small")
                  .option("grouping", grouping)
                  .build(Device.open("rsp-8cu", "gpu", "hrf")));
      assertThat(figure(outcome, "queues")).isEqualTo(grouping.equals("workgroup") ? 8 : 32);
      assertThat(figure(outcome, "popped")).isEqualTo(5L * (grouping.equals("workgroup") ? 8 : 32));
      assertThat(outcome.distributions()).containsOnlyKeys("workgroup.cycles");
    }
  }

  @ParameterizedTest
  @CsvSource({"sssp, 5, 3", "color, 2, 2", "mis, 1, 1", "pagerank, 4, 2"})
  void aRegionOfInterestGoesOnFromTheHostsState(String name, int firstRound, int iterations) {
    InputGraph graph = PaperInputs.open("bay-like/1000", null, 1);
    for (Workload workload : all(KernelLibrary.bundled())) {
      if (workload.name().equals(name)) {
        WorkloadOutcome outcome =
            workload.run(
                new ContextBuilder(workload)
                    .input(graph)
                    .option("from", Integer.toString(firstRound))
                    .option("iterations", Integer.toString(iterations))
                    .build(Device.open("rsp-8cu", "gpu", "hrf")));
        assertRight(outcome, name);
        assertThat(figure(outcome, "rounds")).isEqualTo(iterations);
      }
    }
  }

  @Test
  void withoutANumberOfRoundsTheyGoOnUntilNothingIsLeft() {
    InputGraph graph = PaperInputs.open("bay-like/1000", null, 1);
    for (Workload workload : all(KernelLibrary.bundled()).subList(0, 3)) {
      WorkloadOutcome outcome = run(workload, graph, "scenario", "steal-only");
      assertRight(outcome, workload.name());
      assertThat(figure(outcome, "rounds")).as(workload.name()).isGreaterThan(2);
    }
  }

  @Test
  void remoteStealsNeedAProtocolThatHasThem() {
    assertThatThrownBy(() -> run(new Coloring(), ROW, "scenario", "remote"))
        .isInstanceOf(LaunchException.class)
        .hasMessageContaining("asks for remote scope promotion, which protocol gpu does not have");
  }

  @Test
  void aStartBehindTheEndIsTheUsersMistake() {
    Workload workload = new ShortestPaths();
    assertThatThrownBy(() -> run(workload, ROW, "from", "5"))
        .isInstanceOf(WorkloadInputException.class)
        .hasMessage("from of sssp is 5, but nothing is left to do after 4 rounds");
  }

  @Test
  void aSourceThatThereIsNotIsTheUsersMistake() {
    assertThatThrownBy(() -> run(new ShortestPaths(), ROW, "source", "5"))
        .isInstanceOf(WorkloadInputException.class)
        .hasMessage("source of sssp is 5, but the graph's vertices are 0 to 4");
  }

  @ParameterizedTest
  @CsvSource({"0.5, 0.5", "-1, -1.0", "3000000000, 3.0E9"})
  void weightsThatAreNoLengthsAreTheUsersMistake(double weight, String shown) {
    Graph graph = new Graph(new int[] {0, 1, 1}, new int[] {1}, new double[] {weight});
    assertThatThrownBy(
            () -> run(new ShortestPaths(), new InputGraph("g", false, graph), "source", "0"))
        .isInstanceOf(WorkloadInputException.class)
        .hasMessage(
            "sssp needs arcs whose weights are whole numbers from 0 to 2147483647, found " + shown);
  }

  @Test
  void distancesThatDoNotFitAreTheUsersMistake() {
    Graph graph =
        new Graph(
            new int[] {0, 1, 2, 2}, new int[] {1, 2}, new double[] {2_000_000_000, 2_000_000_000});
    assertThatThrownBy(
            () -> run(new ShortestPaths(), new InputGraph("g", false, graph), "source", "0"))
        .isInstanceOf(WorkloadInputException.class)
        .hasMessage("sssp has distances of up to 2147483647, vertex 2 is 4000000000 away");
  }

  @Test
  void verticesThatNothingLeadsToStayUnreached() {
    WorkloadOutcome outcome = run(new ShortestPaths(), ROW, "source", "4");
    assertRight(outcome, "source 4");
    assertThat(figure(outcome, "rounds")).isEqualTo(1);
  }

  @Test
  void arcsOfOneDirectionAreNeighboursForColorAndMis() {
    InputGraph path =
        new InputGraph("path", false, new Graph(new int[] {0, 1, 2, 2}, new int[] {1, 2}));
    for (Workload workload : List.of(new Coloring(), new IndependentSet())) {
      assertRight(run(workload, path, "queues", "2"), workload.name());
    }
  }

  @Test
  void theSameRunGivesTheSameCountersOnTwoThreads() {
    Workload workload = new Coloring();
    InputGraph graph = PaperInputs.open("dip-like/16", null, 1);
    List<Device> devices =
        List.of(1, 2).stream()
            .map(threads ->
                new dev.syncopate.workload.runtime.DeviceBuilder("rsp-8cu", "gpu", "hrf")
                    .threads(threads)
                    .open())
            .toList();
    for (Device device : devices) {
      workload.run(
          new ContextBuilder(workload)
              .input(graph)
              .option("scenario", "steal-only")
              .option("iterations", "3")
              .build(device));
    }
    assertThat(devices.get(1).launches()).isEqualTo(devices.get(0).launches());
  }

  private static WorkloadOutcome run(
      Workload workload, InputGraph graph, String option, String value) {
    return workload.run(
        new ContextBuilder(workload)
            .input(graph)
            .option(option, value)
            .build(Device.open("rsp-8cu", "gpu", "hrf")));
  }
}
