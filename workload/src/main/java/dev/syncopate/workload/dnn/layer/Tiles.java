package dev.syncopate.workload.dnn.layer;

import dev.syncopate.machine.warp.CtaSubset;
import dev.syncopate.workload.runtime.Dim3;

/**
 * The CTAs of a launch that ran.
 *
 * @param grid of the launch
 * @param ran of these
 */
record Tiles(Dim3 grid, CtaSubset ran) {
  /** What is done with the indices of a CTA. */
  interface Visitor {
    void cta(int x, int y, int z);
  }

  void forEach(Visitor visitor) {
    for (long i = 0; i < ran.count(); i++) {
      long cta = ran.at(i);
      visitor.cta(
          (int) (cta % grid.x()),
          (int) (cta / grid.x() % grid.y()),
          (int) (cta / grid.x() / grid.y()));
    }
  }
}
