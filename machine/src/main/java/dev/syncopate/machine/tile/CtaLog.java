package dev.syncopate.machine.tile;

import dev.syncopate.machine.warp.CtaSubset;
import java.util.Arrays;

/** Residence times of CTAs on one tile, in the order in which they left. */
final class CtaLog {
  private long[] ctas = new long[16];
  private long[] cycles = new long[16];
  private int size;

  void clear() {
    size = 0;
  }

  /**
   * @param cta its number in the grid
   * @param time core clock cycles from its dispatch to its last thread's exit
   */
  void add(long cta, long time) {
    if (size == ctas.length) {
      ctas = Arrays.copyOf(ctas, 2 * size);
      cycles = Arrays.copyOf(cycles, 2 * size);
    }
    ctas[size] = cta;
    cycles[size++] = time;
  }

  /**
   * Puts each CTA's cycles into its place.
   *
   * @param ran the CTAs that run
   */
  void copyTo(long[] byPosition, CtaSubset ran) {
    for (int i = 0; i < size; i++) {
      byPosition[(int) ran.position(ctas[i])] = cycles[i];
    }
  }
}
