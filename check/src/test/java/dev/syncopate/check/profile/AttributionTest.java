package dev.syncopate.check.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.DeviceBuilder;
import dev.syncopate.workload.runtime.LaunchShape;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The smallest kernel for each thing that is counted: it is counted at the line that does it. */
class AttributionTest {
  private static final String HEAD =
      """
      .version 8.4
      .target sm_80
      .address_size 64
      .visible .entry k(.param .u64 data) {
        .reg .pred %p<4>;
        .reg .b32 %r<8>;
        .reg .b64 %rd<4>;
        .shared .align 4 .b8 tile[256];
        ld.param.u64 %rd1, [data];
        mov.u32 %r1, %tid.x;
        mul.wide.u32 %rd2, %r1, 4;
        add.u64 %rd2, %rd1, %rd2;
      """;

  /** What each line of a body has come to, its first line being 1. */
  private static Map<Integer, MeasureCounts> profile(int threads, int launches, String body) {
    Device device = new DeviceBuilder("rsp-8cu", "gpu", "hrf").set("core.warpWidth=32").open();
    Profiler profiler = new Profiler();
    device.observe(profiler);
    var kernel = device.load("k.ptx", HEAD + body + "  ret;\n}\n").kernel("k");
    var data = device.allocate("data", 4096);
    for (int i = 0; i < launches; i++) {
      kernel.launch(LaunchShape.of(1, threads), data);
    }
    assertThat(profiler.kernels()).hasSize(1);
    KernelProfile profile = profiler.kernels().getFirst();
    assertThat(profile.launches()).isEqualTo(launches);
    int head = (int) HEAD.lines().count();
    Map<Integer, MeasureCounts> lines = new TreeMap<>();
    for (LineProfile line : profile.lines()) {
      assertThat(line.source()).isNull();
      assertThat(line.ptxFile()).isEqualTo("k.ptx");
      assertThat(line.ptx()).hasSize(1);
      lines.put(line.ptx().getFirst() - head, line.counts());
    }
    return lines;
  }

  private static MeasureCounts at(Map<Integer, MeasureCounts> lines, int line) {
    return lines.getOrDefault(line, new MeasureCounts());
  }

  @Test
  void anIssueCountsForItsLineAndItsLanes() {
    Map<Integer, MeasureCounts> lines =
        profile(
            70,
            2,
            """
              setp.lt.u32 %p1, %r1, 3;
              @%p1 add.u32 %r2, %r1, 1;
            """);
    assertThat(at(lines, 1).of(ProfileMeasure.WARP_INSTRUCTIONS)).isEqualTo(2 * 3);
    assertThat(at(lines, 1).of(ProfileMeasure.THREAD_INSTRUCTIONS)).isEqualTo(2 * 70);
    assertThat(at(lines, 2).of(ProfileMeasure.WARP_INSTRUCTIONS)).isEqualTo(2 * 3);
    assertThat(at(lines, 2).of(ProfileMeasure.THREAD_INSTRUCTIONS)).isEqualTo(2 * 3);
  }

  @Test
  void aWarpWaitsAtTheLineThatNeedsTheValue() {
    Map<Integer, MeasureCounts> lines =
        profile(
            32,
            1,
            """
              ld.global.u32 %r2, [%rd2];
              mov.u32 %r3, 5;
              add.u32 %r4, %r2, 1;
            """);
    assertThat(at(lines, 1).of(ProfileMeasure.STALL_MEMORY)).isZero();
    assertThat(at(lines, 2).of(ProfileMeasure.STALL_MEMORY)).isZero();
    assertThat(at(lines, 3).of(ProfileMeasure.STALL_MEMORY)).isGreaterThan(50);
    assertThat(at(lines, 3).warpCycles()).isEqualTo(1 + at(lines, 3).stalled());
  }

  @Test
  void loadsOfLinesAndTheirMissesCountAtTheLoad() {
    Map<Integer, MeasureCounts> lines =
        profile(
            32,
            1,
            """
              ld.global.u32 %r2, [%rd2];
              add.u32 %r4, %r2, 1;
              ld.global.u32 %r3, [%rd2];
              add.u32 %r4, %r3, 1;
              st.global.u32 [%rd2+2048], %r4;
            """);
    long touched = at(lines, 1).of(ProfileMeasure.LINES);
    assertThat(touched).isPositive(); // 128 bytes
    assertThat(at(lines, 1).of(ProfileMeasure.BYTES)).isEqualTo(128);
    assertThat(at(lines, 1).of(ProfileMeasure.L1_LOADS)).isEqualTo(touched);
    assertThat(at(lines, 1).of(ProfileMeasure.L1_MISSES)).isEqualTo(touched);
    assertThat(at(lines, 1).of(ProfileMeasure.L1_HITS)).isZero();
    assertThat(at(lines, 3).of(ProfileMeasure.L1_HITS)).isEqualTo(touched);
    assertThat(at(lines, 3).of(ProfileMeasure.L1_MISSES)).isZero();
    assertThat(at(lines, 5).of(ProfileMeasure.BYTES)).isEqualTo(128);
    assertThat(at(lines, 5).of(ProfileMeasure.L1_LOADS)).isZero();
    assertThat(at(lines, 2).of(ProfileMeasure.LINES)).isZero();
  }

