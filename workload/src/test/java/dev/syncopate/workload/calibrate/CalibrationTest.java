package dev.syncopate.workload.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.syncopate.machine.config.MachineConfig;
import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.DeviceBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CalibrationTest {
  /** A pass of the loop around 64 steps costs a little. */
  private static final double LOOP = 0.6;

  private static double measure(String machine, String name, String... settings) {
    DeviceBuilder builder = new DeviceBuilder(machine, "gpu", "hrf").set("dram.tREFI=0ns");
    List.of(settings).forEach(builder::set);
    return new Calibration(builder.open()).measure(find(name));
  }

  private static Measurement find(String name) {
    return Measurement.all().stream()
        .filter(measurement -> measurement.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void everyMeasurementHasANameAndAKernel() {
    List<String> kernels =
        List.of("calibrate", "calibrate_async", "calibrate_cluster").stream()
            .flatMap(name -> KernelLibrary.bundled().text(name).lines())
            .filter(line -> line.startsWith(".visible .entry"))
            .map(line -> line.replaceAll(".*entry |\\(.*", ""))
            .toList();
    Set<String> names = new HashSet<>();
    for (Measurement measurement : Measurement.all()) {
      assertThat(names.add(measurement.name())).as(measurement.name()).isTrue();
      assertThat(kernels).contains(measurement.kernel());
      assertThat(measurement.steps() % (measurement.name().startsWith("bandwidth") ? 8 : 64))
          .isZero();
    }
    assertThat(kernels).contains("ring", "sweep");
  }

  /** Where a machine's fields say what comes out, it does. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "latency.shared",
        "latency.l1",
        "latency.l2",
        "conflicts.8",
        "dependent.add",
        "dependent.multiply",
        "dependent.float",
        "dependent.double",
        "atomic.thread"
      })
  void latenciesComeOutAsConfigured(String name) {
    for (String machine : List.of("titanv-80sm", "rsp-8cu")) {
      MachineConfig config = Device.open(machine, "gpu", "hrf").machine();
      double configured = Objects.requireNonNull(ConfiguredValues.value(name, config));
      assertThat(measure(machine, name))
          .as(machine)
          .isBetween(configured, configured + LOOP + 0.02 * configured);
    }
  }

  /** A thread of unit 0 that follows pointers 256 bytes apart comes to the banks of its column. */
  @Test
  void overAMeshLatenciesAreThoseOfTheBanksThatAreMet() {
    MachineConfig config = Device.open("heterosync-15cu", "gpu", "hrf").machine();
    assertThat(ConfiguredValues.value("latency.l2", config)).isNull();
    assertThat(ConfiguredValues.value("latency.l1", config)).isEqualTo(1);
    assertThat(measure("heterosync-15cu", "latency.l2")).isBetween(29.0, 61.0);
    assertThat(measure("heterosync-15cu", "latency.memory")).isBetween(197.0, 261.0);
  }

  /** Of latencies at most 5 percent, of a mean over refreshes at most 10. */
  @ParameterizedTest
  @CsvSource({
    "latency.shared, 0.05",
    "latency.l1, 0.05",
    "latency.l2, 0.05",
    "latency.memory, 0.1",
    "conflicts.2, 0.05",
    "dependent.multiply, 0.1",
    "dependent.divide, 0.05",
    "dependent.float, 0.1",
    "dependent.double, 0.05",
    "dependent.special, 0.05",
    "independent.float, 0.05",
    "barrier.1warp, 0.05",
    "atomic.thread, 0.05",
    "atomic.warp.line, 0.05",
    "bandwidth.l1, 0.05",
    "mbarrier.arrive, 0.1",
    "mbarrier.wait, 0.15",
    "mbarrier.phase, 0.15",
    "bandwidth.copy, 0.15",
    "cluster.load, 0.05",
  })
  void h100IsAsFastAsTheCard(String name, double distance) {
    double card =
        Objects.requireNonNull(HardwareValues.published("h100-132sm").of(name), name).value();
    double measured = new Calibration(Device.open("h100-132sm", "gpu", "hrf")).measure(find(name));
    assertThat(measured)
        .as("%s, %s on the card", name, card)
        .isCloseTo(card, within(distance * card));
  }

  /** Luo et al. 2025: a bulk copy takes 170 cycles more than a load. */
  @Test
  void aCopyTakesMoreThanALoad() {
    double copy = measure("h100-132sm", "copy.16B");
    assertThat(copy - measure("h100-132sm", "latency.l2")).isBetween(160.0, 240.0);
    assertThat(measure("h100-132sm", "copy.16B", "copy.latency=270"))
        .as("to a wait's own time")
        .isCloseTo(copy + 100, within(50.0));
  }

  /** FlashGPU-Sim's calibration on an H200: a median of 99 cycles. */
  @Test
  void aMulticastTakesMoreThanACopyToOneCta() {
    assertThat(measure("h100-132sm", "multicast.16B") - measure("h100-132sm", "copy.16B"))
        .isCloseTo(99, within(50.0));
  }

  @Test
  void onlyMachinesWithClustersMeasureThem() {
    Measurement load = find("cluster.load");
    assertThat(load.isPossible(Device.open("h100-132sm", "gpu", "hrf").machine())).isTrue();
    assertThat(load.isPossible(Device.open("titanv-80sm", "gpu", "hrf").machine())).isFalse();
  }

  /** Near and far hits of Luo et al. 2025 on an H800, and of DGNA 2026 on an H100. */
  @Test
  void h100HasAnL2BetweenTheNearAndTheFarPartition() {
    assertThat(measure("h100-132sm", "latency.l2")).isBetween(258.0, 414.0).isLessThan(295.0);
  }

  /** The values of hardware are those of the stored runs. */
  @Test
  void h100IsComparedWithTheStoredRun() throws IOException {
    List<String> stored =
        Files.readAllLines(Path.of("../docs/data/calibrate-h100-figures.csv")).stream()
            .filter(line -> line.contains(",first run,"))
            .map(line -> line.replaceAll("^H100,([^,]*),.*,value,([^,]*),$", "$1=$2"))
            .toList();
    assertThat(
            HardwareValues.published("h100-132sm").values().entrySet().stream()
                .filter(entry -> entry.getValue().source().startsWith("calibrate.cu"))
                .map(entry -> entry.getKey() + "=" + entry.getValue().value()))
        .containsExactlyInAnyOrderElementsOf(stored);
  }

  @ParameterizedTest
  @CsvSource({
    "barrier.1warp, core.barrierLatency=40, 40",
    "latency.l1, l1.hitLatency=50, 50",
    "latency.shared, core.sharedLatency=33, 33",
    "mbarrier.arrive, copy.arriveCycles=9, 9",
    "mbarrier.wait, copy.waitCycles=60, 64",
    "mbarrier.wait, core.sharedLatency=33, 37",
    "fence.proxy, copy.fenceCycles=50, 50",
    "dependent.float, core.floatLatency=11, 11",
  })
  void whatIsSetIsMeasured(String name, String setting, double value) {
    assertThat(measure("titanv-80sm", name, setting)).isBetween(value, value + LOOP);
  }

  /** The words of one line side by side, as many as there are lanes; operations on one word not. */
  @Test
  void atomicsSayHowManyLanesThereAre() {
    String fourUnits = "core.units=4";
    assertThat(measure("titanv-80sm", "atomics.word", fourUnits)).isBetween(0.9, 1.05);
    assertThat(measure("titanv-80sm", "atomics.line", fourUnits)).isBetween(7.2, 8.0);
    assertThat(measure("titanv-80sm", "atomics.line", fourUnits, "l2.atomicLanes=1"))
        .isBetween(0.9, 1.05);
    double word = measure("titanv-80sm", "atomic.warp.word");
    double line = measure("titanv-80sm", "atomic.warp.line");
    assertThat(word - line).isBetween(27.0, 29.0);
  }

  @Test
  void divergenceCostsWhatTheWaysTake() {
    double single = measure("titanv-80sm", "divergence.1");
    double four = measure("titanv-80sm", "divergence.4");
    assertThat(four).isBetween(2 * single, 5 * single);
  }

  @Test
  void memoryIsNoFasterThanItsPins() {
    MachineConfig config = Device.open("rsp-8cu", "gpu", "hrf").machine();
    double pins = Objects.requireNonNull(ConfiguredValues.value("bandwidth.memory.read", config));
    assertThat(measure("rsp-8cu", "bandwidth.memory.read")).isBetween(0.85 * pins, pins);
    assertThat(measure("rsp-8cu", "latency.memory"))
        .isGreaterThan(Objects.requireNonNull(ConfiguredValues.value("latency.memory", config)));
  }
}
