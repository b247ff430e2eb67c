package dev.syncopate.workload.dnn.layer;

import java.util.List;

/**
 * Terms of long sums that a launch adds in place of all, and what the launch counts for. Two
 * launches with disjoint terms, few and more of them, separate the time of a term from the rest of
 * a CTA's time. The difference of the launches is the time of the additional terms, and each term
 * that neither adds takes as much. So the second launch counts once for itself and once for each
 * time that the additional terms fit the rest; the first counts as often with a negative sign.
 *
 * @param first term that is added
 * @param end first term behind it that is not
 * @param weight launches that it counts for
 */
record LoopPart(int first, int end, double weight) {
  /** Terms of the launch that is taken off: eight depths of a tile. */
  static final int FEW = 128;

  /** Terms of the other one: 24 depths of a tile. */
  static final int MORE = 384;

  /** Sums of no more terms are added whole, which costs hardly more. */
  private static final int LONG = 2 * (FEW + MORE);

  /** All terms, in one launch. */
  static List<LoopPart> whole(int terms) {
    return List.of(new LoopPart(0, terms, 1));
  }

  /** What tells what so many terms take. */
  static List<LoopPart> sample(int terms) {
    if (terms <= LONG) {
      return whole(terms);
    }
    double rest = (double) (terms - MORE) / (MORE - FEW);
    return List.of(new LoopPart(0, FEW, -rest), new LoopPart(FEW, FEW + MORE, 1 + rest));
  }

  /** How many terms are added. */
  int terms() {
    return end - first;
  }
}