  @Test
  void flushesAndInvalidationsCountAtTheReleaseAndTheAcquire() {
    Map<Integer, MeasureCounts> lines =
        profile(
            1,
            1,
            """
              st.global.u32 [%rd2], %r1;
              st.release.gpu.global.u32 [%rd2+1024], %r1;
              ld.acquire.gpu.global.u32 %r2, [%rd2+2048];
            """);
    assertThat(at(lines, 2).of(ProfileMeasure.FLUSHES)).isEqualTo(1);
    assertThat(at(lines, 2).of(ProfileMeasure.FLUSHED_LINES)).isEqualTo(1);
    assertThat(at(lines, 2).of(ProfileMeasure.INVALIDATIONS)).isZero();
    assertThat(at(lines, 3).of(ProfileMeasure.INVALIDATIONS)).isEqualTo(1);
    assertThat(at(lines, 1).of(ProfileMeasure.FLUSHES)).isZero();
    assertThat(at(lines, 1).of(ProfileMeasure.INVALIDATIONS)).isZero();
  }

  @Test
  void sharedMemoryCountsInBytes() {
    Map<Integer, MeasureCounts> lines =
        profile(
            32,
            1,
            """
              mov.u32 %r2, tile;
              st.shared.u32 [%r2], %r1;
            """);
    assertThat(at(lines, 2).of(ProfileMeasure.SHARED_BYTES)).isEqualTo(128);
    assertThat(at(lines, 2).of(ProfileMeasure.BYTES)).isZero();
  }

  @Test
  void waitingAtABarrierCountsAtTheInstructionBehindIt() {
    Map<Integer, MeasureCounts> lines =
        profile(
            64,
            1,
            """
              setp.ge.u32 %p1, %r1, 32;
              @%p1 nanosleep.u32 1000;
              bar.sync 0;
              add.u32 %r2, %r1, 1;
            """);
    assertThat(at(lines, 4).of(ProfileMeasure.STALL_BARRIER)).isGreaterThan(400);
    assertThat(
            at(lines, 3).of(ProfileMeasure.STALL_SLEEP)
                + at(lines, 3).of(ProfileMeasure.STALL_BARRIER))
        .isGreaterThan(400);
  }

  @Test
  void anIssueThatOnlyBeginsToWaitForOtherLanesIsNoInstruction() {
    Device device = new DeviceBuilder("titanv-80sm", "gpu", "hrf").open();
    Profiler profiler = new Profiler();
    device.observe(profiler);
    String body =
        """
          setp.lt.u32 %p1, %r1, 16;
          @%p1 bra LOW;
          shfl.sync.idx.b32 %r2, %r1, 0, 31, -1;
          bra END;
        LOW:
          shfl.sync.idx.b32 %r2, %r1, 0, 31, -1;
        END:
          ret;
        }
        """;
    var result =
        device
            .load("k.ptx", HEAD + body)
            .kernel("k")
            .launch(LaunchShape.of(1, 32), device.allocate("data", 4096));
    MeasureCounts total = profiler.kernels().getFirst().total();
    assertThat(total.of(ProfileMeasure.WARP_INSTRUCTIONS))
        .isEqualTo(result.statistics().get("instructions.warp"));
    assertThat(total.of(ProfileMeasure.THREAD_INSTRUCTIONS))
        .isEqualTo(result.statistics().get("instructions.thread"));
  }

  @Test
  void linesOfTheSourceGatherTheirInstructions() {
    Device device = new DeviceBuilder("rsp-8cu", "gpu", "hrf").set("core.warpWidth=32").open();
    Profiler profiler = new Profiler();
    device.observe(profiler);
    String body =
        """
          .loc 1 7 0
          mov.u32 %r2, 1;
          add.u32 %r2, %r2, 1;
          .loc 1 9 0
          mov.u32 %r3, 1;
          .loc 1 7 0
          add.u32 %r3, %r3, 1;
          ret;
        }
        .file 1 "src/queue.cu"
        """;
    device
        .load("k.ptx", HEAD + body)
        .kernel("k")
        .launch(LaunchShape.of(1, 32), device.allocate("data", 4096));
    int head = (int) HEAD.lines().count();
    List<LineProfile> seven =
        profiler.kernels().getFirst().lines().stream()
            .filter(line -> line.source() != null && line.source().line() == 7)
            .toList();
    assertThat(seven).hasSize(1);
    assertThat(seven.getFirst().source()).hasToString("queue.cu:7");
    assertThat(seven.getFirst().ptx())
        .containsExactly(head + 2, head + 3, head + 7, head + 8); // the return, too
    assertThat(seven.getFirst().counts().of(ProfileMeasure.WARP_INSTRUCTIONS)).isEqualTo(4);
  }
}
