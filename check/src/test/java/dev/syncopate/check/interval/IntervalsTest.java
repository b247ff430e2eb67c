package dev.syncopate.check.interval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.check.OverlappingKernels;
import dev.syncopate.workload.catalogue.Workloads;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.DeviceBuilder;
import dev.syncopate.workload.runtime.LaunchResult;
import dev.syncopate.workload.suite.ContextBuilder;
import dev.syncopate.workload.suite.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Intervals of a launch follow each other, and add up to what the launch has counted. */
class IntervalsTest {
  private static Device run(String line, @Nullable Intervals intervals, int threads) {
    String[] parts = line.split(" ", -1);
    Workload workload = Workloads.find(parts[0]).orElseThrow();
    Device device = new DeviceBuilder(parts[1], parts[2], "hrf").threads(threads).open();
    if (intervals != null) {
      device.sample(intervals);
    }
    ContextBuilder context = new ContextBuilder(workload).size("small");
    assertThat(workload.run(context.build(device)).verified()).isTrue();
    return device;
  }

  private static List<SortedMap<String, Long>> sums(Intervals intervals, int launches) {
    List<SortedMap<String, Long>> sums = new ArrayList<>();
    for (int i = 0; i < launches; i++) {
      sums.add(new TreeMap<>());
    }
    for (Interval interval : intervals.all()) {
      SortedMap<String, Long> sum = sums.get(interval.launch());
      interval.counters().forEach((name, value) -> sum.merge(name, value, Long::sum));
    }
    return sums;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "vecadd rsp-8cu gpu",
        "reduction titanv-80sm gpu",
        "pagerank srsp-8cu srsp",
        "pagerank-push srsp-8cu denovo",
        "histogram srsp-8cu phi"
      })
  void theyAddUpToTheLaunches(String line) {
    Intervals intervals = new Intervals(500);
    Device device = run(line, intervals, 1);
    List<LaunchResult> launches = device.launches();
    assertThat(sums(intervals, launches.size()))
        .isEqualTo(launches.stream().map(LaunchResult::statistics).toList());
    assertThat(intervals.all()).hasSizeGreaterThan(launches.size());
    Map<Integer, Long> cycles = new TreeMap<>();
    Interval previous = null;
    for (Interval interval : intervals.all()) {
      assertThat(interval.kernel()).isEqualTo(launches.get(interval.launch()).kernel());
      if (previous != null && previous.launch() == interval.launch()) {
        assertThat(interval.start()).isEqualTo(previous.end());
        assertThat(previous.end() - previous.start())
            .isBetween(400L, 600L); // a window more or less
      }
      previous = interval;
      cycles.merge(interval.launch(), interval.end() - interval.start(), Long::sum);
    }
    assertThat(cycles.values())
        .containsExactlyElementsOf(launches.stream().map(LaunchResult::cycles).toList());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void thoseOfLaunchesThatOverlapAddUpToEach(int threads) {
    Device device =
        new DeviceBuilder("titanv-80sm", "gpu", "hrf").set("core.units=2").threads(threads).open();
    Intervals intervals = new Intervals(200);
    device.sample(intervals);
    List<LaunchResult> launches = OverlappingKernels.run(device, "early", "early", "late", "early");
    assertThat(sums(intervals, launches.size()))
        .isEqualTo(launches.stream().map(LaunchResult::statistics).toList());
    Map<Integer, Long> cycles = new TreeMap<>();
    for (Interval interval : intervals.all()) {
      assertThat(interval.kernel()).isEqualTo(launches.get(interval.launch()).kernel());
      cycles.merge(interval.launch(), interval.end() - interval.start(), Long::sum);
    }
    assertThat(cycles.values())
        .containsExactlyElementsOf(launches.stream().map(LaunchResult::cycles).toList());
  }

  @Test
  void anIntervalIsWhereTheCountingWas() {
    Intervals intervals = new Intervals(1000);
    run("vecadd rsp-8cu gpu", intervals, 1);
    List<Interval> intervalList = intervals.all();
    assertThat(intervalList.getFirst().counters()).containsEntry("ctas", 0L);
    assertThat(intervalList.getFirst().counters().get("instructions.warp")).isPositive();
    assertThat(intervalList.getLast().counters().get("ctas")).isPositive();
    assertThat(intervals.counters())
        .contains("instructions.warp", "dram.bytes")
        .doesNotContain("hlrc.transfers");
  }

  @Test
  void neitherThreadsNorLooksMatter() {
    Intervals first = new Intervals(300);
    Intervals two = new Intervals(300);
    String line = "pagerank srsp-8cu srsp";
    Device observed = run(line, first, 1);
    Device parallel = run(line, two, 2);
    Device unobserved = run(line, null, 1);
    assertThat(two.all()).isEqualTo(first.all());
    for (Device reference : List.of(parallel, unobserved)) {
      assertThat(reference.launches().stream().map(LaunchResult::statistics))
          .isEqualTo(observed.launches().stream().map(LaunchResult::statistics).toList());
    }
  }

  @Test
  void anIntervalLongerThanTheLaunchIsTheLaunch() {
    Intervals intervals = new Intervals(1L << 40);
    Device device = run("vecadd rsp-8cu gpu", intervals, 1);
    assertThat(intervals.all()).hasSize(device.launches().size());
    assertThat(intervals.all().getFirst().end()).isEqualTo(device.launches().getFirst().cycles());
  }

  @Test
  void anIntervalOfNoCyclesIsRefused() {
    Device device = new DeviceBuilder("rsp-8cu", "gpu", "hrf").open();
    assertThatThrownBy(() -> device.sample(new Intervals(0)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("an interval of 0 cycles");
  }
}
