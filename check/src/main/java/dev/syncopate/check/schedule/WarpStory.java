package dev.syncopate.check.schedule;

import java.util.List;

/**
 * What a warp did in a launch.
 *
 * @param kernel name of the kernel
 * @param launch number of the launch, from 1
 * @param cta of the grid
 * @param warp of the CTA
 * @param unit index of its compute unit
 * @param start the cycle in which its CTA moved in
 * @param end the cycle in which it left; the end of the launch if it did not
 * @param accesses to global memory, in order
 */
public record WarpStory(
    String kernel,
    int launch,
    long cta,
    int warp,
    int unit,
    long start,
    long end,
    List<DelayedAccess> accesses) {
  /** Keeps a copy. */
  public WarpStory {
    accesses = List.copyOf(accesses);
  }

  /** As in {@code warp 0 of CTA 3}. */
  public String name() {
    return "warp " + warp + " of CTA " + cta + (launch > 1 ? " of launch " + launch : "");
  }
}
