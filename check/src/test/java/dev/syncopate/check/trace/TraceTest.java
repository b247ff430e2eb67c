package dev.syncopate.check.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.check.OverlappingKernels;
import dev.syncopate.check.trace.DecodedTrace.Event;
import dev.syncopate.check.trace.DecodedTrace.Slice;
import dev.syncopate.sim.trace.TraceLimits;
import dev.syncopate.workload.runtime.DeviceBuilder;
import dev.syncopate.workload.runtime.LaunchResult;
import dev.syncopate.workload.runtime.LaunchShape;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A trace shows what was counted: nothing is lost, and nothing shown twice. */
class TraceTest {
  private static DeviceBuilder device(String gpu, String protocol) {
    return new DeviceBuilder(gpu, protocol, "hrf");
  }

  private static Map<String, Long> counted(Traced traced) {
    Map<String, Long> counted = new HashMap<>();
    for (LaunchResult launch : traced.device.launches()) {
      launch.statistics().forEach((name, value) -> counted.merge(name, value, Long::sum));
    }
    return counted;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "vecadd|rsp-8cu|gpu",
        "reduction|titanv-80sm|gpu",
        "spinmutex variant=scoped|rsp-8cu|gpu",
        "pagerank size=200 iterations=2 scenario=remote|srsp-8cu|srsp",
        "pagerank size=200 iterations=2 scenario=remote|srsp-8cu|brsp",
        "pagerank size=200 iterations=2|srsp-8cu|hlrc",
        "pagerank-push size=200 iterations=2|srsp-8cu|denovo",
        "ht2 block=70 variant=tx|southern-islands|gpu"
      })
  void everythingThatWasCountedIsShown(String line) {
    String[] parts = line.split("\\|", -1);
    Traced traced = Traced.all(device(parts[1], parts[2])).run(parts[0]);
    DecodedTrace trace = traced.decoded();
    assertThat(traced.file.isFull()).isFalse();
    List<LaunchResult> launches = traced.device.launches();
    Map<String, Long> counted = counted(traced);

    List<Slice> kernels = trace.slicesOn(parts[1]);
    assertThat(kernels.stream().map(Slice::name))
        .containsExactlyElementsOf(launches.stream().map(LaunchResult::kernel).toList());
    assertThat(kernels.stream().map(Slice::length))
        .containsExactlyElementsOf(launches.stream().map(LaunchResult::cycles).toList());

    List<Slice> ctas = trace.slicesOn("CTA slot");
    assertThat(ctas).hasSize(Math.toIntExact(counted.getOrDefault("ctas", 0L)));
    assertThat(ctas.stream().mapToLong(Slice::length).sum())
        .isEqualTo(
            launches.stream()
                .flatMapToLong(launch -> java.util.Arrays.stream(launch.ctaCycles()))
                .sum());

    waitsAddUp(trace, counted);
    statesFillLives(trace);
    flushesAddUp(trace, counted);
    loadsAddUp(trace, counted);
  }

  /** Number of a slice's launch; 0 where it names none. */
  private static long launch(Slice slice) {
    return (long) slice.notes().getOrDefault("launch", 0L);
  }

  /**
   * Of launches that overlap each has a slice, and each CTA and warp names its launch. All that was
   * counted is shown once.
   */
  @Test
  void launchesThatOverlapAreToldApart() {
    Traced traced =
        Traced.all(device("titanv-80sm", "gpu").set("core.units=2").set("core.maxCtas=4"));
    List<LaunchResult> launches =
        OverlappingKernels.run(traced.device, "early", "early", "late", "early");
    DecodedTrace trace = traced.decoded();
    List<Slice> kernels = new ArrayList<>(trace.slicesOn("titanv-80sm"));
    kernels.addAll(trace.slicesOn("overlapping launches"));
    kernels.sort(Comparator.comparingLong(TraceTest::launch));
    assertThat(kernels).extracting(Slice::name).containsExactly("early", "early", "late", "early");
    long end = 0;
    for (int i = 0; i < kernels.size(); i++) {
      Slice kernel = kernels.get(i);
      assertThat(kernel.end() - end).isEqualTo(launches.get(i).cycles());
      end = kernel.end();
      if (i > 0) {
        assertThat(kernel.start()).isLessThan(kernels.get(i - 1).end());
      }
    }
    for (String track : List.of("CTA slot", "warp slot")) {
      List<Slice> slices =
          trace.slicesOn(track).stream()
              .filter(slice -> slice.depth() == 0 && slice.name().startsWith("CTA "))
              .toList();
      int slicesOfLaunch = OverlappingKernels.CTAS * (track.startsWith("CTA") ? 1 : 2);
      for (Slice kernel : kernels) {
        assertThat(slices)
            .filteredOn(slice -> launch(slice) == launch(kernel))
            .hasSize(slicesOfLaunch)
            .allSatisfy(slice -> {
              assertThat(slice.start()).isGreaterThanOrEqualTo(kernel.start());
              assertThat(slice.end()).isLessThanOrEqualTo(kernel.end());
            });
      }
    }
    assertThat(trace.slicesOn("bulk copies"))
        .hasSize(4 * OverlappingKernels.CTAS * OverlappingKernels.COPIES)
        .allMatch(slice -> slice.depth() == 0);
    Map<String, Long> counted = counted(traced);
    waitsAddUp(trace, counted);
    statesFillLives(trace);
    flushesAddUp(trace, counted);
    loadsAddUp(trace, counted);
  }

  /** Launches that a limit stops while they overlap have their slices up to there. */
  @Test
  void launchesThatAreStoppedWhileTheyOverlapAreShownToTheEnd() {
    Traced traced =
        Traced.all(
            device("titanv-80sm", "gpu").set("core.units=2").set("core.maxCtas=4").maxCycles(4000));
    List<LaunchResult> launches = OverlappingKernels.run(traced.device, "early", "early", "early");
    assertThat(launches.getLast().ending()).isEqualTo(LaunchResult.Ending.MAX_CYCLES);
    DecodedTrace trace = traced.decoded();
    List<Slice> kernels = new ArrayList<>(trace.slicesOn("titanv-80sm"));
    kernels.addAll(trace.slicesOn("overlapping launches"));
    assertThat(kernels).hasSizeGreaterThan(1);
    assertThat(kernels.stream().mapToLong(Slice::end).max().orElseThrow()).isBetween(4000L, 4100L);
  }

  private static void waitsAddUp(DecodedTrace trace, Map<String, Long> counted) {
    Map<String, Long> shown = new TreeMap<>();
    for (Slice slice : trace.slicesOn("warp slot")) {
      if (slice.name().startsWith("stall.")) {
        assertThat(slice.notes()).containsKey("line");
        shown.merge(slice.name(), slice.length(), Long::sum);
      }
    }
    Map<String, Long> stalls = new TreeMap<>(counted);
    stalls.keySet().removeIf(name -> !name.startsWith("stall."));
    stalls.values().removeIf(value -> value == 0);
    assertThat(shown).isEqualTo(stalls);
  }

  private static void statesFillLives(DecodedTrace trace) {
    Map<DecodedTrace.Row, List<Slice>> byRow = new HashMap<>();
    for (Slice slice : trace.slicesOn("warp slot")) {
      if (!slice.row().name().contains("synchronisation")) {
        byRow.computeIfAbsent(slice.row(), missing -> new ArrayList<>()).add(slice);
      }
    }
    assertThat(byRow).isNotEmpty();
    byRow
        .values()
        .forEach(row -> {
          List<Slice> states = row.stream().filter(slice -> slice.depth() == 1).toList();
          List<Slice> lives = row.stream().filter(slice -> slice.depth() == 0).toList();
          assertThat(states).hasSize(row.size() - lives.size());
          int next = 0;
          for (Slice life : lives) {
            assertThat(life.name()).matches("CTA \\d+ warp \\d+");
            long cycle = life.start();
            while (cycle < life.end()) {
              Slice state = states.get(next++);
              assertThat(state.start()).as("%s in %s", state, life).isEqualTo(cycle);
              assertThat(state.end()).isGreaterThan(cycle);
              cycle = state.end();
            }
            assertThat(cycle).isEqualTo(life.end());
          }
          assertThat(next).isEqualTo(states.size());
        });
  }

  private static void flushesAddUp(DecodedTrace trace, Map<String, Long> counted) {
    long flushes = 0;
    long invalidations = 0;
    for (Event event : trace.instantsOn("L1 by its own warps")) {
      flushes += event.name().equals("flush") ? 1 : 0;
      invalidations += event.name().equals("invalidate") ? 1 : 0;
    }
    for (Slice slice : trace.slicesOn("L1 by messages")) {
      flushes += slice.name().contains("flush") ? 1 : 0;
      invalidations += slice.name().contains("invalidate") ? 1 : 0;
    }
    assertThat(flushes).isEqualTo(counted.getOrDefault("sync.flushes", 0L));
    assertThat(invalidations).isEqualTo(counted.getOrDefault("sync.invalidations", 0L));
  }

  private static void loadsAddUp(DecodedTrace trace, Map<String, Long> counted) {
    Map<String, Double> totals = new HashMap<>();
    Map<DecodedTrace.Row, Event> previous = new HashMap<>();
    for (Event event : trace.events) {
      if (event.type() != 4) {
        continue;
      }
      Event last = previous.put(event.row(), event);
      if (last != null) {
        String counter = event.row().name().replaceAll(".* (requests)|(channel) .*", "$1$2");
        totals.merge(counter, last.value() * (event.time() - last.time()), Double::sum);
      }
    }
    previous.values().forEach(event -> assertThat(event.value()).isZero()); // nothing runs any more
    assertThat(totals.getOrDefault("requests", 0.0) / 100)
        .isCloseTo(
            counted.getOrDefault("l2.accesses", 0L),
            within(counted.getOrDefault("l2.accesses", 0L)));
    assertThat(totals.getOrDefault("instructions.warp", 0.0))
        .isCloseTo(
            counted.getOrDefault("instructions.warp", 0L),
            within(counted.getOrDefault("instructions.warp", 0L)));
    assertThat(totals.getOrDefault("channel", 0.0))
        .isCloseTo(
            counted.getOrDefault("dram.bytes", 0L), within(counted.getOrDefault("dram.bytes", 0L)));
  }

  private static org.assertj.core.data.Offset<Double> within(long value) {
    return org.assertj.core.data.Offset.offset(1e-9 * value + 1e-9);
  }

  @Test
  void shortWaitsAreRunning() {
    TraceChoice longer = new TraceChoice(Traced.ALL, unit -> true, 50, 500, false);
    Traced traced =
        new Traced(device("rsp-8cu", "gpu").open(), longer, TraceLimits.ofBytes(1 << 30));
    DecodedTrace trace = traced.run("vecadd").decoded();
    statesFillLives(trace);
    assertThat(trace.slicesOn("warp slot"))
        .filteredOn(slice -> slice.name().startsWith("stall."))
        .isNotEmpty()
        .allSatisfy(slice -> assertThat(slice.length()).isGreaterThanOrEqualTo(50));
  }

  @Test
  void tracingChangesNoDigitAndIsTheSameEachTime() {
    Traced first =
        Traced.all(device("srsp-8cu", "srsp"))
            .run("pagerank size=200 iterations=2 scenario=remote");
    Traced two =
        Traced.all(device("srsp-8cu", "srsp"))
            .run("pagerank size=200 iterations=2 scenario=remote");
    assertThat(two.bytes()).isEqualTo(first.bytes());
    var plain = device("srsp-8cu", "srsp").open();
    Traced untraced =
        new Traced(plain, Traced.choice(Set.of(), unit -> false), TraceLimits.ofBytes(1 << 30));
    untraced.run("pagerank size=200 iterations=2 scenario=remote");
    assertThat(untraced.device.launches().stream().map(LaunchResult::statistics))
        .isEqualTo(first.device.launches().stream().map(LaunchResult::statistics).toList());
  }

  @Test
  void aHangShowsWhoWaitsToTheEnd() {
    Traced traced = Traced.all(device("rsp-8cu", "gpu").watchdog(5000));
    var kernel =
        traced
            .device
            .load(
                "k.ptx",
                """
                .version 8.4
                .target sm_80
                .address_size 64
                .visible .entry k(.param .u64 flag) {
                  .reg .pred %p;
                  .reg .b32 %r;
                  .reg .b64 %a;
                  ld.param.u64 %a, [flag];
                  mov.u32 %r, %tid.x;
                  setp.ge.u32 %p, %r, 64;
                  @%p bra wait;
                  bar.sync 0;
                  ret;
                wait:
                  ld.acquire.gpu.global.u32 %r, [%a];
                  setp.eq.u32 %p, %r, 0;
                  @%p bra wait;
                  bar.sync 0;
                  ret;
                }
                """)
            .kernel("k");
    LaunchResult result = kernel.attempt(LaunchShape.of(1, 128), traced.device.allocate(4));
    assertThat(result.ending()).isEqualTo(LaunchResult.Ending.HANG);
    DecodedTrace trace = traced.decoded();
    statesFillLives(trace);
    long end = trace.slicesOn("rsp-8cu").getFirst().end();
    Slice last =
        trace.slicesOn("warp slot 0").stream()
            .filter(slice -> slice.depth() == 1)
            .reduce((a, b) -> b)
            .orElseThrow();
    assertThat(last.name()).isEqualTo("stall.barrier");
    assertThat(last.end()).isGreaterThanOrEqualTo(end);
    assertThat(last.length()).isGreaterThan(4000);
    assertThat(trace.slicesOn("CTA slot")).hasSize(1);
  }
}
