package dev.syncopate.machine.gpu;

/** Pieces of PTX that many tests share. */
final class Snippets {
  private Snippets() {}

  /** Registers by type, enough for a test, and {@code %rd1} = the first parameter. */
  static final String PROLOGUE =
      """
      .reg .pred %p<9>;
      .reg .b16 %h<9>;
      .reg .b32 %r<33>;
      .reg .f32 %f<9>;
      .reg .b64 %rd<17>;
      ld.param.u64 %rd1, [out];
      """;

  /** {@code %r1} = the thread's number in its CTA, {@code %r2} = in the (one-dimensional) grid. */
  static final String IDS =
      """
      mov.u32 %r1, %tid.x;
      mov.u32 %r30, %ctaid.x;
      mov.u32 %r31, %ntid.x;
      mad.lo.s32 %r2, %r30, %r31, %r1;
      """;

  /** Stores {@code %r3} at out[{@code %r2}]. */
  static final String STORE =
      """
      mul.wide.u32 %rd15, %r2, 4;
      add.s64 %rd16, %rd1, %rd15;
      st.global.u32 [%rd16], %r3;
      ret;
      """;

  /** A kernel with one pointer that computes {@code %r3} from {@code %r1} and {@code %r2}. */
  static String each(String body) {
    return TestGpu.kernel(".param .u64 out", PROLOGUE + IDS + body + STORE);
  }
}
