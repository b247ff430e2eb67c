package dev.syncopate.machine.gpu;

/** Small kernels, each of which leans on one part of the machine. */
final class ProbeKernels {
  private ProbeKernels() {}

  private static final String HEAD =
      """
      .version 8.0
      .target sm_80
      .address_size 64
      .shared .align 4 .b8 bytes[SHARED];
      .const .align 4 .b32 zero = 0;
      .visible .entry k(.param .u64 p0, .param .u64 p1) {
        .reg .pred %p<4>;
        .reg .b32 %r<64>;
        .reg .f32 %f<16>;
        .reg .f64 %d<16>;
        .reg .b64 %l<16>;
        ld.param.u64 %l0, [p0];
        ld.param.u64 %l1, [p1];
        mov.u32 %r0, %tid.x;
        mov.u32 %r1, %ctaid.x;
        mov.u32 %r2, %ntid.x;
        mad.lo.u32 %r3, %r1, %r2, %r0;
        cvt.rn.f32.u32 %f0, %r0;
        cvt.rn.f64.u32 %d0, %r0;
      """;

  /**
   * A kernel of the given instructions; %r0 is tid, %r1 ctaid, %r3 the thread's number, %l0 and %l1
   * the parameters.
   */
  static String kernel(String body) {
    return kernel(body, 4);
  }

  /** With some bytes of shared memory. */
  static String kernel(String body, int sharedBytes) {
    return HEAD.replace("SHARED", Integer.toString(sharedBytes)) + body + "\n  ret;\n}\n";
  }

  /** An instruction, many times over. */
  static String repeated(String instruction, int times) {
    return (instruction + "\n").repeat(times);
  }

  /** A counted loop; the body must leave %r60 alone. */
  static String loop(int times, String body) {
    return "mov.u32 %r60, "
        + times
        + ";\nagain:\n"
        + body
        + "\nsub.u32 %r60, %r60, 1;\nsetp.ne.u32 %p0, %r60, 0;\n@%p0 bra again;\n";
  }

  /** Follows pointers from p0 on: each holds the address of the next. */
  static String chase(int steps) {
    return "mov.u64 %l2, %l0;\n" + loop(steps, "ld.global.u64 %l2, [%l2];") + USE_L2;
  }

  private static final String USE_L2 = "st.global.u64 [%l1], %l2;";

  /**
   * Each thread reads words, {@code stride} bytes between neighbouring threads, {@code step} bytes
   * between its own.
   */
  static String stream(int words, int stride, int step) {
    return "mul.wide.u32 %l2, %r3, "
        + stride
        + ";\nadd.u64 %l2, %l2, %l0;\nmov.u32 %r5, 0;\n"
        + loop(
            words,
            "ld.global.u32 %r4, [%l2];\nadd.u32 %r5, %r5, %r4;\nadd.u64 %l2, %l2, " + step + ";")
        + "st.global.u32 [%l1], %r5;";
  }

  /** Each thread writes words, spaced as in {@link #stream}. */
  static String fill(int words, int stride, int step) {
    return "mul.wide.u32 %l2, %r3, "
        + stride
        + ";\nadd.u64 %l2, %l2, %l0;\n"
        + loop(words, "st.global.u32 [%l2], %r3;\nadd.u64 %l2, %l2, " + step + ";");
  }

  /** Each thread adds to a word, {@code stride} bytes between neighbouring threads. */
  static String atomics(int times, int stride) {
    return "mul.wide.u32 %l2, %r0, "
        + stride
        + ";\nadd.u64 %l2, %l2, %l0;\n"
        + loop(times, "atom.relaxed.gpu.global.add.u32 %r4, [%l2], 1;");
  }

  /** A lock at p0 that every lane of a warp takes in turn. */
  static final String LOCK =
      """
      again:
        atom.acquire.gpu.global.cas.b32 %r4, [%l0], 0, 1;
        setp.ne.u32 %p0, %r4, 0;
        @%p0 bra again;
        ld.relaxed.gpu.global.u32 %r5, [%l1];
        add.u32 %r5, %r5, 1;
        st.relaxed.gpu.global.u32 [%l1], %r5;
        fence.acq_rel.gpu;
        st.relaxed.gpu.global.u32 [%l0], 0;
      """;
}
