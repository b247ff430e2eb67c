package dev.syncopate.workload.dnn.layer;

import dev.syncopate.machine.warp.CtaSubset;
import dev.syncopate.workload.runtime.Dim3;
import java.util.function.IntConsumer;

/**
 * The CTAs of a launch that ran.
 *
 * @param grid of the launch
 * @param ran of these
 */
record ComputedTiles(Dim3 grid, CtaSubset ran) {
  /** Action on the indices of a CTA. */
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

  /** The elements of CTAs that have one for each thread, of so many. */
  void forEachElement(int elements, IntConsumer visitor) {
    forEach((x, y, z) -> {
      int end = Math.min((x + 1) * Pass.THREADS, elements);
      for (int i = x * Pass.THREADS; i < end; i++) {
        visitor.accept(i);
      }
    });
  }
}
