package dev.syncopate.check.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.check.OverlappingKernels;
import dev.syncopate.workload.catalogue.Workloads;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.DeviceBuilder;
import dev.syncopate.workload.runtime.LaunchResult;
import dev.syncopate.workload.suite.ContextBuilder;
import dev.syncopate.workload.suite.Workload;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nothing is lost and nothing counted twice: all lines together are what a launch counted. */
class ProfileSumsTest {
  private static final Set<ProfileMeasure> L1 =
      EnumSet.of(
          ProfileMeasure.L1_LOADS,
          ProfileMeasure.L1_HITS,
          ProfileMeasure.L1_MISSES,
          ProfileMeasure.FLUSHES,
          ProfileMeasure.FLUSHED_LINES,
          ProfileMeasure.INVALIDATIONS);
  private static final Set<ProfileMeasure> WITHOUT_COUNTER =
      EnumSet.of(ProfileMeasure.BYTES, ProfileMeasure.SHARED_BYTES);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "vecadd rsp-8cu gpu",
        "reduction titanv-80sm gpu",
        "spinmutex rsp-8cu gpu variant=scoped",
        "spinmutex titanv-80sm gpu variant=lane",
        "pagerank-push srsp-8cu denovo",
        "pagerank srsp-8cu srsp scenario=remote",
        "ht2 southern-islands gpu block=70 variant=tx",
        "bank southern-islands gpu block=70 accounts=10 transfers=1 variant=fallback",
        "huffman titanv-80sm hlrc size=9000"
      })
  void linesAddUpToTheLaunches(String run) {
    String[] parts = run.split(" ", -1);
    Workload workload = Workloads.find(parts[0]).orElseThrow();
    ContextBuilder context = new ContextBuilder(workload).size("small");
    for (int i = 3; i < parts.length; i++) {
      String[] option = parts[i].split("=", 2);
      if (option[0].equals("size")) {
        context.size(option[1]);
      } else {
        context.option(option[0], option[1]);
      }
    }
    Device device = new DeviceBuilder(parts[1], parts[2], "hrf").open();
    Profiler profiler = new Profiler();
    device.observe(profiler);
    assertThat(workload.run(context.build(device)).verified()).isTrue();
    assertSums(device, profiler, parts[2].equals("hlrc"));
  }

  @Test
  void linesOfLaunchesThatOverlapAddUpToAll() {
    Device device = new DeviceBuilder("titanv-80sm", "gpu", "hrf").set("core.units=2").open();
    Profiler profiler = new Profiler();
    device.observe(profiler);
    List<LaunchResult> watched = OverlappingKernels.run(device, "early", "late", "early", "early");
    assertSums(device, profiler, false);
    Device unwatchedDevice =
        new DeviceBuilder("titanv-80sm", "gpu", "hrf").set("core.units=2").open();
    List<LaunchResult> unwatched =
        OverlappingKernels.run(unwatchedDevice, "early", "late", "early", "early");
    assertThat(watched.stream().map(LaunchResult::statistics))
        .containsExactlyElementsOf(unwatched.stream().map(LaunchResult::statistics).toList());
    assertThat(watched.stream().map(LaunchResult::cycles))
        .containsExactlyElementsOf(unwatched.stream().map(LaunchResult::cycles).toList());
  }

  /**
   * @param othersAsk whether L1s act for other units, too
   */
  private static void assertSums(Device device, Profiler profiler, boolean othersAsk) {
    Map<String, Long> counted = new HashMap<>();
    for (LaunchResult launch : device.launches()) {
      launch.statistics().forEach((name, value) -> counted.merge(name, value, Long::sum));
    }
    MeasureCounts lines = new MeasureCounts();
    MeasureCounts elsewhere = new MeasureCounts();
    for (KernelProfile kernel : profiler.kernels()) {
      kernel.lines().forEach(line -> lines.add(line.counts()));
      elsewhere.add(kernel.elsewhere());
    }
    for (ProfileMeasure measure : ProfileMeasure.values()) {
      if (L1.contains(measure)) {
        long attributed = lines.of(measure) + elsewhere.of(measure);
        long total = counted.getOrDefault(measure.counter(), -1L);
        if (othersAsk) {
          assertThat(attributed).as(measure.counter()).isLessThanOrEqualTo(total);
        } else {
          assertThat(attributed).as(measure.counter()).isEqualTo(total);
        }
      } else if (!WITHOUT_COUNTER.contains(measure)) {
        assertThat(lines.of(measure))
            .as(measure.counter())
            .isEqualTo(counted.get(measure.counter()));
        assertThat(elsewhere.of(measure)).as(measure.counter()).isZero();
      }
    }
    assertThat(lines.stalled()).isPositive();
    assertThat(profiler.kernels().stream().mapToLong(KernelProfile::launches).sum())
        .isEqualTo(device.launches().size());
  }

  @Test
  void watchingChangesNoDigit() {
    assertThat(statistics(true)).isEqualTo(statistics(false));
  }

  private static List<SortedMap<String, Long>> statistics(boolean watched) {
    Workload workload = Workloads.find("spinmutex").orElseThrow();
    Device device = new DeviceBuilder("rsp-8cu", "gpu", "hrf").open();
    if (watched) {
      device.observe(new Profiler());
    }
    workload.run(new ContextBuilder(workload).size("small").build(device));
    return device.launches().stream().map(LaunchResult::statistics).toList();
  }
}
