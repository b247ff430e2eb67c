package dev.syncopate.check.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.check.report.Finding;
import dev.syncopate.check.report.StreamText;
import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.DeviceBuilder;
import dev.syncopate.workload.runtime.Kernel;
import dev.syncopate.workload.runtime.LaunchShape;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Kernels and copies of several streams, in order and not. */
class StreamRacesTest {
  private static final String PTX =
      """
      .version 8.4
      .target sm_80
      .address_size 64
      .visible .entry write(.param .u64 data) {
        .reg .b32 %r<4>;
        .reg .b64 %rd<4>;
        ld.param.u64 %rd1, [data];
        mov.u32 %r1, %tid.x;
        mul.wide.u32 %rd2, %r1, 4;
        add.u64 %rd1, %rd1, %rd2;
        st.global.u32 [%rd1], %r1;
        ret;
      }
      .visible .entry read(.param .u64 data) {
        .reg .b32 %r<4>;
        .reg .b64 %rd<4>;
        ld.param.u64 %rd1, [data];
        mov.u32 %r1, %tid.x;
        mul.wide.u32 %rd2, %r1, 4;
        add.u64 %rd1, %rd1, %rd2;
        ld.global.u32 %r2, [%rd1];
        ret;
      }
      .visible .entry read_behind_wait(.param .u64 data) {
        .reg .b32 %r<4>;
        .reg .b64 %rd<4>;
        ld.param.u64 %rd1, [data];
        mov.u32 %r1, %tid.x;
        mul.wide.u32 %rd2, %r1, 4;
        add.u64 %rd1, %rd1, %rd2;
        griddepcontrol.wait;
        ld.global.u32 %r2, [%rd1];
        ret;
      }
      .visible .entry read_before_wait(.param .u64 data) {
        .reg .b32 %r<4>;
        .reg .b64 %rd<4>;
        ld.param.u64 %rd1, [data];
        ld.global.u32 %r2, [%rd1];
        griddepcontrol.wait;
        ld.global.u32 %r2, [%rd1];
        ret;
      }
      .visible .entry thread_0_waits(.param .u64 data) {
        .reg .b32 %r<4>;
        .reg .pred %p<2>;
        .reg .b64 %rd<4>;
        ld.param.u64 %rd1, [data];
        mov.u32 %r1, %tid.x;
        setp.eq.u32 %p1, %r1, 0;
        @%p1 griddepcontrol.wait;
        bar.sync 0;
        ld.global.u32 %r2, [%rd1];
        ret;
      }
      .visible .entry write_and_trigger(.param .u64 data) {
        .reg .b32 %r<4>;
        .reg .b64 %rd<4>;
        ld.param.u64 %rd1, [data];
        mov.u32 %r1, %tid.x;
        mul.wide.u32 %rd2, %r1, 4;
        add.u64 %rd1, %rd1, %rd2;
        griddepcontrol.launch_dependents;
        st.global.u32 [%rd1], %r1;
        ret;
      }
      .visible .entry count(.param .u64 data) {
        .reg .b64 %rd<4>;
        ld.param.u64 %rd1, [data];
        red.global.add.u32 [%rd1], 1;
        ret;
      }
      """;

  private static final long FIRST = 3;
  private static final long SECOND = 4;

  private final StreamRaces streams = new StreamRaces();
  private final Device device = new DeviceBuilder("rsp-8cu", "gpu", "hrf").open();
  private final Buffer data = device.allocate("data", 4096);
  private final Buffer otherBuffer = device.allocate("other", 4096);

  StreamRacesTest() {
    device.observe(streams);
    streams.created(FIRST, true);
    streams.created(SECOND, true);
  }

  private void launch(String name, long stream, Buffer buffer) {
    Kernel kernel = device.load("k.ptx", PTX).kernel(name);
    streams.begin("a launch", stream);
    kernel.launch(LaunchShape.of(1, 64), buffer);
    streams.end();
  }

  private void launchDependent(String name, long stream, Buffer buffer) {
    Kernel kernel = device.load("k.ptx", PTX).kernel(name);
    streams.begin("a launch", stream, true);
    kernel.launch(LaunchShape.of(1, 64), buffer);
    streams.end();
  }

  private void copy(long stream, Buffer buffer, boolean writes) {
    streams.begin("a copy", stream);
    streams.touches(buffer.address(), 64, writes);
    streams.end();
  }

  private List<Finding> found() {
    return streams.races().stream().map(StreamText::finding).toList();
  }

