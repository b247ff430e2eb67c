package dev.syncopate.model.generate;

import dev.syncopate.model.litmus.LitmusTest;

/** Threads of one unit that write and read words at one scope: their accesses mix in one FIFO. */
public final class SameUnitThreads {
  private SameUnitThreads() {}

  /** Four threads with six accesses to one location. */
  public static LitmusTest four() {
    return LitmusTest.read(
        "co-four-threads",
        """
        PTX co-four-threads
        { x=0; }
         P0@cta 0,gpu 0      | P1@cta 0,gpu 0      | P2@cta 0,gpu 0       | P3@cta 0,gpu 0       ;
         st.relaxed.gpu x, 1 | st.relaxed.gpu x, 2 | ld.relaxed.gpu r0, x | ld.relaxed.gpu r0, x ;
                             |                     | ld.relaxed.gpu r1, x | ld.relaxed.gpu r1, x ;
        exists (P2:r0 == 1 /\\ P2:r1 == 2 /\\ P3:r0 == 2 /\\ P3:r1 == 1)
        """);
  }

  /** Three threads with nine accesses to two locations. */
  public static LitmusTest three() {
    return LitmusTest.read(
        "co-three-threads",
        """
        PTX co-three-threads
        { x=0; y=0; }
         P0@cta 0,gpu 0       | P1@cta 0,gpu 0       | P2@cta 0,gpu 0       ;
         st.relaxed.gpu x, 1  | st.relaxed.gpu x, 3  | ld.relaxed.gpu r0, x ;
         ld.relaxed.gpu r0, x | ld.relaxed.gpu r0, y | ld.relaxed.gpu r1, x ;
         st.relaxed.gpu y, 2  | ld.relaxed.gpu r1, x | ld.relaxed.gpu r2, y ;
        exists (P2:r0 == 1 /\\ P2:r1 == 3)
        """);
  }
}
