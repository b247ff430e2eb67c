package dev.syncopate.check.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.check.trace.DecodedTrace.Event;
import dev.syncopate.check.trace.DecodedTrace.Slice;
import dev.syncopate.sim.trace.TraceFile;
import dev.syncopate.sim.trace.TraceLabel;
import dev.syncopate.sim.trace.TraceLimits;
import dev.syncopate.sim.trace.Track;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.DeviceBuilder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a trace leaves out, and that what is left is a trace. */
class TraceLimitsTest {
  private static final String RUN = "pagerank size=200 iterations=2 scenario=remote";

  private static Traced run(Set<TraceKind> kinds, IntPredicate units, TraceLimits limits) {
    Device device = new DeviceBuilder("srsp-8cu", "brsp", "hrf").open();
    return new Traced(device, Traced.choice(kinds, units), limits).run(RUN);
  }

  private static final DecodedTrace WHOLE =
      run(Traced.ALL, unit -> true, TraceLimits.ofBytes(1 << 30)).decoded();

  @Test
  void aWindowShowsWhatIsInIt() {
    long start = 1500;
    long end = 2500;
    DecodedTrace part =
        run(Traced.ALL, unit -> true, new TraceLimits(start, end, 1 << 30)).decoded();
    assertThat(part.events).allSatisfy(event -> assertThat(event.time()).isBetween(start, end));
    List<Slice> cut =
        WHOLE.slices.stream()
            .filter(slice -> slice.end() > start && slice.start() < end)
            .map(slice ->
                new Slice(
                    slice.row(),
                    slice.name(),
                    Math.max(start, slice.start()),
                    Math.min(end, slice.end()),
                    slice.depth(),
                    slice.notes()))
            .toList();
    assertThat(part.slices.stream().map(slice -> text(part, slice)).sorted())
        .containsExactlyElementsOf(cut.stream().map(slice -> text(WHOLE, slice)).sorted().toList());
  }

  private static String text(DecodedTrace trace, Slice slice) {
    return "%s %s %d-%d at %d %s"
        .formatted(
            trace.path(slice.row()),
            slice.name(),
            slice.start(),
            slice.end(),
            slice.depth(),
            slice.notes());
  }

  @Test
  void unitsThatWereNotAskedForAreNotShown() {
    DecodedTrace part =
        run(Traced.ALL, unit -> unit == 2 || unit == 5, TraceLimits.ofBytes(1 << 30)).decoded();
    assertThat(part.rows.values().stream().map(DecodedTrace.Row::name))
        .filteredOn(name -> name.startsWith("compute unit"))
        .containsExactlyInAnyOrder("compute unit 2", "compute unit 5");
    assertThat(part.slicesOn("CTA slot")).isNotEmpty();
    assertThat(part.flows.size()).isLessThan(WHOLE.flows.size());
  }

  @ParameterizedTest
  @EnumSource(TraceKind.class)
  void aKindBringsItsTracks(TraceKind kind) {
    DecodedTrace part = run(EnumSet.of(kind), unit -> true, TraceLimits.ofBytes(1 << 30)).decoded();
    String rows =
        switch (kind) {
          case CTA -> "compute unit \\d|CTA slot \\d";
          case WARP -> "compute unit \\d|warp slot \\d+";
          case SYNC -> "compute unit \\d|warp slot \\d+ synch.*|L1 by its own warps";
          case PROMOTION -> "compute unit \\d|warp slot \\d+ synch.*|L1 by messages";
          case LOAD -> "compute unit \\d|port (in|out)|banks|bank \\d .*|DRAM|channel \\d|network";
        };
    assertThat(part.rows.values())
        .filteredOn(row -> !part.path(row).startsWith("srsp-8cu/counters"))
        .extracting(DecodedTrace.Row::name)
        .allMatch(name -> name.equals("srsp-8cu") || name.matches(rows))
        .hasSizeGreaterThan(9);
    assertThat(part.slicesOn("srsp-8cu")).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(longs = {4096, 5000, 20_000, 60_000})
  void aTraceThatIsFullIsOneAllTheSame(long limit) {
    Traced traced = run(Traced.ALL, unit -> true, TraceLimits.ofBytes(limit));
    byte[] bytes = traced.bytes();
    assertThat(traced.file.isFull()).isTrue();
    assertThat(bytes.length).isLessThanOrEqualTo((int) limit).isGreaterThan((int) limit - 2500);
    DecodedTrace trace = new DecodedTrace(bytes);
    Event last = trace.instantsOn("srsp-8cu").getLast();
    assertThat(last.name()).isEqualTo("the trace ends here: it is as large as it may be");
    assertThat(last.time()).isEqualTo(traced.file.fullAt());
    assertThat(trace.slicesOn("srsp-8cu").getLast().end()).isGreaterThanOrEqualTo(last.time());
  }

  /** Fails after some bytes, as a full disk does. */
  private static final class FullDisk extends OutputStream {
    private int remaining = 3000;

    @Override
    public void write(int value) throws IOException {
      if (remaining-- == 0) {
        throw new IOException("no space left");
      }
    }
  }

  @Test
  void aDiskThatIsFullStopsTheTraceAndNotTheRun() {
    TraceFile file = new TraceFile(new FullDisk(), TraceLimits.ofBytes(1 << 30));
    Device device = new DeviceBuilder("srsp-8cu", "gpu", "hrf").open();
    Tracer tracer = new Tracer(Traced.choice(Traced.ALL, unit -> true), file, "srsp-8cu", "", 64);
    device.observe(tracer);
    device.sample(tracer);
    Traced plain =
        new Traced(device, Traced.choice(Set.of(), unit -> true), TraceLimits.ofBytes(9999));
    plain.run("vecadd");
    tracer.close();
    assertThat(device.launches().getLast().ending().name()).isEqualTo("DONE");
    assertThat(file.failure()).hasMessage("no space left");
    assertThat(file.isFull()).isFalse();
  }

  @Test
  void slicesAreCutAtTheEdgesOfTheWindowOnEveryDepth() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    TraceFile file = new TraceFile(bytes, new TraceLimits(10, 20, 1 << 20));
    Track track = file.track("all", "");
    track.begin(0, TraceLabel.of("outer"));
    track.slice(2, 4, TraceLabel.of("before"));
    track.begin(5, TraceLabel.of("inner"));
    track.instant(6, TraceLabel.of("early"));
    track.instant(12, TraceLabel.of("within"));
    track.end(15);
    track.slice(18, 25, TraceLabel.of("over"));
    track.slice(26, 27, TraceLabel.of("after"));
    track.instant(28, TraceLabel.of("late"));
    track.end(30);
    file.close(40);
    DecodedTrace trace = new DecodedTrace(bytes.toByteArray());
    assertThat(trace.slices.stream().map(slice -> text(trace, slice)))
        .containsExactly(
            "all inner 10-15 at 1 {}", "all over 18-20 at 1 {}", "all outer 10-20 at 0 {}");
    assertThat(trace.instantsOn("all").stream().map(Event::name)).containsExactly("within");
  }
}
