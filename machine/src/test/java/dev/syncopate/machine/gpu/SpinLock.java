package dev.syncopate.machine.gpu;

/** Every thread takes a lock, adds one to a counter without an atomic, and lets the lock go. */
final class SpinLock {
  private SpinLock() {}

  /** out[0] is the lock, out[1] the counter. */
  static final String PTX =
      TestGpu.kernel(
          ".param .u64 out",
          Snippets.PROLOGUE
              + """
              SPIN:
              atom.acquire.gpu.global.cas.b32 %r1, [%rd1], 0, 1;
              setp.ne.u32 %p1, %r1, 0;
              @%p1 bra SPIN;
              ld.global.u32 %r2, [%rd1+4];
              add.u32 %r2, %r2, 1;
              st.global.u32 [%rd1+4], %r2;
              st.release.gpu.global.u32 [%rd1], 0;
              ret;
              """);
}
