package dev.syncopate.check.race;

import dev.syncopate.check.Checker;
import dev.syncopate.check.report.Check;
import dev.syncopate.check.report.Finding;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.DeviceBuilder;
import dev.syncopate.workload.runtime.Kernel;
import dev.syncopate.workload.runtime.LaunchShape;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Small kernels for tests: one body, whose threads tell themselves apart. */
public final class Kernels {
  private static final String HEAD =
      """
      .version 8.4
      .target sm_80
      .address_size 64
      .visible .entry k(.param .u64 data, .param .u64 flag) {
        .reg .pred %p<8>;
        .reg .b16 %h<4>;
        .reg .b32 %r<16>;
        .reg .b64 %rd<8>;
        .shared .align 16 .b8 tile[1024];
        ld.param.u64 %rd1, [data];
        ld.param.u64 %rd2, [flag];
        mov.u32 %r1, %ctaid.x;
        mov.u32 %r2, %tid.x;
        setp.eq.u32 %p1, %r1, 0;      // the first CTA
        setp.eq.u32 %p2, %r2, 0;      // the first thread
        mul.wide.u32 %rd3, %r2, 4;
        add.u64 %rd4, %rd1, %rd3;     // data[thread]
        mov.u32 %r3, tile;
        shl.b32 %r4, %r2, 2;
        add.u32 %r5, %r3, %r4;        // tile[thread]
      """;

  private Kernels() {}

  /** Runs a body and returns what was found. */
  public static List<Finding> check(int ctas, int threads, String body) {
    return check("rsp-8cu", "gpu", ctas, threads, body).findings();
  }

  public static Checker check(String machine, String protocol, int ctas, int threads, String body) {
    DeviceBuilder device = new DeviceBuilder(machine, protocol, "hrf").set("core.warpWidth=32");
    return check(device, Set.of(Check.RACES), ctas, threads, body);
  }

  /** Runs a body on a device with 32 lanes a warp. */
  public static Checker check(
      DeviceBuilder builder, Set<Check> checks, int ctas, int threads, String body) {
    return check(builder, checks, LaunchShape.of(ctas, threads), body);
  }

  /** The same for a launch of a shape. */
  public static Checker check(
      DeviceBuilder builder, Set<Check> checks, LaunchShape shape, String body) {
    Device device = builder.watchdog(200_000).open();
    Checker checker = new Checker(checks, device.machine().memory().unitsPerGpu(), false, Set.of());
    checker.watch(device::observe);
    Kernel kernel = device.load("k.ptx", HEAD + body + "  ret;\n}\n").kernel("k");
    kernel.launch(shape, device.allocate("data", 4096), device.allocate("flag", 4096));
    return checker;
  }

  /**
   * Body in which thread 0 of the first CTA passes a message to that of the second.
   *
   * @param tell stores the flag, behind the data
   * @param await loads the flag into {@code %r6}, again until it is set
   * @param suffix what follows the loop, in front of the load of the data; empty for nothing
   */
  static String message(String tell, String await, String suffix) {
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
    %s  ld.global.u32 %%r7, [%%rd1];
      st.global.u32 [%%rd1+64], %%r7;
    END:
    """
        .formatted(tell, await, suffix.isEmpty() ? "" : "  " + suffix + "\n");
  }

  /** Lines of a kernel's text in front of its body's first. */
  public static int linesBefore() {
    return (int) HEAD.lines().count();
  }

  /** The line of an instruction that a finding tells of, counted from the body's first. */
  public static long line(Finding finding) {
    return finding.line() - HEAD.lines().count();
  }

  /** The lines of the instructions that raced, counted from the body's first, as "3-5". */
  static List<String> pairs(List<Finding> findings) {
    long head = HEAD.lines().count();
    return findings.stream()
        .map(finding ->
            Stream.of(finding.details().get(0), finding.details().get(1))
                .map(side -> side.replaceAll("(?s).*? at k\\.ptx:(\\d+) by .*", "$1"))
                .map(line -> Long.toString(Long.parseLong(line) - head))
                .reduce((a, b) -> a + "-" + b)
                .orElseThrow())
        .toList();
  }
}