  @Test
  void kernelsOfTwoStreamsThatWriteOneBufferAreFound() {
    launch("write", FIRST, data);
    launch("read", SECOND, data);
    assertThat(found())
        .singleElement()
        .satisfies(race -> {
          assertThat(race.rule()).isEqualTo("stream-race");
          assertThat(race.title()).startsWith("streams race on ");
          assertThat(race.line()).isEqualTo(21);
          assertThat(race.details().get(0))
              .isEqualTo("launch 0, write, in stream 3 writes: weak store at k.ptx:11");
          assertThat(race.details().get(1))
              .isEqualTo("launch 1, read, in stream 4 reads: weak load at k.ptx:21");
        });
  }

  @Test
  void othersBuffersAndReadsAndAtomicsAreRight() {
    launch("write", FIRST, data);
    launch("write", SECOND, otherBuffer);
    streams.hostAwaitsAll();
    launch("read", FIRST, data);
    launch("read", SECOND, data);
    streams.hostAwaitsAll();
    launch("count", FIRST, data);
    launch("count", SECOND, data);
    assertThat(found()).isEmpty();
  }

  @Test
  void oneStreamAndTheDefaultStreamAreInOrder() {
    launch("write", FIRST, data);
    launch("read", FIRST, data);
    launch("write", StreamOrder.LEGACY, data);
    launch("write", SECOND, data);
    assertThat(found()).isEmpty();
  }

  @Test
  void theDefaultStreamDoesNotWaitForThoseThatWantNot() {
    streams.created(5, false);
    launch("write", 5, data);
    launch("read", StreamOrder.LEGACY, data);
    assertThat(found()).hasSize(1);
  }

  @Test
  void aDependentLaunchHasToWaitBeforeItReads() {
    launch("write", FIRST, data);
    launchDependent("read_before_wait", FIRST, data);
    assertThat(found())
        .singleElement()
        .satisfies(race -> {
          assertThat(race.rule()).isEqualTo("dependent-race");
          assertThat(race.title()).startsWith("launch and dependent launch race on ");
          assertThat(race.details().get(0))
              .isEqualTo("launch 0, write, in stream 3 writes: weak store at k.ptx:11");
          assertThat(race.details().get(1))
              .startsWith("launch 1, read_before_wait, in stream 3 reads: weak load at k.ptx:");
          assertThat(race.details().get(2)).contains("griddepcontrol.wait");
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"read_behind_wait", "thread_0_waits"})
  void behindItsWaitADependentLaunchIsInOrder(String kernel) {
    launch("write_and_trigger", FIRST, data);
    launchDependent(kernel, FIRST, data);
    launch("write", FIRST, data);
    assertThat(found()).isEmpty();
  }

  /** A kernel without any wait, as one is that was compiled for an older GPU. */
  @Test
  void aDependentLaunchThatNeverWaitsRacesWithBothBefore() {
    launch("write_and_trigger", FIRST, data);
    launchDependent("read", FIRST, otherBuffer);
    launchDependent("read", FIRST, data);
    assertThat(found())
        .singleElement()
        .satisfies(race -> assertThat(race.details().get(1)).startsWith("launch 2, read, "));
  }

  @Test
  void whatIsNoLaunchEndsTheOverlap() {
    launch("write", FIRST, data);
    copy(FIRST, otherBuffer, false);
    launchDependent("read", FIRST, data);
    assertThat(found()).isEmpty();
    launch("write", FIRST, data);
    streams.hostAwaits(FIRST);
    launchDependent("read", FIRST, data);
    assertThat(found()).isEmpty();
  }

  @Test
  void anEventOrdersWhatWaitsForIt() {
    launch("write", FIRST, data);
    streams.record(7, FIRST);
    streams.await(SECOND, 7);
    launch("read", SECOND, data);
    assertThat(found()).isEmpty();
    launch("write", FIRST, data); // behind the event
    assertThat(found()).hasSize(1);
  }

  @Test
  void theHostOrdersWhatItHasWaitedFor() {
    launch("write", FIRST, data);
    streams.hostAwaits(SECOND);
    launch("read", SECOND, data);
    assertThat(found()).hasSize(1);
    streams.hostAwaits(SECOND);
    streams.hostAwaits(FIRST);
    launch("write", FIRST, data);
    streams.record(8, FIRST);
    streams.hostAwaitsEvent(8);
    launch("write", SECOND, data);
    assertThat(found()).hasSize(1);
  }

  @Test
  void copiesRaceWithKernels() {
    launch("write", FIRST, data);
    copy(SECOND, data, false);
    assertThat(found())
        .singleElement()
        .satisfies(race -> assertThat(race.details().get(1)).isEqualTo("a copy in stream 4 reads"));
    streams.hostAwaitsAll();
    copy(FIRST, otherBuffer, true);
    copy(SECOND, otherBuffer, true);
    assertThat(found()).hasSize(2);
  }
}
