package dev.syncopate.workload.analytics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.workload.graph.Graph;
import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.input.InputGraph;
import dev.syncopate.workload.input.PaperInputs;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.DeviceBuilder;
import dev.syncopate.workload.runtime.LaunchResult;
import dev.syncopate.workload.suite.ContextBuilder;
import dev.syncopate.workload.suite.Workload;
import dev.syncopate.workload.suite.WorkloadInputException;
import dev.syncopate.workload.suite.WorkloadOutcome;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Graph algorithms that push give the reference's answer wherever they run, or are convicted. */
class PushWorkloadTest {
  private static final KernelLibrary NVCC = KernelLibrary.bundled();
  private static final KernelLibrary CLANG =
      new KernelLibrary("/dev/syncopate/workload/kernel/clang/");

  /** 256 vertices in one component, and islands. */
  private static final InputGraph ISLANDS = PaperInputs.open("enron-like/100", null, 1);

  /** Roads, with lengths; long. */
  private static final InputGraph ROADS = PaperInputs.open("vt-roads-like/256", null, 1);

  private static Device device(String machine) {
    return Device.open(machine, "gpu", "hrf");
  }

  private static WorkloadOutcome run(
      Workload workload, Device device, InputGraph graph, String... extraOptions) {
    ContextBuilder context = new ContextBuilder(workload).input(graph);
    for (String option : extraOptions) {
      String[] parts = option.split("=", 2);
      context.option(parts[0], parts[1]);
    }
    return workload.run(context.build(device));
  }

