package dev.syncopate.app.extract;

import dev.syncopate.check.Checker;
import dev.syncopate.check.extract.Recorder;
import dev.syncopate.check.race.RaceDetector;
import dev.syncopate.check.report.Check;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.DeviceBuilder;
import dev.syncopate.workload.runtime.LaunchShape;
import java.util.Set;

/** Small kernels for tests: one body, whose threads tell themselves apart. */
final class Kernels {
  private static final String HEAD =
      """
      .version 8.4
      .target sm_80
      .address_size 64
      .visible .entry k(.param .u64 data, .param .u64 flag) {
        .reg .pred %p<8>;
        .reg .b32 %r<16>;
        .reg .b64 %rd<8>;
        .shared .align 16 .b8 tile[1024];
        ld.param.u64 %rd1, [data];
        ld.param.u64 %rd2, [flag];
        mov.u32 %r1, %ctaid.x;
        mov.u32 %r2, %tid.x;
        setp.eq.u32 %p1, %r1, 0;      // the first CTA
        setp.eq.u32 %p2, %r2, 0;      // the first thread
        mov.u32 %r3, tile;
        shl.b32 %r4, %r2, 2;
        add.u32 %r5, %r3, %r4;        // tile[thread]
      """;

  private Kernels() {}

  /** Runs a body on two buffers, {@code data} and {@code flag}, and records it. */
  static Extractions run(int ctas, int threads, String body) {
    return new Extractions(checked(ctas, threads, body));
  }

  /** Runs a body on two buffers, {@code data} and {@code flag}, under a recording checker. */
  static Checker checked(int ctas, int threads, String body) {
    Device device = device();
    Checker checker =
        new Checker(Set.of(Check.RACES), device.machine().memory().unitsPerGpu(), false, Set.of());
    checker.record(1);
    checker.watch(device::observe);
    launch(device, ctas, threads, body);
    return checker;
  }

  /** Runs a body on two buffers, {@code data} and {@code flag}, with a recorder. */
  static void record(int ctas, int threads, String body, Recorder recorder) {
    Device device = device();
    RaceDetector races = new RaceDetector(device.machine().memory().unitsPerGpu(), false);
    races.listen(recorder::launched);
    device.observe(races);
    launch(device, ctas, threads, body);
  }

  private static Device device() {
    return new DeviceBuilder("rsp-8cu", "gpu", "hrf")
        .set("core.warpWidth=32")
        .watchdog(200_000)
        .open();
  }

  private static void launch(Device device, int ctas, int threads, String body) {
    device
        .load("k.ptx", HEAD + body + "  ret;\n}\n")
        .kernel("k")
        .launch(
            LaunchShape.of(ctas, threads),
            device.allocate("data", 4096),
            device.allocate("flag", 4096));
  }

  /** Threads 0 of two CTAs: one writes data and a flag, the other waits for that and reads. */
  static String between(String store, String load) {
    return """
      @!%%p2 bra END;
      @!%%p1 bra READ;
      st.global.u32 [%%rd1], 42;
      %s
      bra END;
    READ:
      %s
      setp.eq.u32 %%p3, %%r6, 0;
      @%%p3 bra READ;
      ld.global.u32 %%r7, [%%rd1];
      st.global.u32 [%%rd1+64], %%r7;
    END:
    """
        .formatted(store, load);
  }
}