  private static Workload named(String name, KernelLibrary kernels) {
    return PushWorkload.all(kernels).stream()
        .filter(workload -> workload.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /**
   * A workload, or a variant of one.
   *
   * @param choice an option, or nothing
   */
  private record Algorithm(Workload workload, String choice) {
    WorkloadOutcome run(Device device, InputGraph graph, String... extraOptions) {
      List<String> options = new ArrayList<>(List.of(extraOptions));
      if (!choice.isEmpty()) {
        options.add(choice);
      }
      WorkloadOutcome outcome =
          PushWorkloadTest.run(workload, device, graph, options.toArray(String[]::new));
      assertThat(outcome.verified())
          .as("%s %s: %s", workload.name(), choice, outcome.message())
          .isTrue();
      return outcome;
    }
  }

  private static List<Algorithm> algorithms(KernelLibrary kernels) {
    List<Algorithm> algorithms = new ArrayList<>();
    PushWorkload.all(kernels).forEach(workload -> algorithms.add(new Algorithm(workload, "")));
    algorithms.add(new Algorithm(PushWorkload.components(kernels), "variant=labels"));
    return algorithms;
  }

  private static void assertRight(WorkloadOutcome outcome, Workload workload) {
    assertThat(outcome.verified()).as("%s: %s", workload.name(), outcome.message()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "nvcc, titanv-80sm, ITS",
    "clang, srsp-8cu, ITS",
    "clang, srsp-8cu, IPDOM",
    "nvcc, rsp-8cu, IPDOM"
  })
  void whateverCompiledThemAndRunsThemTheyAreRight(
      String compiler, String machine, String divergence) {
    for (Algorithm algorithm : algorithms(compiler.equals("clang") ? CLANG : NVCC)) {
      Device device =
          new DeviceBuilder(machine, "gpu", "hrf").set("core.divergence=" + divergence).open();
      algorithm.run(device, ISLANDS, "iterations=5");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"relaxed", "acq_rel", "commutative"})
  void everyUpdateIsRightToTheEnd(String atomic) {
    for (Algorithm algorithm : algorithms(NVCC)) {
      algorithm.run(device("srsp-8cu"), ISLANDS, "atomic=" + atomic, "block=96");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "gpu, blocking",
    "denovo, blocking",
    "phi, blocking",
    "hlrc, blocking",
    "lab, blocking",
    "phi, posted",
    "phi, awaited",
    "hlrc, posted",
    "hlrc, awaited",
    "denovo, posted",
    "denovo, awaited",
    "srsp, awaited",
    "lab, posted",
    "lab, awaited"
  })
  void whateverKeepsTheUpdatesTheyAreRight(String protocol, String atomics) {
    for (Algorithm algorithm : algorithms(NVCC)) {
      DeviceBuilder device =
          protocol.equals("lab")
              ? new DeviceBuilder("srsp-8cu", "gpu", "hrf").set("mechanisms.lab.entries=8")
              : new DeviceBuilder("srsp-8cu", protocol, "hrf");
      device.set("l1.relaxedAtomics=" + atomics);
      algorithm.run(device.open(), ISLANDS, "iterations=4");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"gpu", "srsp", "denovo", "hlrc", "phi", "lab"})
  void soTheyAreWhereAWordIsNamedOnceARequest(String protocol) {
    for (Algorithm algorithm : algorithms(NVCC)) {
      DeviceBuilder device =
          protocol.equals("lab")
              ? new DeviceBuilder("srsp-8cu", "gpu", "hrf").set("mechanisms.lab.entries=8")
              : new DeviceBuilder("srsp-8cu", protocol, "hrf");
      device.set("core.atomicRequests=sector").set("l1.relaxedAtomics=blocking");
      algorithm.run(device.open(), ISLANDS, "iterations=4");
    }
  }

  /** A buffer ends the wait for an update at once; the L2 is a network away. */
  @Test
  void whereWarpsWaitForTheirAtomicsABufferGainsMore() {
    for (Algorithm algorithm : algorithms(NVCC)) {
      long posted = cycles(algorithm);
      long awaited = cycles(algorithm, "l1.relaxedAtomics=awaited");
      long buffered = cycles(algorithm, "l1.relaxedAtomics=awaited", "mechanisms.lab.entries=8");
      assertThat(awaited).as("%s", algorithm).isGreaterThan(posted);
      assertThat(buffered).as("%s", algorithm).isLessThan(awaited);
    }
  }

  private static long cycles(Algorithm algorithm, String... settings) {
    DeviceBuilder builder = new DeviceBuilder("titanv-80sm", "gpu", "hrf");
    for (String setting : settings) {
      builder.set(setting);
    }
    Device device = builder.open();
    algorithm.run(device, ISLANDS);
    return device.launches().stream().mapToLong(LaunchResult::cycles).sum();
  }

  @Test
  void roundsOfTheHostAndOfTheDeviceGoOnFromOneAnother() {
    for (Algorithm algorithm : algorithms(NVCC)) {
      WorkloadOutcome part = algorithm.run(device("srsp-8cu"), ROADS, "from=3", "iterations=2");
      assertThat(part.figures()).containsKey("rounds");
      WorkloadOutcome sample = algorithm.run(device("srsp-8cu"), ROADS, "sample=3");
      assertThat(sample.figures().getOrDefault("rounds", 0L)).isBetween(1L, 3L);
    }
  }

  /** Scores of two sources are added up, and a sample meets every phase of the algorithm. */
  @Test
  void sourcesComeOneAfterTheOther() {
    Workload workload = PushWorkload.centrality(NVCC);
    WorkloadOutcome combined = run(workload, device("srsp-8cu"), ISLANDS, "sources=3");
    assertRight(combined, workload);
    long rounds = combined.figures().getOrDefault("rounds", 0L);
    WorkloadOutcome sample =
        run(workload, device("srsp-8cu"), ISLANDS, "sources=3", "sample=" + rounds);
    assertRight(sample, workload);
    assertThat(sample.figures()).containsEntry("rounds", rounds);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "bc | 0d3FF0000000000000, 0d | 0d4000000000000000, 0d | paths[",
        "bc | 0d3FF0000000000000; | 0d4000000000000000; | dependency[",
        "cca | red.comm.gpu.min | red.comm.gpu.max | parent[",
        "cca variant=labels | red.comm.gpu.min | red.comm.gpu.max | label[",
        "color-push | red.comm.gpu.max | red.comm.gpu.min | neighbours",
        "mis-push | red.comm.gpu.max | red.comm.gpu.min | neighbours",
        "mis-push | red.comm.gpu.or | red.comm.gpu.and | neighbours",
        "sssp-push | red.comm.gpu.min | red.comm.gpu.max | distance["
      })
  void aPlantedMistakeIsConvicted(String sourceName, String right, String mistake, String message) {
    String text = NVCC.text(source(sourceName));
    assertThat(text.replace(right, mistake)).isNotEqualTo(text);
    String[] words = sourceName.split(" ", 2);
    Workload wrong = named(words[0], NVCC.altered(ptx -> ptx.replace(right, mistake)));
    String[] options = Arrays.copyOfRange(words, 1, words.length);
    WorkloadOutcome outcome = run(wrong, device("srsp-8cu"), ISLANDS, options);
    assertThat(outcome.verified()).isFalse();
    assertThat(outcome.message()).startsWith(message);
  }

  private static String source(String name) {
    return "analytics_"
        + switch (name) {
          case "bc" -> "centrality";
          case "cca" -> "hooking";
          case "cca variant=labels" -> "components";
          case "color-push" -> "color";
          case "mis-push" -> "set";
          default -> "paths";
        };
  }

  /** Where the device reaches no vertex, the host does not wait for it level by level. */
  @Test
  void levelsThatAreMissedAreConvicted() {
    Workload wrong = named("bc", NVCC.altered(ptx -> ptx.replaceAll("(?m)^.*red\\.comm.*$", "")));
    WorkloadOutcome outcome = run(wrong, device("srsp-8cu"), ISLANDS);
    assertThat(outcome.verified()).isFalse();
    assertThat(outcome.message())
        .isEqualTo("the device reached no vertices of the next level, the host some");
  }

  @Test
  void aStartBehindTheEndIsTheUsersMistake() {
    InputGraph pair =
        new InputGraph("pair", false, new Graph(new int[] {0, 1, 2}, new int[] {1, 0}));
    assertThatThrownBy(() -> run(PushWorkload.components(NVCC), device("rsp-8cu"), pair, "from=9"))
        .isInstanceOf(WorkloadInputException.class)
        .hasMessage("from of cca is 9, but nothing is left to do after 2 rounds");
  }
}
